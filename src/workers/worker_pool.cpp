#include "workers/worker_pool.h"

#include <algorithm>
#include <fmt/format.h>
#include <poll.h>

#include "workers/progress_bytes.h"

namespace ounce {
namespace {

// Answers wake the pool at once; this is how soon it notices who takes too long or too much.
constexpr int kLookEveryMs = 20;

}  // namespace

std::size_t WorkerPool::busy() const {
    return static_cast<std::size_t>(std::count_if(workers_.begin(), workers_.end(),
                                                  [](const Worker& one) { return one.task.has_value(); }));
}

Result<void> WorkerPool::start(std::size_t task, const std::string& message) {
    auto process = WorkerProcess::start();
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

Result<void> WorkerPool::prepare(std::uint64_t number, std::size_t task, const std::string& message) {
    auto free = std::find_if(workers_.begin(), workers_.end(),
                             [&](const Worker& worker) { return !worker.task && worker.prepared != number; });
    if (free == workers_.end()) {
        OUNCE_TRY(WorkerProcess process, WorkerProcess::start());
        workers_.push_back({std::move(process)});
        free = workers_.end() - 1;
    }
    free->prepared = number;
    give(*free, task, message);
    return {};
}

bool WorkerPool::givePrepared(std::uint64_t number, std::size_t task, const std::string& message) {
    const auto idle = std::find_if(workers_.begin(), workers_.end(), [&](const Worker& worker) {
        return !worker.task && worker.prepared == number;
    });
    if (idle == workers_.end()) return false;
    give(*idle, task, message);
    return true;
}

std::size_t WorkerPool::preparedFor(std::uint64_t number) const {
    return static_cast<std::size_t>(std::count_if(
        workers_.begin(), workers_.end(), [&](const Worker& worker) { return worker.prepared == number; }));
}

void WorkerPool::give(Worker& worker, std::size_t task, const std::string& message) {
    worker.task = task;
    worker.deadline = SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(
                                               std::chrono::duration<double>(limits_.seconds));
    worker.process.send(service_, message);
}

void WorkerPool::dismissIdle() {
    std::erase_if(workers_, [](const Worker& worker) { return !worker.task; });
}

void WorkerPool::stop() {
    for (Worker& worker : workers_) {
        if (worker.task) worker.process.stop();
    }
}

std::optional<std::string> WorkerPool::answerOf(Worker& worker) {
    while (auto frame = worker.process.receive()) {
        if (frame->kind == FrameKind::Answer) return std::move(frame->text);
        if (frame->kind != FrameKind::Progress || !listener_) continue;
        if (const auto progress = readProgress(frame->text)) listener_(*progress);
    }
    return std::nullopt;
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
        if (auto text = answerOf(worker)) {
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
    } else if (worker.task && SteadyClock::now() >= worker.deadline) {
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
