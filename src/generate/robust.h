// Checks that hold whatever the random numbers are (--stable): weakened where a value depends on them, and
// tried with so many seeds that a false alarm is unlikely. See docs/generate.md for the reasoning.
#pragma once

#include "base/job.h"
#include "testing/moment.h"
#include "testing/suite.h"

namespace ounce {

struct RobustOptions {
    int training = 30;  // runs from which checks are made
    // So many further seeds in a row must break no check of a test. By the rule of three, a test that passed
    // n of n fails with a chance of at most 3 / n, with 95 % confidence; seen from before (Laplace's rule),
    // of 1 / (n + 2).
    int quiet = 300;
    int most = 3000;  // runs in all; what is not quiet by then loses all checks that are like one that failed
    Job job{};        // asked all the time
};

struct Robustness {
    std::int64_t runs = 0;    // how many there were
    std::size_t unquiet = 0;  // tests that were not quiet for as many seeds as asked for
};

// Adds to the test what can be checked of it, and weakens or drops what does not hold with other seeds, also
// of the checks that it has. `start` is the program's testStart.
Robustness makeRobust(const Program& program, const MachineOptions& options, const Moment& start,
                      TestCase& test, const RobustOptions& how);
// Every test of a suite that is not to violate a property. The result does not depend on the number of
// threads.
Robustness makeRobust(const Program& program, Suite& suite, const Job& job);

}  // namespace ounce
