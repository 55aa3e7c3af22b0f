#include "neuro/archive.h"

#include <algorithm>

namespace ounce::neuro {

namespace {
constexpr std::size_t kArchived = 16;  // networks that are kept for a goal
constexpr double kHardHit = 0.001;     // so little that it counts only among equals
}  // namespace

double Archive::scoreOf(const Judgement& judged, std::size_t goal, bool target) {
    if (judged.hits[goal] == 0) return static_cast<double>(judged.nearness[goal]);
    const double rate = static_cast<double>(judged.hits[goal]) / (judged.trials[goal] + 1);
    return 1 + rate + (target ? kHardHit * judged.hardHits : 0);
}

void Archive::take(const Judgement& judged, const GoalSet& open, std::size_t target, std::int64_t playSteps) {
    std::shared_ptr<const Genome> shared;
    auto genome = [&] {
        if (!shared) shared = std::make_shared<const Genome>(judged.genome);
        return shared;
    };
    bool anyReliable = false;
    for (std::size_t g = 0; g < open.size(); g++) {
        if (!open[g]) continue;
        const double score = scoreOf(judged, g, g == target);
        std::vector<Candidate>& kept = near_[g];
        if (kept.size() < kArchived || score >= kept.back().score) {
            kept.insert(std::upper_bound(kept.begin(), kept.end(), score,
                                         [](double s, const Candidate& c) { return s >= c.score; }),
                        {genome(), score, playSteps});
            if (kept.size() > kArchived) kept.pop_back();
        }
        if (!judged.reliable[g]) continue;
        anyReliable = true;
        Solution& solution = solutions_[g];
        if (solution.genome && !judged.confirmed[g]) continue;
        solution.genome = genome();
        solution.confirmed = judged.confirmed[g] != 0;
    }
    if (anyReliable) reliable_.push_back({genome(), judged.confirmed, judged.reliable, playSteps});
}

}  // namespace ounce::neuro
