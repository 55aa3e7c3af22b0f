#include "neuro/confirmation.h"

#include <algorithm>

namespace ounce::neuro {

namespace {

constexpr int kTogether = 8;  // plays between two looks at what is left to confirm

// Of these goals, those that the suite reaches with all seeds so far, or the network with one of the others.
GoalSet mastersUnmet(Evaluator& evaluator, const JudgeRules& rules, Judgement& judged, const GoalSet& goals,
                     const Targets& targets) {
    GoalSet masters = goals, left(goals.size(), 0);
    Seeds seeds;
    for (std::size_t g = 0; g < goals.size(); g++) {
        if (!goals[g] || targets.unmet(g).empty()) continue;
        masters[g] = 0;
        left[g] = 1;
        for (const std::uint32_t seed : targets.unmet(g))
            if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) seeds.push_back(seed);
    }
    if (seeds.empty()) return masters;
    const std::vector<Replay> made =
        evaluator.replay(judged.genome, seeds, rules, rules.earlyEnd ? &left : nullptr);
    for (std::size_t i = 0; i < made.size(); i++) {
        judged.plays++;
        judged.steps += made[i].steps;
        for (std::size_t g = 0; g < goals.size(); g++) {
            const auto& unmet = targets.unmet(g);
            if (left[g] && made[i].covered[g] &&
                std::find(unmet.begin(), unmet.end(), seeds[i]) != unmet.end())
                masters[g] = 1;
        }
    }
    return masters;
}

}  // namespace

double confirm(Evaluator& evaluator, const JudgeRules& rules, int plays, Judgement& judged,
               const GoalSet& open, std::size_t target, Stream seeds, Targets& targets) {
    int lasted = 0;
    GoalSet left = judged.reliable;
    for (std::size_t g = 0; g < left.size(); g++) left[g] = left[g] && open[g] ? 1 : 0;
    auto any = [&] { return std::any_of(left.begin(), left.end(), [](auto l) { return l != 0; }); };
    left = mastersUnmet(evaluator, rules, judged, left, targets);
    const GoalSet tried = left;
    for (int done = 0; done < plays && any(); done += kTogether) {
        const Seeds drawn = drawSeeds(std::min(kTogether, plays - done), seeds);
        const std::vector<Replay> made =
            evaluator.replay(judged.genome, drawn, rules, rules.earlyEnd ? &left : nullptr);
        for (std::size_t i = 0; i < made.size(); i++) {
            if (made[i].interrupted) return 0;
            judged.plays++;
            judged.steps += made[i].steps;
            for (std::size_t g = 0; g < left.size(); g++) {
                if (!left[g]) continue;
                judged.trials[g]++;
                judged.hits[g] += made[i].covered[g] ? 1 : 0;
                if (made[i].covered[g]) continue;
                left[g] = 0;
                targets.noteHard(g, drawn[i]);
            }
            lasted += left[target];
        }
    }
    for (std::size_t g = 0; g < left.size(); g++) {
        if (tried[g] && !left[g]) targets.refute(g, rules.play.steps);
    }
    judged.confirmed = left;
    return plays == 0 ? 0 : static_cast<double>(lasted) / plays;
}

}  // namespace ounce::neuro
