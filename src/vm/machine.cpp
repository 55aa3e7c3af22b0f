#include "vm/machine.h"

#include "vm/interpreter.h"

namespace ounce {

Machine::Machine(const Program& p, State& s, const MachineOptions& o)
    : interpreter_(std::make_unique<Interpreter>(p, s, o)),
      program(p),
      state(s),
      choices(interpreter_->choices),
      decisions(interpreter_->decisions),
      coverage(interpreter_->coverage) {}

Machine::~Machine() = default;

void Machine::watch(Observer& observer) {
    several_.add(observer);
    // One alone is called directly.
    interpreter_->observer = interpreter_->observer ? &several_ : &observer;
}

void Machine::unwatch() {
    several_ = {};
    interpreter_->observer = nullptr;
}

void Machine::step(std::span<const InputEvent> inputs) { interpreter_->step(inputs); }
void Machine::input(const InputEvent& event) { interpreter_->input(event); }
void Machine::greenFlag() { interpreter_->greenFlag(); }
void Machine::stopAll() { interpreter_->stopAll(); }
void Machine::clickTarget(std::int32_t target) { interpreter_->clickTarget(target); }

void Machine::moveTo(std::int32_t target, double x, double y, bool force) {
    interpreter_->moveTo(interpreter_->at(target), x, y, force);
}
void Machine::drag(std::int32_t target, double x, double y) {
    interpreter_->drag(interpreter_->at(target), x, y);
}
void Machine::turnTo(std::int32_t target, double direction) {
    interpreter_->turnTo(interpreter_->at(target), direction);
}
void Machine::resize(std::int32_t target, double size) {
    interpreter_->resize(interpreter_->at(target), size);
}
void Machine::setVisible(std::int32_t target, bool visible) {
    interpreter_->setVisible(interpreter_->at(target), visible);
}
void Machine::setEffect(std::int32_t target, Effect effect, double value) {
    interpreter_->setEffect(interpreter_->at(target), effect, value);
}
void Machine::setCostume(std::int32_t target, double index) {
    interpreter_->setCostume(interpreter_->at(target), index);
}
void Machine::setRotationStyle(std::int32_t target, RotationStyle style) {
    interpreter_->setRotationStyle(interpreter_->at(target), style);
}

const Reading& Machine::reading() const { return *interpreter_; }

}  // namespace ounce
