// Suites of any kind on projects.
#pragma once

#include <cstddef>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "models/model.h"
#include "neuro/dynamic_suite.h"
#include "testing/run_suites.h"

namespace ounce::tasks {

struct TestRequest {
    std::vector<LoadedProgram> projects{};
    std::vector<SuiteFile> suites{};              // as data and in JavaScript
    std::vector<neuro::NetworkSuite> networks{};  // each network is a test
    std::vector<models::Model> models{};          // go along with every test and may fail it
    SuiteOptions options{};
};

struct TestAnswer {
    std::vector<SuiteRun> runs{};  // one for each project
    bool interrupted = false;

    [[nodiscard]] std::size_t notRun() const;  // tests that nobody came to
};

// Fails if a suite cannot be loaded, or if what is asked for does not go together.
Result<TestAnswer> test(const TestRequest& request, const Job& job);

}  // namespace ounce::tasks
