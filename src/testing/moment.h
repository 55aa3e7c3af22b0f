// A moment of a test. It is a value: whoever keeps one can stop anywhere, go on from there, and try something
// else.
#pragma once

#include <cstdint>

#include "testing/suite.h"
#include "vm/machine_options.h"
#include "vm/program.h"
#include "vm/state.h"
#include "vm/user.h"

namespace ounce {

// The program and the hands of its user, between two steps.
struct Moment {
    State state;
    User user{};
    bool operator==(const Moment&) const = default;
};

// Where a test starts: loaded, the green flag clicked, no step done, the random numbers seeded. The same
// moment serves all tests of a program; `reseed` gives each its own random numbers.
Moment testStart(const Program& program, const MachineOptions& options, std::uint32_t seed);
void reseed(Moment& moment, std::uint32_t seed);
// Where this test starts: at `start`, the program's testStart, with its own random numbers, unless its
// variables begin with other values.
Moment startOf(const Program& program, const MachineOptions& options, const Moment& start,
               const TestCase& test);
// The flag is clicked before anyone watches: what counts as executed at the start, a byte per statement.
void coverStart(const Program& program, std::uint8_t* coverage);

}  // namespace ounce
