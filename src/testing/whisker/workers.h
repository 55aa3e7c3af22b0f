// Runs a suite in worker processes: a test that hangs, crashes or eats memory is an error of that test alone.
//
// The results are in the order of the suite and do not depend on the number of workers. As workers are
// copies of this process, call this before starting threads, and never in a process that made a JsEngine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "testing/result.h"
#include "testing/whisker/suite.h"

namespace ounce {

struct WhiskerRun {
    JsSuite suite;
    std::vector<TestResult> results;  // one for each test of the suite
};

// Fails only if the suite cannot be loaded.
Result<WhiskerRun> runWhiskerSuite(const std::shared_ptr<const Program>& program,
                                   const std::string& suiteText, const std::string& fileName,
                                   const WhiskerOptions& options);

}  // namespace ounce
