// What `ounce worker` can do: every service that some task asks workers for.
#pragma once

#include <vector>

#include "workers/worker_server.h"

namespace ounce::tasks {

std::vector<WorkerService> workerServices();

}  // namespace ounce::tasks
