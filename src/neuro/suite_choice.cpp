#include "neuro/suite_choice.h"

#include <algorithm>
#include <cmath>

namespace ounce::neuro {

void Evidence::add(GoalSet play) {
    hits.resize(play.size(), 0);
    for (std::size_t g = 0; g < play.size(); g++) hits[g] += play[g] ? 1 : 0;
    covered.push_back(std::move(play));
}

double Evidence::missRate(std::size_t goal) const {
    const auto plays = static_cast<double>(covered.size());
    return (plays - hits[goal] + 0.5) / (plays + 1);
}

std::vector<std::size_t> chooseSuite(std::span<const Evidence> candidates, std::size_t goals,
                                     double accepted) {
    // In logarithms, so that what networks bring adds up; what is more than enough brings nothing.
    std::vector<double> missing(goals, 0);
    for (std::size_t g = 0; g < goals; g++) {
        const bool possible = std::any_of(candidates.begin(), candidates.end(),
                                          [&](const Evidence& e) { return e.hits[g] > 0; });
        if (possible) missing[g] = -std::log(accepted);
    }
    std::vector<std::size_t> chosen;
    std::vector<std::uint8_t> taken(candidates.size(), 0);
    while (true) {
        std::size_t best = 0;
        double most = 0;
        for (std::size_t i = 0; i < candidates.size(); i++) {
            if (taken[i]) continue;
            double gain = 0;
            for (std::size_t g = 0; g < goals; g++) {
                if (missing[g] > 0 && candidates[i].hits[g] > 0)
                    gain += std::min(missing[g], -std::log(candidates[i].missRate(g)));
            }
            if (gain > most) most = gain, best = i;
        }
        if (most <= 0) return chosen;
        taken[best] = 1;
        chosen.push_back(best);
        for (std::size_t g = 0; g < goals; g++) {
            if (candidates[best].hits[g] > 0)
                missing[g] = std::max(0.0, missing[g] + std::log(candidates[best].missRate(g)));
        }
    }
}

GoalSet reachedAlways(std::span<const Evidence> candidates, std::span<const std::size_t> chosen,
                      std::size_t goals) {
    GoalSet always(goals, chosen.empty() ? 0 : 1);
    if (chosen.empty()) return always;
    for (std::size_t play = 0; play < candidates[chosen.front()].covered.size(); play++) {
        for (std::size_t g = 0; g < goals; g++) {
            always[g] = always[g] && std::any_of(chosen.begin(), chosen.end(), [&](std::size_t i) {
                            return candidates[i].covered[play][g] != 0;
                        });
        }
    }
    return always;
}

}  // namespace ounce::neuro
