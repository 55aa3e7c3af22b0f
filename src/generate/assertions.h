// Regression assertions (Section 4.3): after each event of a test, what changed since the event before is
// worth checking.
#pragma once

#include <vector>

#include "generate/played.h"
#include "testing/suite.h"

namespace ounce {

// All that can be checked of a state, with the values it has now (Table 4 of the paper), always in the same
// order.
// `touching`: also who touches whom, which takes pictures.
std::vector<Check> observe(Look& look, bool touching = true);

// Whether both are about the same thing, whatever the value.
bool sameQuestion(const Check& a, const Check& b);

// Whether a test that expects one of them holds for the other: the text 0 is as good as the number.
bool sameAnswer(const Check& a, const Check& b);

// The events as a test, with assertions if they are asked for.
TestCase toTestCase(const FoundTest& found);
// False: interrupted; the test has no assertions then.
[[nodiscard]] bool addAssertions(const GenerationContext& context, const std::vector<UserEvent>& events,
                                 TestCase& test, bool onlyChanges = true);

}  // namespace ounce
