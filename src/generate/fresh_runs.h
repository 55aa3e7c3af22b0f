// How a suite does with random numbers that nothing saw while it was made.
#pragma once

#include <cstddef>
#include <functional>

#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct FreshRuns {
    int seeds = 0;
    std::size_t testRuns = 0, failed = 0;  // on the unchanged program
};

constexpr int kFreshSeeds = 20;

// Every test with each of the seeds; `interrupted` is asked all the time and ends it: a run that was cut
// short does not count.
FreshRuns runFresh(const Program& program, const Suite& suite, std::size_t threads,
                   const std::function<bool()>& interrupted);

}  // namespace ounce
