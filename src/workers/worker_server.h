// The worker's side: a process that does what it is told by messages, one after the other, for as long as
// somebody is connected to it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/job.h"

namespace ounce {

// Answers one message. The job hears a stop, and what it reports reaches the one who waits for the answer.
using WorkerServe = std::function<std::string(std::string_view message, const Job& job)>;

// Something that workers can do. What it needs is made when it is first asked for, and kept.
struct WorkerService {
    std::string_view name;
    std::function<WorkerServe()> make;
};

// Never comes back: the process ends with its connection, at once, whatever it is doing then. Returns only if
// there is no connection: nobody but a WorkerProcess should start a worker.
void serveAsWorker(std::span<const WorkerService> services);

}  // namespace ounce
