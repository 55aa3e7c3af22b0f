// Who is evaluated before a suite is chosen, and what is known of the suite after that.
#include <algorithm>

#include "neuro/suite_choice.h"

namespace ounce::neuro {

namespace {

// In every play two networks should reach a goal: where some plays have only one, a play that nobody has seen
// may well have none (as Good and Turing estimate what was not seen from what was seen once).
constexpr int kTwice = 2;
constexpr int kMoreEvaluated = 32;  // networks that are evaluated only because of such plays

struct PoolNetwork {
    std::shared_ptr<const Genome> genome;
    std::vector<double> promise;  // per goal: how likely it is reached, as far as is known
    std::int64_t steps = 0;
    std::int32_t goal = kNone;  // what it was kept for
    bool evaluated = false, played = false;
};

std::vector<PoolNetwork> candidatePool(const Archive& archive, std::size_t goals,
                                       const std::map<std::uint32_t, EvaluatedNetwork>& evaluated) {
    std::vector<PoolNetwork> pool;
    std::map<std::uint32_t, std::size_t> places;
    auto of = [&](const std::shared_ptr<const Genome>& genome) -> PoolNetwork& {
        const auto found = places.emplace(genome->id, pool.size());
        if (found.second) pool.push_back({genome, std::vector<double>(goals, 0)});
        return pool[found.first->second];
    };
    auto promise = [&](PoolNetwork& one, std::size_t g, double value, std::int64_t steps) {
        if (one.evaluated && steps > one.steps) {
            // It plays for longer since, and may reach more.
            one.evaluated = false;
            one.promise.assign(goals, 0);
        }
        one.steps = std::max(one.steps, steps);
        if (one.goal == kNone) one.goal = static_cast<std::int32_t>(g);
        if (!one.evaluated) one.promise[g] = std::max(one.promise[g], value);
    };
    for (const auto& [id, before] : evaluated) {
        PoolNetwork& one = of(before.genome);
        one.steps = before.steps;
        one.evaluated = true;
        for (std::size_t g = 0; g < goals; g++) {
            one.promise[g] = before.evidence.hits[g] > 0 ? 1 - before.evidence.missRate(g) : 0;
            if (one.goal == kNone && one.promise[g] > 0) one.goal = static_cast<std::int32_t>(g);
        }
    }
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

class CandidateEvaluation {
  public:
    CandidateEvaluation(const Archive& archive, std::size_t goals,
                        const std::map<std::uint32_t, EvaluatedNetwork>& evaluated)
        : goals_(goals), pool_(candidatePool(archive, goals, evaluated)), miss_(goals, 1) {}

    void evaluate(const GatherEvidence& play) {
        while (PoolNetwork* next = choose()) {
            next->played = true;
            std::optional<Evidence> seen = play(next->genome, next->steps);
            if (!seen) continue;  // others may be known already
            note(*seen);
            evidence_.push_back(std::move(*seen));
            played_.push_back(next);
        }
    }

    [[nodiscard]] bool wasReached(std::size_t goal) const { return miss_[goal] < 1; }

    SuiteOfNetworks suite() {
        SuiteOfNetworks suite;
        const std::vector<std::size_t> chosen = chooseSuite(evidence_, goals_);
        suite.reliable = reachedAlways(evidence_, chosen, goals_);
        suite.safe = suite.reliable;
        for (std::size_t g = 0; g < goals_; g++) {
            double missed = 1;
            for (const std::size_t i : chosen)
                missed *= evidence_[i].hits[g] > 0 ? evidence_[i].missRate(g) : 1;
            if (missed > kAcceptedMiss || isMissedTogether(g)) suite.safe[g] = 0;
        }
        for (int times = 0; times < kTwice; times++) {
            for (std::size_t g = 0; g < goals_; g++) {
                for (std::size_t i = 0; wasReached(g) && i < reached_.size(); i++) {
                    if (reached_[i][g] == times) suite.missed.push_back({g, i});
                }
            }
        }
        GoalSet left = suite.reliable;
        for (const std::size_t i : chosen) suite.networks.push_back(found(i, left));
        return suite;
    }

  private:
    // Who promises most for what is not safe yet; nobody: enough are evaluated.
    PoolNetwork* choose() {
        // Relatives miss together: where all miss one of the plays, it is not safe that they are many.
        GoalSet unsafe(goals_, 0), together(goals_, 0);
        for (std::size_t g = 0; g < goals_; g++) {
            unsafe[g] = miss_[g] > kAcceptedMiss ? 1 : 0;
            together[g] = more_ > 0 && isMissedTogether(g) ? 1 : 0;
        }
        // Whoever was evaluated before need not play again, or not for long.
        for (const GoalSet* wanted : {&unsafe, &together})
            if (PoolNetwork* again = mostPromising(*wanted, true)) return again;
        if (PoolNetwork* another = mostPromising(unsafe, false)) return another;
        more_--;
        return mostPromising(together, false);
    }

    PoolNetwork* mostPromising(const GoalSet& wanted, bool evaluated) {
        PoolNetwork* best = nullptr;
        double most = 0;
        for (PoolNetwork& one : pool_) {
            if (one.played || one.evaluated != evaluated) continue;
            double promise = 0;
            for (std::size_t g = 0; g < goals_; g++) promise += wanted[g] ? one.promise[g] : 0;
            if (promise > 0 && promise >= most) most = promise, best = &one;  // of equals, the youngest
        }
        return best;
    }

    void note(const Evidence& seen) {
        reached_.resize(seen.covered.size(), GoalSet(goals_, 0));
        for (std::size_t g = 0; g < goals_; g++) {
            miss_[g] *= seen.hits[g] > 0 ? seen.missRate(g) : 1;
            for (std::size_t i = 0; i < reached_.size(); i++) {
                if (seen.covered[i][g] && reached_[i][g] < kTwice) reached_[i][g]++;
            }
        }
    }

    [[nodiscard]] bool isMissedTogether(std::size_t goal) const {
        return wasReached(goal) && std::any_of(reached_.begin(), reached_.end(),
                                               [&](const GoalSet& play) { return play[goal] < kTwice; });
    }

    // `left`: reliable goals that nobody of the suite stands for yet.
    FoundNetwork found(std::size_t i, GoalSet& left) {
        Evidence& evidence = evidence_[i];
        GoalSet own(goals_, 0);
        std::int32_t goal = kNone;
        for (std::size_t g = 0; g < goals_; g++) {
            own[g] = static_cast<std::size_t>(evidence.hits[g]) == evidence.covered.size() ? 1 : 0;
            if (own[g] && left[g]) goal = static_cast<std::int32_t>(g), left[g] = 0;
        }
        return {*played_[i]->genome, goal == kNone ? played_[i]->goal : goal, own, std::move(evidence.first),
                played_[i]->steps};
    }

    std::size_t goals_;
    std::vector<PoolNetwork> pool_;
    std::vector<double> miss_;  // per goal: how likely all that were evaluated miss it, if by chance
    std::vector<Evidence> evidence_;
    std::vector<const PoolNetwork*> played_;
    std::vector<GoalSet> reached_;  // per play and goal: by how many, at most two
    int more_ = kMoreEvaluated;
};

}  // namespace

SuiteOfNetworks safestSuite(const Archive& archive, const GoalSet& known, const GatherEvidence& play,
                            const std::map<std::uint32_t, EvaluatedNetwork>& evaluated) {
    const std::size_t goals = known.size();
    CandidateEvaluation evaluation(archive, goals, evaluated);
    evaluation.evaluate(play);
    SuiteOfNetworks suite = evaluation.suite();
    // What was known before and there was no time to play again is kept as it was.
    GoalSet lost(goals, 0);
    for (std::size_t g = 0; g < goals; g++) {
        lost[g] = known[g] && !evaluation.wasReached(g) ? 1 : 0;
        suite.reliable[g] = suite.reliable[g] || lost[g] ? 1 : 0;
    }
    for (FoundNetwork& network : smallestSuite(archive, lost).networks)
        suite.networks.push_back(std::move(network));
    return suite;
}

}  // namespace ounce::neuro
