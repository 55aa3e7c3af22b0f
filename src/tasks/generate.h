// A test suite for a program: the search, then what makes its tests worth keeping.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/json.h"
#include "base/result.h"
#include "generate/for_whisker.h"
#include "generate/fresh_runs.h"
#include "generate/generate.h"
#include "generate/output.h"
#include "generate/robust.h"
#include "mutation/fresh_score.h"
#include "mutation/strengthen.h"

namespace ounce::tasks {

struct GenerateRequest {
    std::shared_ptr<const Program> program{};
    GenerationOptions options{};
    bool stable = false;      // assertions that hold whatever the random numbers are
    bool kill = false;        // half of the budget for tests and checks that notice mutants
    bool forWhisker = false;  // without checks that break there
    bool files = false;       // also the files of the suite, run once more
};

struct GenerateAnswer {
    GenerationOptions options{};
    Generation generation{};
    MadeFiles made{};                  // if they were asked for
    std::vector<std::string> files{};  // where they lie, once they were written
    std::optional<Strengthening> strengthening{};
    std::optional<Robustness> robust{};
    std::optional<LeftOut> leftOut{};
    std::optional<FreshRuns> fresh{};          // of the tests on the unchanged program
    std::optional<FreshScore> freshMutants{};  // with `kill`
    bool interrupted = false;

    // No property is violated, and every test passes in both files.
    [[nodiscard]] bool good() const { return generation.good() && made.failed.empty(); }
};

// A budget of time, which is that of the options if the job has none, is for everything.
Result<GenerateAnswer> generate(const GenerateRequest& request, const Job& job);
// Into a folder, which is made if need be.
Result<void> writeFiles(GenerateAnswer& answer, const std::string& folder);
Json toJson(const GenerateAnswer& answer);

}  // namespace ounce::tasks
