#include "testing/worker_tasks.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <poll.h>

#include "testing/worker_process.h"

namespace ounce {
namespace {

using Clock = std::chrono::steady_clock;

// Answers wake the pool at once; this is how soon it notices who takes too long or too much.
constexpr int kLookEveryMs = 100;

class TaskPool {
  public:
    TaskPool(std::size_t count, const TaskOptions& options,
             const std::function<std::string(std::size_t)>& task,
             const std::function<void(std::size_t, const TaskAnswer&)>& done)
        : options_(options), task_(task), done_(done), answers_(count) {}

    Result<std::vector<TaskAnswer>> run() {
        while (true) {
            OUNCE_CHECK(handOut());
            if (workers_.empty()) break;
            look();
        }
        for (std::size_t i = next_; i < answers_.size(); i++) answers_[i].problem = "was not begun";
        return std::move(answers_);
    }

  private:
    struct Worker {
        WorkerProcess process;
        std::size_t task = 0;
        Clock::time_point deadline{};
    };

    [[nodiscard]] bool more() const {
        const bool stopped = options_.stop && options_.stop->load(std::memory_order_relaxed);
        return next_ < answers_.size() && !stopped;
    }

    // Workers that have nothing to do get a task or go.
    Result<void> handOut() {
        for (WorkerProcess& idle : idle_) {
            if (more()) give(std::move(idle));
        }
        idle_.clear();
        while (more() && workers_.size() < std::max<std::size_t>(options_.workers, 1)) {
            auto process = WorkerProcess::start(
                [this] { return [this](const std::string& message) { return task_(std::stoul(message)); }; });
            if (!process) return std::unexpected(std::move(process).error());
            give(std::move(*process));
        }
        return {};
    }

    void give(WorkerProcess process) {
        const auto limit = std::chrono::duration<double>(options_.seconds);
        process.send(std::to_string(next_));
        workers_.push_back(
            {std::move(process), next_, Clock::now() + std::chrono::duration_cast<Clock::duration>(limit)});
        next_++;
    }

    void look() {
        std::vector<pollfd> descriptors;
        for (const Worker& worker : workers_) descriptors.push_back({worker.process.descriptor(), POLLIN, 0});
        poll(descriptors.data(), descriptors.size(), kLookEveryMs);
        for (std::size_t i = workers_.size(); i-- > 0;) {
            Worker& worker = workers_[i];
            TaskAnswer answer;
            if (auto received = worker.process.receive()) {
                answer.answer = std::move(*received);
                idle_.push_back(std::move(worker.process));
            } else if (answer.problem = trouble(worker); answer.problem.empty()) {
                continue;
            }
            const std::size_t task = worker.task;
            workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
            answers_[task] = std::move(answer);
            if (done_) done_(task, answers_[task]);
        }
    }

    // Why a worker has to be given up, or nothing.
    std::string trouble(Worker& worker) const {
        if (worker.process.isGone()) {
            const int signal = worker.process.signal();
            return signal == 0 ? "ended without an answer" : fmt::format("crashed (signal {})", signal);
        }
        if (Clock::now() >= worker.deadline) {
            return fmt::format("was stopped after {} seconds of real time", options_.seconds);
        }
        if (worker.process.memoryBytes() > options_.memoryBytes) {
            return fmt::format("was stopped because it took more than {} MB of memory",
                               options_.memoryBytes >> 20);
        }
        return {};
    }

    const TaskOptions& options_;
    const std::function<std::string(std::size_t)>& task_;
    const std::function<void(std::size_t, const TaskAnswer&)>& done_;
    std::vector<TaskAnswer> answers_;
    std::vector<Worker> workers_;
    std::vector<WorkerProcess> idle_;
    std::size_t next_ = 0;
};

}  // namespace

Result<std::vector<TaskAnswer>> runInWorkers(
    std::size_t count, const TaskOptions& options, const std::function<std::string(std::size_t)>& task,
    const std::function<void(std::size_t, const TaskAnswer&)>& done) {
    return TaskPool(count, options, task, done).run();
}

}  // namespace ounce
