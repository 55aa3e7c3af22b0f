#include "testing/moment.h"

#include "vm/machine.h"

namespace ounce {

Moment testStart(const Program& program, const MachineOptions& options, std::uint32_t seed) {
    Moment moment{initialState(program, options, seed)};
    Machine(program, moment.state, options).greenFlag();
    reseed(moment, seed);
    return moment;
}

void reseed(Moment& moment, std::uint32_t seed) { moment.state.random = Generator(seed); }

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
        machine.greenFlag();
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
