#include "search/dominance.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ounce {

namespace {

std::vector<std::size_t> uncoveredGoals(const GoalFlags& covered) {
    std::vector<std::size_t> goals;
    for (std::size_t goal = 0; goal < covered.size(); goal++) {
        if (!covered[goal]) goals.push_back(goal);
    }
    return goals;
}

std::size_t bestFor(const std::vector<Individual>& population, std::size_t goal) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < population.size(); i++) {
        const double mine = population[i].fitness[goal], its = population[best].fitness[goal];
        if (mine < its || (mine == its && population[i].test->length < population[best].test->length))
            best = i;
    }
    return best;
}

// Fast non-dominated sorting of some members of the population.
void sortNonDominated(const std::vector<Individual>& population, const Front& members,
                      const std::vector<std::size_t>& goals, std::vector<Front>& fronts) {
    std::vector<std::size_t> dominators(population.size(), 0);
    std::vector<Front> dominated(population.size());
    for (std::size_t i = 0; i < members.size(); i++) {
        for (std::size_t j = i + 1; j < members.size(); j++) {
            const std::size_t a = members[i], b = members[j];
            if (dominates(population[a], population[b], goals)) {
                dominated[a].push_back(b);
                dominators[b]++;
            } else if (dominates(population[b], population[a], goals)) {
                dominated[b].push_back(a);
                dominators[a]++;
            }
        }
    }
    Front front;
    for (std::size_t member : members) {
        if (dominators[member] == 0) front.push_back(member);
    }
    while (!front.empty()) {
        Front next;
        for (std::size_t a : front) {
            for (std::size_t b : dominated[a]) {
                if (--dominators[b] == 0) next.push_back(b);
            }
        }
        std::sort(next.begin(), next.end());
        fronts.push_back(std::exchange(front, std::move(next)));
    }
}

}  // namespace

bool dominates(const Individual& a, const Individual& b, const std::vector<std::size_t>& goals) {
    bool better = false;
    for (std::size_t goal : goals) {
        if (a.fitness[goal] > b.fitness[goal]) return false;
        better = better || a.fitness[goal] < b.fitness[goal];
    }
    return better;
}

std::vector<Front> preferenceSort(const std::vector<Individual>& population, const GoalFlags& covered) {
    std::vector<Front> fronts;
    if (population.empty()) return fronts;
    const std::vector<std::size_t> goals = uncoveredGoals(covered);
    std::vector<std::uint8_t> preferred(population.size(), 0);
    for (std::size_t goal : goals) preferred[bestFor(population, goal)] = 1;
    Front first, rest;
    for (std::size_t i = 0; i < population.size(); i++) (preferred[i] ? first : rest).push_back(i);
    if (!first.empty()) fronts.push_back(std::move(first));
    sortNonDominated(population, rest, goals, fronts);
    return fronts;
}

void sortBySubvectorDominance(const std::vector<Individual>& population, Front& front) {
    std::vector<std::size_t> beaten(front.size(), 0);
    for (std::size_t i = 0; i < front.size(); i++) {
        const std::vector<double>& mine = population[front[i]].fitness;
        for (std::size_t other : front) {
            const std::vector<double>& its = population[other].fitness;
            std::size_t better = 0;
            for (std::size_t goal = 0; goal < mine.size(); goal++) better += its[goal] < mine[goal];
            beaten[i] = std::max(beaten[i], better);
        }
    }
    std::vector<std::size_t> order(front.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return beaten[a] < beaten[b]; });
    Front sorted;
    for (std::size_t i : order) sorted.push_back(front[i]);
    front = std::move(sorted);
}

}  // namespace ounce
