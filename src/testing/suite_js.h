// Suites as JavaScript that Whisker runs unchanged.
#pragma once

#include <string>
#include <vector>

#include "testing/suite.h"

namespace ounce {

struct JavaScriptSuite {
    std::string text{};
    std::vector<std::string> notes{};  // what Whisker does a little differently, one sentence each
};

JavaScriptSuite writeSuiteJs(const Suite& suite);

}  // namespace ounce
