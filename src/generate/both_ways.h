// A suite is written twice, as data and as JavaScript. Both are read back and run before anybody is told that
// they are good.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "generate/generate.h"
#include "testing/result.h"
#include "vm/program.h"

namespace ounce {

// A test that does not pass on the program it was made for, in one way or the other.
struct FailedRerun {
    std::string test{};
    std::string file{};  // "suite.json" or "suite.js"
    std::string message{};
};

// The suite played once as data, on the program it was made for; `took`: seconds of each test by the clock of
// the job.
SuiteRun runGenerated(const std::shared_ptr<const Program>& program, const Suite& suite,
                      const GenerationOptions& options, const Job& job, std::vector<double>* took = nullptr);

struct BothWays {
    SuiteRun asData;
    std::vector<FailedRerun> failed{};
    std::size_t notRun = 0;  // tests for which there was no time left
};

// Tests that violate a property by intention may fail. What a budget of time has no room for is given up.
Result<BothWays> runBothWays(const std::shared_ptr<const Program>& program, const std::string& json,
                             const std::string& script, const GenerationOptions& options, const Job& job);

}  // namespace ounce
