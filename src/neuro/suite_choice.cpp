#include "neuro/suite_choice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>

namespace ounce::neuro {

namespace {
// What networks are worth that reach a goal in a play: the first, the second, and so on. To be safe costs
// nothing but time to play.
constexpr double kWorth[] = {1, 0.25, 0.1, 0.05, 0};
constexpr std::size_t kWanted = std::size(kWorth) - 1;
}  // namespace

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
    const std::size_t plays = candidates.empty() ? 0 : candidates[0].covered.size();
    std::vector<GoalSet> reached(plays, GoalSet(goals, 0));  // by how many of those that are chosen
    auto gainOf = [&](const Evidence& candidate) {
        double gain = 0;
        for (std::size_t g = 0; g < goals; g++) {
            if (missing[g] > 0 && candidate.hits[g] > 0)
                gain += std::min(missing[g], -std::log(candidate.missRate(g)));
        }
        for (std::size_t play = 0; play < plays; play++) {
            const GoalSet &covered = candidate.covered[play], &before = reached[play];
            for (std::size_t g = 0; g < goals; g++) gain += covered[g] ? kWorth[before[g]] : 0;
        }
        return gain;
    };
    // What somebody brings only becomes less while others are chosen: whoever still brings most after another
    // look need not be compared with those who brought less before.
    struct Offer {
        double gain;
        std::size_t candidate;
        bool operator<(const Offer& other) const {
            return gain != other.gain ? gain < other.gain : candidate > other.candidate;
        }
    };
    std::priority_queue<Offer> offers;
    for (std::size_t i = 0; i < candidates.size(); i++) offers.push({gainOf(candidates[i]), i});
    std::vector<std::size_t> chosen;
    while (!offers.empty()) {
        const std::size_t best = offers.top().candidate;
        offers.pop();
        const Offer now{gainOf(candidates[best]), best};
        if (now.gain <= 0) continue;
        if (!offers.empty() && now < offers.top()) {
            offers.push(now);
            continue;
        }
        chosen.push_back(best);
        for (std::size_t g = 0; g < goals; g++) {
            if (candidates[best].hits[g] > 0)
                missing[g] = std::max(0.0, missing[g] + std::log(candidates[best].missRate(g)));
        }
        for (std::size_t play = 0; play < plays; play++) {
            for (std::size_t g = 0; g < goals; g++) {
                std::uint8_t& times = reached[play][g];
                if (candidates[best].covered[play][g] && times < kWanted) times++;
            }
        }
    }
    return chosen;
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

std::int64_t SuiteOfNetworks::longest() const {
    std::int64_t steps = 0;
    for (const FoundNetwork& network : networks) steps = std::max(steps, network.steps);
    return steps;
}

SuiteOfNetworks smallestSuite(const Archive& archive, const GoalSet& goals) {
    SuiteOfNetworks suite{.reliable = goals};
    GoalSet left = goals;
    auto chooseBy = [&](auto member) {
        while (true) {
            const ReliableSet* best = nullptr;
            std::size_t most = 0;
            for (const ReliableSet& set : archive.reliable()) {
                std::size_t count = 0;
                for (std::size_t g = 0; g < left.size(); g++) count += left[g] && (set.*member)[g] ? 1 : 0;
                if (count > most) most = count, best = &set;
            }
            if (!best) return;
            std::int32_t goal = kNone;
            for (std::size_t g = 0; g < left.size(); g++) {
                if (!left[g] || !(best->*member)[g]) continue;
                goal = static_cast<std::int32_t>(g);
                left[g] = 0;
            }
            suite.networks.push_back(
                {.genome = *best->genome, .goal = goal, .reliable = best->*member, .steps = best->steps});
        }
    };
    chooseBy(&ReliableSet::confirmed);
    chooseBy(&ReliableSet::reliable);
    return suite;
}

}  // namespace ounce::neuro
