// MIO's memory: for each goal not covered yet, a small population of the tests that came nearest to it, and
// how often it was sampled without success.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/archive.h"

namespace ounce {

class MioArchive {
  public:
    // One population per independent goal of the problem.
    explicit MioArchive(const Problem& problem);

    // Offers the individual to every goal. A population keeps at most `limit` tests: a new one takes the
    // place of the worst if it is better, where among equal heuristics the sum over all goals decides. Tests
    // that are there already are refused. A goal that is covered now loses its population: it needs no more
    // attention.
    void update(const Individual& individual, std::size_t limit);
    // Goals that are covered by whomever need no more attention.
    void close(const GoalFlags& covered);
    // Shrinks the populations.
    void shrink(std::size_t limit);

    // Feedback-directed sampling: a goal that was sampled least since it last improved (ties are drawn); its
    // counter goes up. None: no goal has a population.
    std::optional<std::size_t> chooseGoal(Stream& random);
    struct Sample {
        std::shared_ptr<const Chromosome> test;
        double heuristic = 0;  // for the goal
    };
    // Any member of the goal's population.
    [[nodiscard]] Sample chooseTest(std::size_t goal, Stream& random) const;

    // For tests and reports.
    [[nodiscard]] std::size_t size(std::size_t goal) const { return goals_[goal].members.size(); }
    [[nodiscard]] std::int64_t sampled(std::size_t goal) const { return goals_[goal].sampled; }
    // Of the best member; 0 without one.
    [[nodiscard]] double best(std::size_t goal) const;

  private:
    struct Member {
        std::shared_ptr<const Chromosome> test;
        double heuristic = 0, sum = 0;
    };
    struct Goal {
        bool open = true;             // independent and not covered
        std::vector<Member> members;  // best first
        std::int64_t sampled = 0;
    };
    std::vector<Goal> goals_;
};

}  // namespace ounce
