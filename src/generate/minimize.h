// Minimisation (Section 5.4): tests that are 1-minimal, so that leaving out any event loses the goal, and a
// suite without tests that others make superfluous. Works on events, not on codons: leaving one out does not
// change the meaning of the rest.
#pragma once

#include <functional>
#include <vector>

#include "generate/played.h"

namespace ounce {

struct Minimized {
    FoundTest test{};
    std::int64_t executions = 0, steps = 0;
    bool minimal = true;  // false: interrupted before that was known
};

// Leaves out events as long as the goal stays covered: the last ones first, again and again until none can
// go. Nothing is executed twice before the event that is left out.
// Tries the usual seed first. Where there is no time left, the test stays as it was found.
Minimized minimize(const GenerationContext& context, const FoundTest& test, std::size_t goal);

struct MinimizedSuite {
    std::vector<FoundTest> tests;
    std::int64_t executions = 0, steps = 0;
    bool minimal = true;
};

// The test that covers a goal; none: the goal is not covered.
using TestOfGoal = std::function<const FoundTest*(std::size_t goal)>;

// For each goal that no test of the suite covers yet, those that depend on most decisions first, a minimal
// test. Then tests whose goals are all covered by others go. Does not depend on the number of threads.
MinimizedSuite minimizeSuite(const GenerationContext& context, const TestOfGoal& testOf, std::size_t threads);

// Without minimising: the tests as they are, without those that others make superfluous.
MinimizedSuite selectSuite(const GenerationContext& context, const TestOfGoal& testOf, std::size_t threads);

// Leaves out tests whose goals are all covered by the others; the longest ones are tried first.
void dropSuperfluous(std::vector<FoundTest>& tests);

}  // namespace ounce
