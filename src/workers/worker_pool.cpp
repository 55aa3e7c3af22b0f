#include "workers/worker_pool.h"

#include <algorithm>
#include <fmt/format.h>
#include <poll.h>

namespace ounce {
namespace {

// Answers wake the pool at once; this is how soon it notices who takes too long or too much.
constexpr int kLookEveryMs = 20;

}  // namespace

Result<void> WorkerPool::start(std::size_t task, const std::string& message) {
    auto process = WorkerProcess::start(makeServe_);
    if (!process) return std::unexpected(std::move(process).error());
    workers_.push_back({std::move(*process)});
    give(workers_.back(), task, message);
    return {};
}

bool WorkerPool::give(std::size_t task, const std::string& message) {
    const auto idle =
        std::find_if(workers_.begin(), workers_.end(), [](const Worker& worker) { return !worker.task; });
    if (idle == workers_.end()) return false;
    give(*idle, task, message);
    return true;
}

void WorkerPool::give(Worker& worker, std::size_t task, const std::string& message) {
    worker.task = task;
    worker.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(limits_.seconds));
    worker.process.send(message);
}

void WorkerPool::dismissIdle() {
    std::erase_if(workers_, [](const Worker& worker) { return !worker.task; });
}

std::vector<WorkerAnswer> WorkerPool::wait() {
    std::vector<pollfd> descriptors;
    for (const Worker& worker : workers_) descriptors.push_back({worker.process.descriptor(), POLLIN, 0});
    poll(descriptors.data(), descriptors.size(), kLookEveryMs);
    std::vector<WorkerAnswer> answers;
    for (std::size_t i = workers_.size(); i-- > 0;) {
        Worker& worker = workers_[i];
        const bool wasBusy = worker.task.has_value();
        WorkerAnswer answer{.task = worker.task.value_or(0)};
        if (auto text = worker.process.receive()) {
            answer.text = std::move(*text);
            worker.task.reset();
        } else if (isInTrouble(worker, answer)) {
            workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            continue;
        }
        if (wasBusy) answers.push_back(std::move(answer));
    }
    return answers;
}

bool WorkerPool::isInTrouble(Worker& worker, WorkerAnswer& answer) const {
    if (worker.process.isGone()) {
        const int signal = worker.process.signal();
        answer.trouble = signal == 0 ? "ended without an answer" : fmt::format("crashed (signal {})", signal);
    } else if (worker.task && Clock::now() >= worker.deadline) {
        answer.late = true;
        answer.trouble = fmt::format("was stopped after {} seconds of real time: it seems to run for ever",
                                     limits_.seconds);
    } else if (worker.process.memoryBytes() > limits_.memoryBytes) {
        answer.trouble =
            fmt::format("was stopped because it took more than {} MB of memory", limits_.memoryBytes >> 20);
    }
    return !answer.trouble.empty();
}

}  // namespace ounce
