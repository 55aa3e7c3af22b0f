// Suites and results as JSON: as api/driver.js describes them, and as workers send them.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "testing/result.h"
#include "testing/whisker/suite.h"

namespace ounce {

// What whisker.load of driver.js gives; fails with what is wrong with the list of tests.
Result<JsSuite> readSuite(std::string_view json);
// What whisker.result of driver.js gives, or a worker: everything but the name and the description.
TestResult readResult(std::string_view json);

std::string writeSuite(const JsSuite& suite);
std::string writeResult(const TestResult& result);

}  // namespace ounce
