// Checks for a test from runs of it with different seeds: what is the same in all of them exactly, the rest
// weakened: how much it changed, between which bounds it is, what it reaches some time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generate/observations.h"
#include "generate/relations.h"
#include "testing/suite.h"

namespace ounce {

// How runs of one test look.
struct SeenRuns {
    std::vector<std::uint64_t> times{};                    // when they were looked at
    std::vector<std::vector<Observation>> observations{};  // by run: before the first step, then at each time
    Courses courses{};      // over the time from `courseBegin` on, of some of the runs
    Relations relations{};  // the same
    std::uint64_t courseBegin = 0;
    std::size_t courseRuns = 0;
};

std::vector<TimedCheck> weakenedChecks(const SeenRuns& seen);

}  // namespace ounce
