// What somebody thinks of a network, for the tests of this folder.
#pragma once

#include "neuro/judge.h"

namespace ounce::neuro {

inline Judgement reliable(std::uint32_t id, const GoalSet& goals, int plays) {
    Judgement judged;
    judged.genome.id = id;
    judged.nearness.assign(goals.size(), 0);
    for (const std::uint8_t r : goals) judged.hits.push_back(r ? plays : 0);
    judged.trials.assign(goals.size(), plays);
    judged.reliable = judged.confirmed = goals;
    return judged;
}

}  // namespace ounce::neuro
