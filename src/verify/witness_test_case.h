// A witness as a test: what the user does, as events that last a while.
#pragma once

#include <string>
#include <vector>

#include "testing/suite.h"
#include "verify/witness.h"

namespace ounce::verify {

struct WitnessTest {
    TestCase test{};
    std::vector<std::string> notes{};  // what a test cannot do, one sentence each
};

// Presses are joined with their releases. Values that variables begin with and random outcomes are not part
// of a test.
WitnessTest testOf(const Witness& witness);

// The suite around it: the mode and the options of the machine.
Suite suiteOf(const Witness& witness, TestCase test);

}  // namespace ounce::verify
