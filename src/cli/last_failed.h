// Which tests failed the last time, for `ounce test --last-failed`.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testing/result.h"

namespace ounce {

using FailedTests = std::set<std::pair<std::string, std::string>>;  // path of the project, name of the test

// Of the last run with the same suites, whatever the projects; empty: none failed, or there was none.
FailedTests lastFailed(const std::vector<std::string>& suites);
// Keeps what failed now. Tests that were not run stay as they were.
void rememberFailed(const std::vector<std::string>& suites, const std::vector<SuiteRun>& runs);

}  // namespace ounce
