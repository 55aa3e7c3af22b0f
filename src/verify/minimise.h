// Makes a witness easier to follow: fewer actions, pauses that a person can keep, small answers. Whatever is
// tried is run; what does not violate the property is thrown away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/job.h"
#include "spec/monitor.h"
#include "verify/witness.h"

namespace ounce::verify {

// The same witness gives the same result everywhere, unless its job is over before.
struct MinimiseLimits {
    std::uint64_t runs = 400;
    std::uint64_t steps = 400000;  // of all runs together
};

// Between two actions of a person: 0.2 s. A key or button that is only tapped: 0.1 s.
constexpr std::uint64_t kHumanPause = 6;
constexpr std::uint64_t kHumanTap = 3;

// A witness for the same property that is at most as long in actions. One that does not violate the property
// comes back as it is. The result ends with the step of the violation and holds everything that its run drew.
Witness minimise(const Program& program, const std::vector<spec::Monitor>& monitors,
                 std::size_t propertyIndex, Witness witness, const MinimiseLimits& limits = {},
                 const Job& job = {});

}  // namespace ounce::verify
