#include "testing/whisker/workers.h"

#include <algorithm>
#include <optional>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "script/context.h"
#include "testing/whisker/result_json.h"
#include "testing/whisker/session.h"
#include "workers/worker_pool.h"

namespace ounce {
namespace {

constexpr std::size_t kLoading = static_cast<std::size_t>(-1);

// ---- what a worker says when asked to load ----

std::string writeError(const Error& error) {
    JsonWriter json;
    json.beginObject().key("what").string(error.what).key("where").string(error.where);
    return json.key("advice").string(error.advice).endObject().take();
}

Error readError(const JsonObject& root) {
    const auto text = [&](std::string_view key) {
        std::string_view found;
        return root.get(key, found) ? std::string(found) : std::string();
    };
    return {text("what"), text("where"), text("advice")};
}

Result<JsSuite> readAnswer(const std::string& answer) {
    JsonDocument document;
    JsonObject root;
    if (document.parse(answer) == JsonProblem::None && document.root().get(root) && root.has("what")) {
        return std::unexpected(readError(root));
    }
    return readSuite(answer);
}

// ---- the run ----

class SuiteRunner {
  public:
    SuiteRunner(const std::shared_ptr<const Program>& program, const std::string& text,
                const std::string& fileName, const WhiskerOptions& options)
        : program_(program),
          text_(text),
          fileName_(fileName),
          options_(options),
          snapshot_(whiskerSnapshot(*program, options)),
          pool_([this] { return makeServe(); }, options.limits) {}

    Result<WhiskerRun> run() {
        loadJavaScript();  // here, for all workers of this process
        OUNCE_CHECK(startWorker());
        while (!suite_) OUNCE_CHECK(takeAnswers());
        results_.resize(suite_->tests.size());
        isFinished_.resize(results_.size());
        const auto jobs = static_cast<std::size_t>(std::max(1, options_.jobs));
        while (finished_ < results_.size()) {
            if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
                leaveTheRest();
                break;
            }
            handOut();
            while (pool_.size() < std::min(jobs, results_.size() - finished_)) OUNCE_CHECK(startWorker());
            // A suite that could be loaded once and cannot be loaded again has no tests that could be run.
            OUNCE_CHECK(takeAnswers());
        }
        return WhiskerRun{std::move(*suite_), std::move(results_)};
    }

  private:
    Result<void> startWorker() { return pool_.start(kLoading, "load"); }

    // In the worker.
    WorkerProcess::Serve makeServe() {
        auto session = std::make_shared<WhiskerSession>(program_, snapshot_, options_, text_, fileName_);
        return [session](const std::string& message) {
            if (message == "load") {
                auto suite = session->load();
                return suite ? writeSuite(*suite) : writeError(suite.error());
            }
            return writeResult(session->run(std::stoul(message)));
        };
    }

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
            } else if (!pool_.give(next_, std::to_string(next_))) {
                return;
            }
        }
    }

    // The workers die with the pool.
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
        OUNCE_TRY(suite_, readAnswer(answer.text));
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
    }

    const std::shared_ptr<const Program>& program_;
    const std::string& text_;
    const std::string& fileName_;
    const WhiskerOptions& options_;
    const State snapshot_;  // made before the first fork: workers share it
    WorkerPool pool_;
    std::optional<JsSuite> suite_{};
    std::vector<TestResult> results_;
    std::vector<std::uint8_t> isFinished_;
    std::size_t next_ = 0, finished_ = 0;
    int failures_ = 0;
};

}  // namespace

Result<WhiskerRun> runWhiskerSuite(const std::shared_ptr<const Program>& program,
                                   const std::string& suiteText, const std::string& fileName,
                                   const WhiskerOptions& options) {
    return SuiteRunner(program, suiteText, fileName, options).run();
}

}  // namespace ounce
