#include "neuro/archive.h"

#include <algorithm>
#include <cmath>

namespace ounce::neuro {

namespace {
constexpr std::size_t kArchived = 16;  // networks that are kept for a goal
constexpr double kHardHit = 0.001;     // so little that it counts only among equals
constexpr double kStrangers = 0.3;     // of networks that are kept for a goal: the others miss as these do
}  // namespace

double Archive::risk(std::size_t goal) const {
    double miss = 0;
    for (const Candidate& candidate : near_[goal])
        miss += std::log1p(-static_cast<double>(candidate.hits) / static_cast<double>(candidate.trials + 1));
    return std::exp(kStrangers * miss);
}

std::shared_ptr<const Genome> Archive::copyOf(const Genome& genome) {
    std::weak_ptr<const Genome>& kept = copies_[genome.id];
    std::shared_ptr<const Genome> old = kept.lock();
    if (old && *old == genome) return old;
    auto copy = std::make_shared<const Genome>(genome);
    if (old) {
        // It has grown since.
        for (std::vector<Candidate>& candidates : near_) {
            for (Candidate& candidate : candidates)
                if (candidate.genome == old) candidate.genome = copy;
        }
        for (Solution& solution : solutions_)
            if (solution.genome == old) solution.genome = copy;
        for (ReliableSet& set : reliable_)
            if (set.genome == old) set.genome = copy;
    }
    kept = copy;
    return copy;
}

void Archive::take(const Judgement& judged, const GoalSet& open, std::size_t target, std::int64_t playSteps) {
    std::shared_ptr<const Genome> shared;
    auto genome = [&] {
        if (!shared) shared = copyOf(judged.genome);
        return shared;
    };
    bool anyReliable = false;
    for (std::size_t g = 0; g < open.size(); g++) {
        if (!open[g]) continue;
        std::vector<Candidate>& kept = near_[g];
        Candidate now{nullptr, 0, playSteps, judged.hits[g], judged.trials[g]};
        auto nearness = static_cast<double>(judged.nearness[g]);
        // What is known of a network adds up: whoever was lucky falls back when it is judged again.
        const auto before = std::find_if(
            kept.begin(), kept.end(), [&](const Candidate& c) { return c.genome->id == judged.genome.id; });
        if (before != kept.end()) {
            now.steps = std::max(now.steps, before->steps);
            now.hits += before->hits;
            now.trials += before->trials;
            nearness = std::max(nearness, std::min(before->score, 1.0));
            kept.erase(before);
        }
        const double more = g == target ? kHardHit * judged.hardHits : 0;
        now.score = now.hits > 0
                        ? 1 + static_cast<double>(now.hits) / static_cast<double>(now.trials + 1) + more
                        : nearness;
        if (kept.size() < kArchived || now.score >= kept.back().score) {
            now.genome = genome();
            kept.insert(std::upper_bound(kept.begin(), kept.end(), now.score,
                                         [](double s, const Candidate& c) { return s >= c.score; }),
                        std::move(now));
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
