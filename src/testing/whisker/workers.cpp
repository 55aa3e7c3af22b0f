#include "testing/whisker/workers.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <simdjson.h>

#include "base/json_writer.h"
#include "script/context.h"
#include "testing/whisker/result_json.h"
#include "testing/whisker/session.h"
#include "testing/worker_process.h"

namespace ounce {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLoading = static_cast<std::size_t>(-1);
constexpr int kLookEveryMs = 20;

// ---- what a worker says when asked to load ----

std::string writeError(const Error& error) {
    JsonWriter json;
    json.beginObject().key("what").string(error.what).key("where").string(error.where);
    return json.key("advice").string(error.advice).endObject().take();
}

Error readError(const simdjson::dom::element& root) {
    const auto text = [&](std::string_view key) {
        std::string_view found;
        return root[key].get(found) == simdjson::SUCCESS ? std::string(found) : std::string();
    };
    return {text("what"), text("where"), text("advice")};
}

Result<JsSuite> readAnswer(const std::string& answer) {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (parser.parse(answer).get(root) == simdjson::SUCCESS && root["what"].error() == simdjson::SUCCESS) {
        return std::unexpected(readError(root));
    }
    return readSuite(answer);
}

// ---- the pool ----

class Pool {
  public:
    Pool(const std::shared_ptr<const Program>& program, const std::string& text, const std::string& fileName,
         const WhiskerOptions& options)
        : program_(program),
          text_(text),
          fileName_(fileName),
          options_(options),
          snapshot_(whiskerSnapshot(*program, options)) {}

    Result<WhiskerRun> run() {
        loadJavaScript();  // here, for all workers of this process
        OUNCE_CHECK(startWorker());
        while (!suite_) {
            look();
            if (loadError_) return std::unexpected(*loadError_);
        }
        WhiskerRun result;
        result.suite = *suite_;
        results_.resize(suite_->tests.size());
        const auto jobs = std::min(static_cast<std::size_t>(std::max(1, options_.jobs)), results_.size());
        while (workers_.size() < jobs) OUNCE_CHECK(startWorker());
        while (finished_ < results_.size()) {
            handOut();
            look();
            // It could be loaded once: a suite that cannot be loaded again has no tests that could be run.
            if (loadError_) return std::unexpected(*loadError_);
            while (workers_.size() < std::min(jobs, results_.size() - finished_)) OUNCE_CHECK(startWorker());
        }
        result.results = std::move(results_);
        return result;
    }

  private:
    struct Worker {
        WorkerProcess process;
        std::optional<std::size_t> task{};  // index of the test, or kLoading
        Clock::time_point deadline{};
    };

    Result<void> startWorker() {
        auto process = WorkerProcess::start([this] { return makeServe(); });
        if (!process) return std::unexpected(std::move(process).error());
        workers_.push_back({std::move(*process)});
        give(workers_.back(), kLoading, "load");
        return {};
    }

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

    void give(Worker& worker, std::size_t task, const std::string& message) {
        worker.task = task;
        worker.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(options_.wallSeconds));
        worker.process.send(message);
    }

    // Tests are handed out in order, so all before the first failure are run.
    [[nodiscard]] bool isLeftOut(std::size_t test) const {
        return (test < options_.wanted.size() && !options_.wanted[test]) ||
               (options_.untilFirstFailure && hasFailed_);
    }

    void handOut() {
        for (Worker& worker : workers_) {
            if (worker.task) continue;
            while (next_ < results_.size() && isLeftOut(next_)) {
                TestResult skipped;
                skipped.verdict = Verdict::Skip;
                skipped.message = "nobody asked for it";
                finish(next_++, std::move(skipped));
            }
            if (next_ == results_.size()) return;
            give(worker, next_, std::to_string(next_));
            next_++;
        }
    }

    // Waits a moment for answers, then sees to what came and to who took too much.
    void look() {
        std::vector<pollfd> descriptors;
        for (const Worker& worker : workers_) descriptors.push_back({worker.process.descriptor(), POLLIN, 0});
        poll(descriptors.data(), descriptors.size(), kLookEveryMs);
        for (std::size_t i = workers_.size(); i-- > 0;) {
            Worker& worker = workers_[i];
            if (const auto answer = worker.process.receive()) {
                take(worker, *answer);
            } else if (const std::string reason = trouble(worker); !reason.empty()) {
                giveUp(worker, reason);
                workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
    }

    void take(Worker& worker, const std::string& answer) {
        const std::size_t task = *worker.task;
        worker.task.reset();
        if (task != kLoading) {
            finish(task, readResult(answer));
            return;
        }
        if (suite_) return;  // another worker told us before
        if (auto suite = readAnswer(answer)) {
            suite_ = std::move(*suite);
        } else {
            loadError_ = std::move(suite).error();
        }
    }

    static bool isLate(const Worker& worker) { return worker.task && Clock::now() >= worker.deadline; }

    // Why a worker has to be given up, or nothing.
    std::string trouble(Worker& worker) {
        if (worker.process.isGone()) {
            const int signal = worker.process.signal();
            return signal == 0 ? "made the JavaScript engine end"
                               : fmt::format("made the JavaScript engine crash (signal {})", signal);
        }
        if (isLate(worker)) {
            return fmt::format("was stopped after {} seconds of real time: it seems to run for ever",
                               options_.wallSeconds);
        }
        if (worker.process.memoryBytes() > options_.memoryBytes) {
            return fmt::format("was stopped because it took more than {} MB of memory",
                               options_.memoryBytes >> 20);
        }
        return {};
    }

    void giveUp(Worker& worker, const std::string& reason) {
        if (!worker.task) return;
        if (*worker.task == kLoading) {
            loadError_ = Error{"loading the suite " + reason, fileName_, {}};
            return;
        }
        TestResult result;
        result.verdict = Verdict::Error;
        result.message = "the test " + reason;
        if (isLate(worker)) result.failure.name = kTimeoutError;
        finish(*worker.task, std::move(result));
    }

    void finish(std::size_t index, TestResult result) {
        result.name = suite_->tests[index].name;
        result.description = suite_->tests[index].description;
        hasFailed_ = hasFailed_ || !result.isGood();
        results_[index] = std::move(result);
        finished_++;
    }

    const std::shared_ptr<const Program>& program_;
    const std::string& text_;
    const std::string& fileName_;
    const WhiskerOptions& options_;
    const State snapshot_;  // made before the first fork: workers share it
    std::vector<Worker> workers_;
    std::optional<JsSuite> suite_{};
    std::optional<Error> loadError_{};
    std::vector<TestResult> results_;
    std::size_t next_ = 0, finished_ = 0;
    bool hasFailed_ = false;
};

}  // namespace

Result<WhiskerRun> runWhiskerSuite(const std::shared_ptr<const Program>& program,
                                   const std::string& suiteText, const std::string& fileName,
                                   const WhiskerOptions& options) {
    return Pool(program, suiteText, fileName, options).run();
}

}  // namespace ounce
