#include "testing/whisker/workers.h"

#include <algorithm>
#include <optional>

#include "testing/whisker/result_json.h"
#include "testing/whisker/service.h"

namespace ounce {
namespace {

constexpr std::size_t kLoading = static_cast<std::size_t>(-1);

class SuiteRunner {
  public:
    SuiteRunner(WorkerPool& pool, std::uint64_t number, std::string loading, const std::string& fileName,
                const WhiskerOptions& options, const Job& job)
        : pool_(pool),
          number_(number),
          loading_(std::move(loading)),
          fileName_(fileName),
          options_(options),
          job_(job) {
        pool_.setLimits(options.limits);
    }

    Result<WhiskerRun> run() {
        OUNCE_CHECK(prepareWorker());
        while (!suite_ && !job_.isOver()) OUNCE_CHECK(takeAnswers());
        if (!suite_) return WhiskerRun{};  // nobody knows what it would have been
        results_.resize(suite_->tests.size());
        isFinished_.resize(results_.size());
        while (finished_ < results_.size()) {
            if (job_.isOver()) {
                leaveTheRest();
                break;
            }
            handOut();
            const std::size_t wanted =
                std::min(std::max<std::size_t>(job_.threads, 1), results_.size() - finished_);
            while (pool_.preparedFor(number_) < wanted) OUNCE_CHECK(prepareWorker());
            // A suite that could be loaded once and cannot be loaded again has no tests that could be run.
            OUNCE_CHECK(takeAnswers());
        }
        return WhiskerRun{std::move(*suite_), std::move(results_)};
    }

  private:
    Result<void> prepareWorker() { return pool_.prepare(number_, kLoading, loading_); }

    // Tests are handed out in order, so all before the last failure that counts are run.
    [[nodiscard]] bool isLeftOut(std::size_t test) const {
        return (test < options_.wanted.size() && !options_.wanted[test]) ||
               (options_.wants && !options_.wants(suite_->tests[test].name)) ||
               failures_ >= options_.mostFailures;
    }

    void handOut() {
        for (; next_ < results_.size(); next_++) {
            if (isLeftOut(next_)) {
                TestResult skipped;
                skipped.verdict = Verdict::Skip;
                skipped.message = "nobody asked for it";
                finish(next_, std::move(skipped));
            } else if (!pool_.givePrepared(number_, next_, testMessage(next_))) {
                return;
            }
        }
    }

    void leaveTheRest() {
        for (std::size_t i = 0; i < results_.size(); i++) {
            if (!isFinished_[i]) results_[i] = notRun(suite_->tests[i].name, suite_->tests[i].description);
        }
    }

    // Fails if the suite cannot be loaded.
    Result<void> takeAnswers() {
        for (const WorkerAnswer& answer : pool_.wait()) {
            if (answer.task == kLoading) {
                OUNCE_CHECK(takeSuite(answer));
            } else {
                finish(answer.task, resultOf(answer));
            }
        }
        return {};
    }

    Result<void> takeSuite(const WorkerAnswer& answer) {
        if (!answer.trouble.empty()) return fail("loading the suite " + answer.trouble, fileName_);
        if (suite_) return {};  // another worker told us before
        OUNCE_TRY(suite_, readLoadAnswer(answer.text));
        return {};
    }

    static TestResult resultOf(const WorkerAnswer& answer) {
        if (answer.trouble.empty()) return readResult(answer.text);
        TestResult result;
        result.verdict = Verdict::Error;
        result.message = "the test " + answer.trouble;
        if (answer.late) result.failure.name = kTimeoutError;
        return result;
    }

    void finish(std::size_t index, TestResult result) {
        result.name = suite_->tests[index].name;
        result.description = suite_->tests[index].description;
        failures_ += result.isGood() ? 0 : 1;
        results_[index] = std::move(result);
        isFinished_[index] = 1;
        finished_++;
        job_.report(finished_, results_.size(), "tests");
    }

    WorkerPool& pool_;
    const std::uint64_t number_;
    const std::string loading_;
    const std::string& fileName_;
    const WhiskerOptions& options_;
    const Job& job_;
    std::optional<JsSuite> suite_{};
    std::vector<TestResult> results_;
    std::vector<std::uint8_t> isFinished_;
    std::size_t next_ = 0, finished_ = 0;
    int failures_ = 0;
};

}  // namespace

WhiskerWorkers::WhiskerWorkers() : pool_(std::string(kWhiskerService), {}) {}
WhiskerWorkers::~WhiskerWorkers() = default;

Result<WhiskerRun> WhiskerWorkers::run(const Program& program, const std::string& suiteText,
                                       const std::string& fileName, const WhiskerOptions& options,
                                       const Job& job) {
    auto run = SuiteRunner(pool_, ++suites_, loadMessage(program, suiteText, fileName, options), fileName,
                           options, job)
                   .run();
    // Whoever is still busy has lost its suite.
    if (pool_.busy() > 0) pool_.dismissAll();
    return run;
}

Result<WhiskerRun> runWhiskerSuite(const std::shared_ptr<const Program>& program,
                                   const std::string& suiteText, const std::string& fileName,
                                   const WhiskerOptions& options, const Job& job) {
    return WhiskerWorkers().run(*program, suiteText, fileName, options, job);
}

}  // namespace ounce
