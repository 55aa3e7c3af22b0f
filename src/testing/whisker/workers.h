// Runs a suite in worker processes: a test that hangs, crashes or eats memory is an error of that test alone.
//
// The results are in the order of the suite and do not depend on the number of workers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "testing/result.h"
#include "testing/whisker/suite.h"
#include "workers/worker_pool.h"

namespace ounce {

struct WhiskerRun {
    JsSuite suite;
    std::vector<TestResult> results;  // one for each test of the suite
};

// Workers that are kept from one suite to the next. One suite at a time; not for several threads.
class WhiskerWorkers {
  public:
    WhiskerWorkers();
    ~WhiskerWorkers();
    WhiskerWorkers(const WhiskerWorkers&) = delete;
    WhiskerWorkers& operator=(const WhiskerWorkers&) = delete;

    // Fails only if the suite cannot be loaded. When the job is over, tests that are not done are left out.
    Result<WhiskerRun> run(const Program& program, const std::string& suiteText, const std::string& fileName,
                           const WhiskerOptions& options, const Job& job);

  private:
    WorkerPool pool_;
    std::uint64_t suites_ = 0;  // how many there have been
};

// With workers of its own.
Result<WhiskerRun> runWhiskerSuite(const std::shared_ptr<const Program>& program,
                                   const std::string& suiteText, const std::string& fileName,
                                   const WhiskerOptions& options, const Job& job);

}  // namespace ounce
