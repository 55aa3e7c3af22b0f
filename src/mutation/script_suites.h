// JavaScript suites in mutation analysis: they run in worker processes, which are kept, from the start, a
// mutant at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "mutation/recorded_run.h"
#include "testing/run_suites.h"

namespace ounce {

class WhiskerWorkers;

class ScriptSuite {
  public:
    // Runs the suite on the original; `spec`: properties that its tests watch, or null.
    static Result<ScriptSuite> record(const std::shared_ptr<const Program>& program, const SuiteFile& file,
                                      std::optional<Mode> mode, std::shared_ptr<const spec::Spec> spec,
                                      const Job& job);

    [[nodiscard]] const std::vector<TestResult>& original() const { return original_; }

    struct Answer {
        bool ran = false;
        MutantRun run{};
    };
    // One answer for each test. Tests with a zero in `wanted` are not run; after the first kill the rest is
    // not, unless `all`.
    [[nodiscard]] Result<std::vector<Answer>> play(const std::shared_ptr<const Program>& mutant,
                                                   const std::vector<std::uint8_t>& wanted, bool all,
                                                   const Job& job) const;

  private:
    const SuiteFile* file_ = nullptr;
    std::optional<Mode> mode_{};
    std::shared_ptr<const spec::Spec> spec_{};
    double timeoutMs_ = 0;
    std::shared_ptr<WhiskerWorkers> workers_{};
    std::vector<TestResult> original_;
};

}  // namespace ounce
