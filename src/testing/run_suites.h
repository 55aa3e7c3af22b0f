// Suites on projects: what `ounce test` does between reading its arguments and writing its reports.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "spec/syntax.h"
#include "testing/companion.h"
#include "testing/result.h"
#include "testing/suite.h"
#include "vm/load_program.h"

namespace ounce {

// A suite of either kind.
struct SuiteFile {
    std::string path{};
    std::optional<Suite> data{};  // Ounce's JSON
    std::string script{};         // else Whisker's JavaScript
};

// By the ending: .json or .js.
Result<SuiteFile> loadSuiteFile(const std::string& path);
Result<std::vector<SuiteFile>> loadSuiteFiles(const std::vector<std::string>& paths);
// Whether a file holds one of Ounce's suites; a .json file may just as well hold a project.
bool looksLikeSuiteJson(std::string_view json);

struct SuiteOptions {
    // Which tests, by the path of the project and the name of the test; none: all.
    std::function<bool(const std::string& project, const std::string& test)> wants{};
    std::optional<std::uint32_t> seed{};  // instead of what the tests say
    int repeat = 1;                       // with the seeds that follow, to find tests that depend on them
    int mostFailures = 0;        // after so many tests that are not good the rest is not run; 0: all are
    double timeout = 0;          // virtual seconds that a test may take; 0: as the suites say
    std::optional<Mode> mode{};  // instead of what the suites say
    bool pictures = false;       // what a page shows: the stage where a test failed, tests as stories
    bool blame = true;
    std::shared_ptr<const spec::Spec> spec{};  // properties that every test watches
    // Who goes along with the tests of a program, and what becomes of a test by what they found.
    std::function<Companions(const Program&)> companions{};
    std::function<void(TestResult&)> judge{};
};

// One run for each project, in that order. A project that could not be read becomes a run with a `problem`.
// Fails if a JavaScript suite cannot be loaded. When the job is over, tests that are not done are left out.
Result<std::vector<SuiteRun>> runSuites(const std::vector<LoadedProgram>& projects,
                                        const std::vector<SuiteFile>& suites, const SuiteOptions& options,
                                        const Job& job);

// Several runs of one test as one result: the first that was not good, else the first; flaky if they differ.
TestResult mergeRepetitions(std::vector<TestResult> repetitions);

}  // namespace ounce
