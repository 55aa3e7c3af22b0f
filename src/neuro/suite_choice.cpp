#include "neuro/suite_choice.h"

#include <algorithm>
#include <cmath>
#include <map>

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
    const std::size_t plays = candidates.empty() ? 0 : candidates[0].covered.size();
    std::vector<GoalSet> reached(plays, GoalSet(goals, 0));  // by those that are chosen
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
            for (std::size_t play = 0; play < plays; play++) {
                const GoalSet& covered = candidates[i].covered[play];
                for (std::size_t g = 0; g < goals; g++) gain += covered[g] && !reached[play][g] ? 1 : 0;
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
        for (std::size_t play = 0; play < plays; play++) {
            for (std::size_t g = 0; g < goals; g++)
                reached[play][g] = reached[play][g] || candidates[best].covered[play][g] ? 1 : 0;
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

namespace {

struct PoolNetwork {
    std::shared_ptr<const Genome> genome;
    std::vector<double> promise;  // per goal: how likely it is reached, as far as is known
    std::int64_t steps = 0;
    std::int32_t goal = kNone;  // what it was kept for
    bool played = false;
};

std::vector<PoolNetwork> candidatePool(const Archive& archive, std::size_t goals) {
    std::vector<PoolNetwork> pool;
    std::map<const Genome*, std::size_t> places;
    auto of = [&](const std::shared_ptr<const Genome>& genome) -> PoolNetwork& {
        const auto found = places.emplace(genome.get(), pool.size());
        if (found.second) pool.push_back({genome, std::vector<double>(goals, 0)});
        return pool[found.first->second];
    };
    auto promise = [](PoolNetwork& one, std::size_t g, double value, std::int64_t steps) {
        one.promise[g] = std::max(one.promise[g], value);
        one.steps = std::max(one.steps, steps);
        if (one.goal == kNone) one.goal = static_cast<std::int32_t>(g);
    };
    for (const ReliableSet& set : archive.reliable()) {
        for (std::size_t g = 0; g < goals; g++) {
            if (set.reliable[g]) promise(of(set.genome), g, set.confirmed[g] ? 1 : 0.9, set.steps);
        }
    }
    for (std::size_t g = 0; g < goals; g++) {
        for (const Candidate& candidate : archive.near(g)) {
            if (candidate.score > 1) promise(of(candidate.genome), g, candidate.score - 1, candidate.steps);
        }
    }
    return pool;
}

}  // namespace

SuiteOfNetworks safestSuite(const Archive& archive, const GoalSet& known, const GatherEvidence& play) {
    const std::size_t goals = known.size();
    std::vector<PoolNetwork> pool = candidatePool(archive, goals);
    SuiteOfNetworks suite;
    std::vector<double> miss(goals, 1);
    std::vector<Evidence> evidence;
    std::vector<const PoolNetwork*> played;
    while (true) {
        PoolNetwork* best = nullptr;
        double most = 0;
        for (PoolNetwork& one : pool) {
            if (one.played) continue;
            double promise = 0;
            for (std::size_t g = 0; g < goals; g++) promise += miss[g] > kAcceptedMiss ? one.promise[g] : 0;
            if (promise > most) most = promise, best = &one;
        }
        if (!best) break;
        best->played = true;
        std::optional<Evidence> seen = play(best->genome, best->steps);
        if (!seen) continue;  // others may be known already
        for (std::size_t g = 0; g < goals; g++) miss[g] *= seen->hits[g] > 0 ? seen->missRate(g) : 1;
        evidence.push_back(std::move(*seen));
        played.push_back(best);
    }
    const std::vector<std::size_t> chosen = chooseSuite(evidence, goals);
    suite.reliable = reachedAlways(evidence, chosen, goals);
    suite.safe = suite.reliable;
    for (std::size_t g = 0; g < goals; g++) {
        double missed = 1;
        for (const std::size_t i : chosen) missed *= evidence[i].hits[g] > 0 ? evidence[i].missRate(g) : 1;
        if (missed > kAcceptedMiss) suite.safe[g] = 0;
    }
    GoalSet left = suite.reliable;
    for (const std::size_t i : chosen) {
        GoalSet own(goals, 0);
        std::int32_t goal = kNone;
        for (std::size_t g = 0; g < goals; g++) {
            own[g] = static_cast<std::size_t>(evidence[i].hits[g]) == evidence[i].covered.size() ? 1 : 0;
            if (own[g] && left[g]) goal = static_cast<std::int32_t>(g), left[g] = 0;
        }
        suite.networks.push_back({*played[i]->genome, goal == kNone ? played[i]->goal : goal, own,
                                  std::move(evidence[i].first), played[i]->steps});
    }
    // What was known before and there was no time to play again is kept as it was.
    GoalSet lost(goals, 0);
    for (std::size_t g = 0; g < goals; g++) {
        lost[g] = known[g] && miss[g] == 1 ? 1 : 0;
        suite.reliable[g] = suite.reliable[g] || lost[g] ? 1 : 0;
    }
    for (FoundNetwork& network : smallestSuite(archive, lost).networks)
        suite.networks.push_back(std::move(network));
    return suite;
}

}  // namespace ounce::neuro
