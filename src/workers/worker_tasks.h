// Tasks in worker processes, see worker_pool.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "workers/worker_pool.h"

namespace ounce {

struct TaskAnswer {
    enum class Status : std::uint8_t {
        NotBegun,  // the job was over before its turn came, or before it was done
        Done,
        Lost,  // its worker was
    };
    Status status = Status::NotBegun;
    std::string text{};     // Done: what the worker said
    std::string problem{};  // Lost: why: "crashed (signal 11)"
};

// A list of tasks for workers of one service.
struct WorkerTasks {
    std::string service{};
    std::size_t count = 0;
    std::function<std::string(std::size_t task)> message{};
    WorkerLimits limits{};  // for each
    // How long those that are under way when the job is over may take to end by themselves.
    double grace = 0;
    // Called here, once for each task that is done or lost, in the order in which they end.
    std::function<void(std::size_t task, const TaskAnswer& answer)> done{};
};

// The answers are in the order of the tasks. As many workers as the job has threads; what they report reaches
// nobody: with several of them there is no one progress.
Result<std::vector<TaskAnswer>> runInWorkers(const WorkerTasks& tasks, const Job& job);

}  // namespace ounce
