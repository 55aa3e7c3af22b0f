// The job of a command: this machine's clock, Ctrl-C, a bar on the terminal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/job.h"
#include "cli/command.h"
#include "cli/progress_bar.h"

namespace ounce {

struct CommandJob {
    ProgressBar bar;
    Job job{};

    // `threads` 0: as many as make sense here.
    CommandJob(const CommonOptions& common, std::size_t threads, std::uint64_t seed);
};

}  // namespace ounce
