// Runs with random events, to see whether a mutant that no test notices differs from the original at all.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/job.h"
#include "testing/suite.h"

namespace ounce {

// Tests without checks: what a user who tries everything does for ten seconds (Algorithm 3 of the paper).
// Each has its own seed, derived from `seed`.
std::vector<TestCase> randomRuns(const std::shared_ptr<const Program>& program, const MachineOptions& options,
                                 std::size_t count, std::uint64_t seed, const Job& job);

// The same, where half of the tests first do what one of `tests` does up to some step, if there are any. Ten
// seconds follow.
std::vector<TestCase> randomContinuations(const std::shared_ptr<const Program>& program,
                                          const MachineOptions& options, const std::vector<TestCase>& tests,
                                          std::size_t count, std::uint64_t seed, const Job& job);

}  // namespace ounce
