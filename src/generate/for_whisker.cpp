#include "generate/for_whisker.h"

#include <algorithm>
#include <numeric>

#include "testing/moment.h"
#include "testing/timed_checks.h"
#include "vm/machine.h"

namespace ounce {

namespace {

bool changesLayers(const Program& program) {
    return std::any_of(program.statements.begin(), program.statements.end(), [](const Statement& statement) {
        return statement.opcode == Opcode::looks_gotofrontback ||
               statement.opcode == Opcode::looks_goforwardbackwardlayers;
    });
}

class WhiskersRow {
  public:
    WhiskersRow(const Program& program, const MachineOptions& options)
        : program_(program), options_(options), saved_(initialState(program, options, 0)), state_(saved_) {}

    // Plays the next test; the checks that fail.
    std::vector<std::size_t> play(const TestCase& test) {
        takeBack();
        Moment moment{std::move(state_)};
        Machine machine(program_, moment.state, options_);
        begin(machine, moment, test);
        std::vector<std::size_t> failed;
        Look look(machine.reading());
        TimedChecks checks(test);
        auto event = test.events.begin();
        while (true) {
            look.refresh();
            checks.look(look, [&](std::size_t index, const CheckOutcome&) {
                failed.push_back(index);
                return true;
            });
            for (; event != test.events.end() && event->at <= moment.state.step; ++event)
                moment.user.perform(machine, event->event);
            if (moment.state.step >= test.steps) break;
            moment.user.step(machine);
        }
        machine.stopAll();
        machine.step();
        state_ = std::move(moment.state);
        return failed;
    }

  private:
    // What Whisker's save state holds.
    void takeBack() {
        Machine machine(program_, state_, options_);
        machine.stopAll();
        for (std::size_t i = 0; i < program_.sprites.size(); i++) {
            const TargetState& from = *saved_.targets[i];
            TargetState& to = *state_.targets[i];
            to.direction = from.direction;
            to.size = from.size;
            to.costume = from.costume;
            to.draggable = from.draggable;
            to.dragging = from.dragging;
            to.effects = from.effects;
            to.visible = from.visible;
            to.volume = from.volume;
            to.variables = from.variables;
            to.lists = from.lists;
            if (!program_.sprites[i].isStage) machine.drag(static_cast<std::int32_t>(i), from.x, from.y);
        }
        state_.step = 0;
        state_.now = 0;
        state_.timers.clear();
        state_.keysDown.clear();
    }

    void begin(Machine& machine, Moment& moment, const TestCase& test) {
        for (const InitialValue& initial : test.initial) {
            machine.input({.kind = InputEvent::Kind::SetVariable,
                           .name = initial.sprite,
                           .variable = initial.variable,
                           .value = initial.value});
        }
        machine.greenFlag();
        machine.input({.kind = InputEvent::Kind::MouseUp, .x = 0, .y = 0});
        reseed(moment, test.seed);
    }

    const Program& program_;
    const MachineOptions& options_;
    const State saved_;
    State state_;
};

}  // namespace

LeftOut fitForWhisker(const Program& program, Suite& suite) {
    LeftOut out;
    if (changesLayers(program)) {
        for (TestCase& test : suite.tests) {
            out.layers += std::erase_if(
                test.checks, [](const TimedCheck& timed) { return timed.check.kind == Check::Kind::Layer; });
        }
    }
    const MachineOptions options = suite.machineOptions();
    std::vector<std::size_t> order(suite.tests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int direction = 0; direction < 2; direction++) {
        WhiskersRow row(program, options);
        for (const std::size_t place : order) {
            TestCase& test = suite.tests[place];
            std::vector<std::uint8_t> failed(test.checks.size());
            for (const std::size_t index : row.play(test)) failed[index] = 1;
            std::size_t next = 0;
            out.others += std::erase_if(test.checks, [&](const TimedCheck&) { return failed[next++] != 0; });
        }
        std::reverse(order.begin(), order.end());
    }
    return out;
}

}  // namespace ounce
