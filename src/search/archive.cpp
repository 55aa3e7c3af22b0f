#include "search/archive.h"

#include <unordered_set>

namespace ounce {

double sumOfHeuristics(const std::vector<double>& fitness) {
    double sum = 0;
    for (double f : fitness) sum += heuristic(f);
    return sum;
}

std::size_t TestArchive::update(const Individual& individual) {
    std::size_t fresh = 0;
    const double sum = sumOfHeuristics(individual.fitness);
    for (std::size_t goal = 0; goal < best_.size(); goal++) {
        if (individual.fitness[goal] != 0) continue;
        Entry& entry = best_[goal];
        if (!entry.test) {
            covered_[goal] = 1;
            coveredCount_++;
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
    for (const Entry& entry : best_) {
        if (entry.test && seen.insert(entry.test.get()).second) result.push_back(entry.test);
    }
    return result;
}

}  // namespace ounce
