// Worker processes that answer messages, and somebody who watches them: one that crashes, takes too long or
// takes too much memory costs its own answer and no other.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workers/worker_process.h"

namespace ounce {

struct WorkerLimits {
    double seconds = 60;  // of real time, for one answer
    std::uint64_t memoryBytes = std::uint64_t{1} << 30;
};

struct WorkerAnswer {
    std::size_t task = 0;
    std::string text{};
    std::string trouble{};  // else why there is none: "crashed (signal 11)"
    bool late = false;      // the trouble is that it took too long
};

class WorkerPool {
  public:
    // `makeServe` is called in each worker.
    WorkerPool(WorkerProcess::MakeServe makeServe, WorkerLimits limits)
        : makeServe_(std::move(makeServe)), limits_(limits) {}

    [[nodiscard]] std::size_t size() const { return workers_.size(); }
    // One more worker, with its first task. The number says which task an answer belongs to.
    Result<void> start(std::size_t task, const std::string& message);
    // To a worker that has nothing to do; false if there is none.
    bool give(std::size_t task, const std::string& message);
    void dismissIdle();
    // Waits a moment. Who is in trouble is given up and leaves the pool.
    std::vector<WorkerAnswer> wait();

  private:
    using Clock = std::chrono::steady_clock;

    struct Worker {
        WorkerProcess process;
        std::optional<std::size_t> task{};
        Clock::time_point deadline{};
    };

    void give(Worker& worker, std::size_t task, const std::string& message);
    bool isInTrouble(Worker& worker, WorkerAnswer& answer) const;

    WorkerProcess::MakeServe makeServe_;
    WorkerLimits limits_;
    std::vector<Worker> workers_;
};

}  // namespace ounce
