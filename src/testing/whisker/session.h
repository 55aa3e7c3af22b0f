// Runs tests of one suite in this process. For code that nobody vouches for use workers.h: what hangs or eats
// memory here hangs or eats the process.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "script/context.h"
#include "spec/monitor.h"
#include "testing/result.h"
#include "testing/whisker/suite.h"

namespace ounce {

class WhiskerRealm;

class WhiskerSession {
  public:
    // Each test starts from the snapshot; take it right after loading, before the flag.
    WhiskerSession(std::shared_ptr<const Program> program, const State& snapshot, WhiskerOptions options,
                   std::string suiteText, std::string fileName);
    ~WhiskerSession();
    WhiskerSession(const WhiskerSession&) = delete;
    WhiskerSession& operator=(const WhiskerSession&) = delete;

    Result<JsSuite> load();
    // After load: runs one test in a context of its own.
    TestResult run(std::size_t index);

  private:
    std::shared_ptr<const Program> program_;
    const State& snapshot_;
    WhiskerOptions options_;
    std::vector<spec::Monitor> properties_;  // of the options, bound to the program
    std::string text_, fileName_;
    JsEngine engine_;
    JsSuite suite_;
    // Has read the suite and run none of its tests: the first test takes it instead of reading it once more.
    std::unique_ptr<WhiskerRealm> fresh_;
};

// The program's state right after loading, from which every test starts.
State whiskerSnapshot(const Program& program, const WhiskerOptions& options);

}  // namespace ounce
