// Worker processes that answer messages, and somebody who watches them: one that crashes, takes too long or
// takes too much memory costs its own answer and no other.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
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
    // What its workers do is the service of that name, see worker_server.h. `listener` hears what they
    // report.
    WorkerPool(std::string service, WorkerLimits limits, ProgressListener listener = {})
        : service_(std::move(service)), limits_(limits), listener_(std::move(listener)) {}

    [[nodiscard]] std::size_t size() const { return workers_.size(); }
    [[nodiscard]] std::size_t busy() const;
    // One more worker, with its first task. The number says which task an answer belongs to.
    Result<void> start(std::size_t task, const std::string& message);
    // To a worker that has nothing to do; false if there is none.
    bool give(std::size_t task, const std::string& message);
    // Some tasks need to be prepared: all of one number by the same message, which a worker gets once.
    // Prepares one that has nothing to do and is not prepared for this; starts one if there is none.
    Result<void> prepare(std::uint64_t number, std::size_t task, const std::string& message);
    // To one that is prepared and has nothing to do; false if there is none.
    bool givePrepared(std::uint64_t number, std::size_t task, const std::string& message);
    [[nodiscard]] std::size_t preparedFor(std::uint64_t number) const;
    void dismissAll() { workers_.clear(); }
    void dismissIdle();
    // Asks all who are busy to answer soon with what they have.
    void stop();
    // Waits a moment. Who is in trouble is given up and leaves the pool.
    std::vector<WorkerAnswer> wait();
    void setLimits(WorkerLimits limits) { limits_ = limits; }

  private:
    using SteadyClock = std::chrono::steady_clock;

    struct Worker {
        WorkerProcess process;
        std::optional<std::size_t> task{};
        std::uint64_t prepared = 0;  // for which number; 0: for none
        SteadyClock::time_point deadline{};
    };

    void give(Worker& worker, std::size_t task, const std::string& message);
    std::optional<std::string> answerOf(Worker& worker);
    bool isInTrouble(Worker& worker, WorkerAnswer& answer) const;

    std::string service_;
    WorkerLimits limits_;
    ProgressListener listener_;
    std::vector<Worker> workers_;
};

}  // namespace ounce
