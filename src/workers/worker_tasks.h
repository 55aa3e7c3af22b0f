// Tasks in worker processes, see worker_pool.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workers/worker_pool.h"

namespace ounce {

struct TaskOptions {
    std::size_t workers = 1;
    WorkerLimits limits{};                    // for each task
    const std::atomic<bool>* stop = nullptr;  // set: no more tasks are begun
};

struct TaskAnswer {
    std::string answer{};   // what the task returned
    std::string problem{};  // else why it did not: "crashed (signal 11)"
};

// Runs task(0) … task(count - 1), each in one of several copies of this process; the answers are in the order
// of tasks. `done` is called here, once for each task, in the order in which they end. Call it while there is
// only one thread.
Result<std::vector<TaskAnswer>> runInWorkers(std::size_t count, const TaskOptions& options,
                                             const std::function<std::string(std::size_t)>& task,
                                             const std::function<void(std::size_t, const TaskAnswer&)>& done);

}  // namespace ounce
