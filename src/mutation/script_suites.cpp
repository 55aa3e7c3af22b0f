#include "mutation/script_suites.h"

#include <algorithm>

#include "testing/whisker/workers.h"

namespace ounce {
namespace {

// Virtual time that a mutant may take for a test that names no limit: far more than the original took.
constexpr double kTimes = 10, kAtLeastMs = 10000;
// Real time, for what does not come to the end of a step.
constexpr double kWallSeconds = 20;

Kill killOf(const TestResult& result) {
    if (result.isGood()) return Kill::None;
    if (result.failure.name == kTimeoutError) return Kill::Timeout;
    return result.verdict == Verdict::Fail ? Kill::Assertion : Kill::Error;
}

}  // namespace

Result<ScriptSuite> ScriptSuite::record(const std::shared_ptr<const Program>& program, const SuiteFile& file,
                                        std::optional<Mode> mode, std::shared_ptr<const spec::Spec> spec,
                                        const Job& job) {
    ScriptSuite suite;
    suite.file_ = &file;
    suite.workers_ = std::make_shared<WhiskerWorkers>();
    suite.mode_ = mode;
    suite.spec_ = std::move(spec);
    WhiskerOptions options;
    if (mode) options.machine.mode = *mode;
    options.spec = suite.spec_;
    OUNCE_TRY(WhiskerRun run, suite.workers_->run(*program, file.script, file.path, options, job));
    suite.original_ = std::move(run.results);
    for (const TestResult& test : suite.original_)
        suite.timeoutMs_ = std::max(suite.timeoutMs_, test.seconds() * 1000 * kTimes + kAtLeastMs);
    return suite;
}

Result<std::vector<ScriptSuite::Answer>> ScriptSuite::play(const std::shared_ptr<const Program>& mutant,
                                                           const std::vector<std::uint8_t>& wanted, bool all,
                                                           const Job& job) const {
    WhiskerOptions options;
    if (mode_) options.machine.mode = *mode_;
    options.spec = spec_;
    options.timeoutMs = timeoutMs_;
    options.limits.seconds = kWallSeconds;
    options.wanted = wanted;
    if (!all) options.mostFailures = 1;
    OUNCE_TRY(const WhiskerRun run, workers_->run(*mutant, file_->script, file_->path, options, job));
    std::vector<Answer> answers(wanted.size());
    bool killed = false;
    for (std::size_t i = 0; i < run.results.size() && (all || !killed); i++) {
        const TestResult& result = run.results[i];
        if (!wanted[i] || !result.wasRun) continue;
        answers[i] = {.ran = true,
                      .run = {.kill = killOf(result), .message = result.message, .step = result.step}};
        killed = killed || answers[i].run.kill != Kill::None;
    }
    return answers;
}

}  // namespace ounce
