#include "search/archive.h"

#include <algorithm>
#include <unordered_set>

namespace ounce {

double sumOfHeuristics(const std::vector<double>& fitness) {
    double sum = 0;
    for (double f : fitness) sum += heuristic(f);
    return sum;
}

TestArchive::TestArchive(GoalFlags required)
    : best_(required.size()), required_(std::move(required)), covered_(required_.size(), 0) {
    requiredCount_ = static_cast<std::size_t>(std::count(required_.begin(), required_.end(), 1));
}

std::size_t TestArchive::update(const Individual& individual) {
    std::size_t fresh = 0;
    const double sum = sumOfHeuristics(individual.fitness);
    for (std::size_t goal = 0; goal < best_.size(); goal++) {
        if (individual.fitness[goal] != 0) continue;
        Entry& entry = best_[goal];
        if (!entry.test) {
            covered_[goal] = 1;
            coveredCount_ += required_[goal];
            fresh++;
        } else if (individual.test->length > entry.test->length ||
                   (individual.test->length == entry.test->length && sum <= entry.sum)) {
            continue;
        }
        entry = {individual.test, sum};
    }
    return fresh;
}

std::vector<std::shared_ptr<const Chromosome>> TestArchive::tests() const {
    std::vector<std::shared_ptr<const Chromosome>> result;
    std::unordered_set<const Chromosome*> seen;
    for (std::size_t goal = 0; goal < best_.size(); goal++) {
        const Entry& entry = best_[goal];
        if (required_[goal] && entry.test && seen.insert(entry.test.get()).second)
            result.push_back(entry.test);
    }
    return result;
}

}  // namespace ounce
