#include "cli/command_job.h"

#include "base/steady_clock.h"
#include "cli/interrupt.h"

namespace ounce {

CommandJob::CommandJob(const CommonOptions& common, std::size_t threads, std::uint64_t seed)
    : bar(!common.quiet) {
    job.clock = secondsNow;
    job.begin = secondsNow();
    job.stop = listenForInterrupt();
    job.listener = bar.listener();
    job.threads = threads > 0 ? threads : coresHere();
    job.seed = seed;
}

}  // namespace ounce
