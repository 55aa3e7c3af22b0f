#include "neuro/confirmation.h"

#include <algorithm>

namespace ounce::neuro {

namespace {
constexpr int kTogether = 8;  // plays between two looks at what is left to confirm
}

double confirm(Troupe& troupe, const JudgeRules& rules, int plays, Judgement& judged, const GoalSet& open,
               std::size_t target, Stream seeds, Targets& targets) {
    int lasted = 0;
    GoalSet left = judged.reliable;
    for (std::size_t g = 0; g < left.size(); g++) left[g] = left[g] && open[g] ? 1 : 0;
    auto any = [&] { return std::any_of(left.begin(), left.end(), [](auto l) { return l != 0; }); };
    for (int done = 0; done < plays && any(); done += kTogether) {
        const Seeds drawn = drawSeeds(std::min(kTogether, plays - done), seeds);
        const std::vector<Replay> made =
            troupe.replay(judged.genome, drawn, rules, rules.earlyEnd ? &left : nullptr);
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
        if (judged.reliable[g] && open[g] && !left[g]) targets.refute(g, rules.play.steps);
    }
    judged.confirmed = left;
    return plays == 0 ? 0 : static_cast<double>(lasted) / plays;
}

}  // namespace ounce::neuro
