// Which networks make the suite. One that missed a goal once in ten plays is no reliable test of it, but two
// or three such networks together are: how likely it is that all miss is what counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "neuro/judge.h"

namespace ounce::neuro {

// What a network reached in plays that were the same for all candidates.
struct Evidence {
    std::vector<GoalSet> covered{};    // per play
    std::vector<std::int32_t> hits{};  // per goal
    void add(GoalSet play);
    // How likely the goal is missed: never quite 0, whatever was seen.
    [[nodiscard]] double missRate(std::size_t goal) const;
};

constexpr double kAcceptedMiss = 0.001;  // of the whole suite, per goal and play

// Greedily, until the suite misses no goal more often than accepted, or nothing helps. Indices into
// `candidates`.
std::vector<std::size_t> chooseSuite(std::span<const Evidence> candidates, std::size_t goals,
                                     double accepted = kAcceptedMiss);

// Goals that these networks reach together in every play.
GoalSet reachedAlways(std::span<const Evidence> candidates, std::span<const std::size_t> chosen,
                      std::size_t goals);

}  // namespace ounce::neuro
