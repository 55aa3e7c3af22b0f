#include "base/job.h"

#include <fmt/format.h>
#include <thread>

namespace ounce {

Job Job::phase(std::string name, double from, double to) const {
    Job job = *this;
    if (!listener) return job;
    job.listener = [outer = listener, name = std::move(name), from, to](const Progress& progress) {
        Progress seen = progress;
        seen.phase = progress.phase.empty() ? name : fmt::format("{}: {}", name, progress.phase);
        seen.part = from + progress.part * (to - from);
        outer(seen);
    };
    return job;
}

void Job::report(std::uint64_t done, std::uint64_t of, std::string_view things) const {
    if (!listener) return;
    report(of == 0 ? 1 : static_cast<double>(done) / static_cast<double>(of),
           fmt::format("{} of {} {}", done, of, things), done, of);
}

std::size_t coresHere() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace ounce
