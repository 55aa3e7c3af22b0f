#include "search/mio_archive.h"

#include <algorithm>

#include "search/selection.h"

namespace ounce {

MioArchive::MioArchive(const Problem& problem) : goals_(problem.goals()) {
    for (std::size_t goal = 0; goal < goals_.size(); goal++) goals_[goal].open = problem.isIndependent(goal);
}

void MioArchive::update(const Individual& individual, std::size_t limit) {
    const double sum = sumOfHeuristics(individual.fitness);
    auto better = [](const Member& a, const Member& b) {
        return a.heuristic != b.heuristic ? a.heuristic > b.heuristic : a.sum > b.sum;
    };
    for (std::size_t i = 0; i < goals_.size(); i++) {
        Goal& goal = goals_[i];
        if (!goal.open) continue;
        if (individual.fitness[i] == 0) {
            goal = Goal{false, {}, 0};
            continue;
        }
        const Member member{individual.test, heuristic(individual.fitness[i]), sum};
        const bool full = goal.members.size() >= limit;
        if (full && (goal.members.empty() || !better(member, goal.members.back()))) continue;
        if (std::any_of(goal.members.begin(), goal.members.end(),
                        [&](const Member& m) { return m.test->codons == individual.test->codons; })) {
            continue;
        }
        if (goal.members.empty() || member.heuristic > goal.members.front().heuristic) goal.sampled = 0;
        goal.members.insert(std::upper_bound(goal.members.begin(), goal.members.end(), member, better),
                            member);
        if (goal.members.size() > limit) goal.members.pop_back();
    }
}

void MioArchive::close(const GoalFlags& covered) {
    for (std::size_t i = 0; i < goals_.size(); i++) {
        if (covered[i]) goals_[i] = Goal{false, {}, 0};
    }
}

void MioArchive::shrink(std::size_t limit) {
    for (Goal& goal : goals_) {
        if (goal.members.size() > limit) goal.members.resize(limit);
    }
}

std::optional<std::size_t> MioArchive::chooseGoal(Stream& random) {
    std::vector<std::optional<std::size_t>> counters;
    for (const Goal& goal : goals_)
        counters.push_back(goal.members.empty() ? std::nullopt
                                                : std::optional(static_cast<std::size_t>(goal.sampled)));
    const std::optional<std::size_t> chosen = selectLeast(counters, random);
    if (chosen) goals_[*chosen].sampled++;
    return chosen;
}

MioArchive::Sample MioArchive::chooseTest(std::size_t goal, Stream& random) const {
    const std::vector<Member>& members = goals_[goal].members;
    const Member& member = members[random.below(members.size())];
    return {member.test, member.heuristic};
}

double MioArchive::best(std::size_t goal) const {
    return goals_[goal].members.empty() ? 0 : goals_[goal].members.front().heuristic;
}

}  // namespace ounce
