#include "testing/moment.h"

#include "vm/machine.h"

namespace ounce {

namespace {

// The flag, then what Whisker does before the first step of a test.
void begin(Machine& machine, const MachineOptions& options) {
    machine.greenFlag();
    if (options.numbers == Numbers::Whisker)
        machine.input({.kind = InputEvent::Kind::MouseMove, .x = 0, .y = 0});
}

}  // namespace

Moment testStart(const Program& program, const MachineOptions& options, std::uint32_t seed) {
    Moment moment{initialState(program, options, seed)};
    Machine machine(program, moment.state, options);
    begin(machine, options);
    reseed(moment, seed);
    return moment;
}

void reseed(Moment& moment, std::uint32_t seed) { moment.state.random = moment.state.random.seeded(seed); }

Moment startOf(const Program& program, const MachineOptions& options, const Moment& start,
               const TestCase& test) {
    Moment moment = start;
    if (!test.initial.empty()) {
        moment = {initialState(program, options, test.seed)};
        Machine machine(program, moment.state, options);
        for (const InitialValue& initial : test.initial) {
            machine.input({.kind = InputEvent::Kind::SetVariable,
                           .name = initial.sprite,
                           .variable = initial.variable,
                           .value = initial.value});
        }
        begin(machine, options);
    }
    reseed(moment, test.seed);
    return moment;
}

void coverStart(const Program& program, std::uint8_t* coverage) {
    for (const std::vector<std::int32_t>& scripts : program.flagHats.scripts) {
        for (const std::int32_t script : scripts)
            coverage[program.scripts[static_cast<std::size_t>(script)].hat] = 1;
    }
}

}  // namespace ounce
