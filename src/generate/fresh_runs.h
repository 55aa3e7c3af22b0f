// How a suite does with random numbers that nothing saw while it was made.
#pragma once

#include <cstddef>

#include "base/job.h"
#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct FreshRuns {
    int seeds = 0;
    std::size_t testRuns = 0, failed = 0;  // on the unchanged program
};

constexpr int kFreshSeeds = 20;

// Every test with each of the seeds; the job is asked all the time and ends it: a run that was cut short does
// not count.
FreshRuns runFresh(const Program& program, const Suite& suite, const Job& job);

}  // namespace ounce
