// A recorded run as a test: what the user did, as events that last a while, and everything that the program
// could not know.
#pragma once

#include <string>
#include <vector>

#include "testing/suite.h"
#include "vm/log.h"

namespace ounce {

struct RecordedTest {
    TestCase test{};
    std::vector<std::string> notes{};  // what a test cannot do, one sentence each
};

// Presses are joined with their releases.
RecordedTest recordedTest(const Log& log);

// The suite around it: the mode and the options of the machine.
Suite suiteOf(const Log& log, TestCase test);

}  // namespace ounce
