#include "search/frontier.h"

#include <algorithm>
#include <cmath>

#include "search/selection.h"

namespace ounce {

Frontier::Frontier(const Problem& problem, std::size_t width)
    : groupSize_(problem.encoding().groupSize), width_(width), goals_(problem.goals()) {
    for (std::size_t goal = 0; goal < goals_.size(); goal++) goals_[goal].open = problem.isIndependent(goal);
}

void Frontier::update(const Individual& individual) {
    const std::size_t all = individual.test->codons.size() / groupSize_;
    for (std::size_t i = 0; i < goals_.size(); i++) {
        const double fitness = individual.fitness[i];
        if (!goals_[i].open || !std::isfinite(fitness)) continue;
        if (fitness == 0) {
            goals_[i] = Goal{false, {}, 0};
            continue;
        }
        const bool known = i < individual.nearestAt.size();
        offer(goals_[i], individual, fitness,
              known ? std::min<std::size_t>(individual.nearestAt[i], all) : all);
    }
}

void Frontier::offer(Goal& goal, const Individual& individual, double fitness, std::size_t groups) {
    std::vector<Leg>& legs = goal.legs;
    if (legs.size() >= width_ && fitness > legs.back().fitness) return;
    const std::span<const Codon> codons = std::span(individual.test->codons).first(groups * groupSize_);
    if (std::any_of(legs.begin(), legs.end(),
                    [&](const Leg& leg) { return std::ranges::equal(leg.codons, codons); })) {
        return;
    }
    if (legs.empty() || fitness < legs.front().fitness) goal.tried = 0;
    if (legs.size() >= width_) {
        // Among the worst, which are equal to each other, the one that had its chance most often.
        const auto worst = std::find_if(legs.begin(), legs.end(),
                                        [&](const Leg& leg) { return leg.fitness == legs.back().fitness; });
        const auto most =
            std::max_element(worst, legs.end(), [](const Leg& a, const Leg& b) { return a.tried < b.tried; });
        if (fitness == most->fitness && most->tried == 0) return;
        legs.erase(most);
    }
    const auto place = std::upper_bound(legs.begin(), legs.end(), fitness,
                                        [](double value, const Leg& leg) { return value < leg.fitness; });
    legs.insert(place, {Codons(codons.begin(), codons.end()), fitness, 0});
}

void Frontier::close(const GoalFlags& covered) {
    for (std::size_t i = 0; i < goals_.size(); i++) {
        if (covered[i]) goals_[i] = Goal{false, {}, 0};
    }
}

std::optional<std::size_t> Frontier::chooseGoal(Stream& random) {
    std::vector<std::optional<std::size_t>> counters;
    for (const Goal& goal : goals_)
        counters.push_back(goal.legs.empty() ? std::nullopt : std::optional(goal.tried));
    const std::optional<std::size_t> chosen = selectLeast(counters, random);
    if (chosen) goals_[*chosen].tried++;
    return chosen;
}

const Leg& Frontier::chooseLeg(std::size_t goal, Stream& random) {
    std::vector<Leg>& legs = goals_[goal].legs;
    auto weight = [&](std::size_t rank) {
        return 1 / static_cast<double>((1 + rank) * (1 + legs[rank].tried));
    };
    double sum = 0;
    for (std::size_t rank = 0; rank < legs.size(); rank++) sum += weight(rank);
    double drawn = random.uniform() * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < legs.size() && (drawn -= weight(chosen)) >= 0) chosen++;
    legs[chosen].tried++;
    return legs[chosen];
}

}  // namespace ounce
