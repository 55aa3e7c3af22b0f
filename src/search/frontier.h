// The memory of relay search: for each goal not covered yet, the shortest beginnings of tests that came
// nearest to it, how often each was tried, and how often the goal was.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/problem.h"

namespace ounce {

// The beginning of a test up to where it was as near to a goal as it ever came.
struct Leg {
    Codons codons;
    double fitness = 0;
    std::size_t tried = 0;  // how many tests went on from here
};

class Frontier {
  public:
    // Keeps up to `width` legs for each independent goal of the problem.
    Frontier(const Problem& problem, std::size_t width);

    // Offers the individual to every open goal. A leg that is nearer than the worst takes its place; of those
    // that are equally near, the one that was tried most goes. A goal that comes nearer than ever begins to
    // count anew.
    void update(const Individual& individual);
    // Goals that are covered need no more attention.
    void close(const GoalFlags& covered);

    // A goal that was tried least since it came nearer, ties are drawn; its count goes up. None: no goal is
    // open, or nothing is known of any.
    std::optional<std::size_t> chooseGoal(Stream& random);
    // One of the goal's legs, more often one that is nearer or was tried less; its count goes up. Valid until
    // the next change.
    const Leg& chooseLeg(std::size_t goal, Stream& random);

    [[nodiscard]] const std::vector<Leg>& legs(std::size_t goal) const { return goals_[goal].legs; }
    [[nodiscard]] std::size_t tried(std::size_t goal) const { return goals_[goal].tried; }

  private:
    struct Goal {
        bool open = true;
        std::vector<Leg> legs;  // nearest first
        std::size_t tried = 0;
    };
    void offer(Goal& goal, const Individual& individual, double fitness, std::size_t groups);

    std::size_t groupSize_, width_;
    std::vector<Goal> goals_;
};

}  // namespace ounce
