// The best test of every goal that was covered. Whatever a search forgets, this stays: it is the result.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "search/problem.h"

namespace ounce {

// MIO's measure of a fitness: 1 covered, towards 0 the further away.
inline double heuristic(double fitness) { return 1 / (1 + fitness); }
double sumOfHeuristics(const std::vector<double>& fitness);

class TestArchive {
  public:
    explicit TestArchive(std::size_t goals) : TestArchive(GoalFlags(goals, 1)) {}
    explicit TestArchive(GoalFlags required);

    // Keeps the test for each goal that it covers first or covers with less: a shorter test, or one of the
    // same length that comes nearer to the other goals. Returns how many goals are covered for the first
    // time.
    std::size_t update(const Individual& individual);

    [[nodiscard]] const GoalFlags& covered() const { return covered_; }
    // Of the goals that are required.
    [[nodiscard]] std::size_t coveredCount() const { return coveredCount_; }
    [[nodiscard]] std::size_t requiredCount() const { return requiredCount_; }
    [[nodiscard]] bool complete() const { return coveredCount_ == requiredCount_; }
    // The test kept for a goal; none: not covered.
    [[nodiscard]] const std::shared_ptr<const Chromosome>& test(std::size_t goal) const {
        return best_[goal].test;
    }
    // Every test that is kept for a goal that is required, once, in the order of goals.
    [[nodiscard]] std::vector<std::shared_ptr<const Chromosome>> tests() const;

  private:
    struct Entry {
        std::shared_ptr<const Chromosome> test;
        double sum = 0;
    };
    std::vector<Entry> best_;
    GoalFlags required_, covered_;
    std::size_t requiredCount_ = 0, coveredCount_ = 0;
};

}  // namespace ounce
