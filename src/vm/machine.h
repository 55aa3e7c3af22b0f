// Runs a program: the verbs for whoever wants to move a state. A machine is bound to one program and one
// state; make one wherever a state is to be moved. Nothing here reads a clock or keeps anything outside the
// state.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/machine_options.h"
#include "vm/observer.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce {

class Interpreter;
class Reading;

class Machine {
    std::unique_ptr<Interpreter> interpreter_;

  public:
    // All three stay where they are while the machine is in use.
    Machine(const Program& program, State& state, const MachineOptions& options);
    ~Machine();

    const Program& program;
    State& state;  // may be replaced by another state of the program between two steps

    // ---- who is asked, and who watches ----
    Choices*& choices;
    DecisionObserver*& decisions;
    std::uint8_t*& coverage;  // one byte per statement, set to 1 when it is executed
    // As many as like to, in the order in which they came. They must live as long as the machine is used.
    void watch(Observer& observer);
    void unwatch();  // nobody any more

    // ---- time ----
    // One step: timers, inputs, passes over the threads.
    void step(std::span<const InputEvent> inputs = {});
    // Whether no script is running.
    [[nodiscard]] bool idle() const { return state.threadList.empty(); }

    // ---- what a user does ----
    void input(const InputEvent& event);
    void greenFlag();
    void stopAll();
    void clickTarget(std::int32_t target);

    // ---- what a test may do to a target from outside, as if a block had done it ----
    void moveTo(std::int32_t target, double x, double y, bool force = false);
    void drag(std::int32_t target, double x, double y);
    void turnTo(std::int32_t target, double direction);
    void resize(std::int32_t target, double size);
    void setVisible(std::int32_t target, bool visible);
    void setEffect(std::int32_t target, Effect effect, double value);
    void setCostume(std::int32_t target, double index);
    void setRotationStyle(std::int32_t target, RotationStyle style);

    // Where the machine stands, also in the middle of a step; to be read through a Look (look.h).
    [[nodiscard]] const Reading& reading() const;
    // For those who put in blocks of their own; interpreter.h.
    [[nodiscard]] Interpreter& interpreter() { return *interpreter_; }

  private:
    Observers several_;
};

}  // namespace ounce
