// Which goal the search aims at next, how long it may play for it, and when it is better to leave it for now.
#pragma once

#include <cstdint>
#include <vector>

#include "neuro/archive.h"

namespace ounce::neuro {

class Targets {
  public:
    // The context stays where it is. `longer`: targets that are taken up again get longer plays.
    Targets(const JudgeContext& context, std::int64_t playSteps, bool longer);

    // One of the open goals: what it depends on was reached, and it was tried least; kNone: none is open.
    [[nodiscard]] std::int32_t choose(const GoalSet& open, const GoalSet& reliable,
                                      const Archive& archive) const;
    // Whatever depends on the same as the target does is tried with it.
    void countAsTried(std::size_t target, const GoalSet& open);
    // The turn brought nothing: it counts twice.
    void countAsFutile(std::size_t target, const GoalSet& open);
    void reached(std::size_t goal);
    // A network that seemed to reach the goal reliably in plays of this length did not.
    void refute(std::size_t goal, std::int64_t playSteps);

    // A suite was chosen, and what it misses is noted after that: everybody has a turn again, whoever misses
    // least first.
    void beginRound();
    // A seed with which the suite misses the goal, or hardly reaches it: only who masters one of them makes
    // the suite better.
    void noteUnmet(std::size_t goal, std::uint32_t seed);
    [[nodiscard]] const std::vector<std::uint32_t>& unmet(std::size_t goal) const { return unmet_[goal]; }
    // A seed with which a network that seemed to reach the goal reliably missed it.
    void noteHard(std::size_t goal, std::uint32_t seed);
    // What the suite does not meet, and the last of those that single networks missed.
    [[nodiscard]] std::vector<std::uint32_t> hardSeeds(std::size_t goal) const;

    // Several such networks: more plays of this length will not help.
    [[nodiscard]] bool isChancy(std::size_t goal, std::int64_t playSteps) const {
        return playSteps <= chancyUpTo_[goal];
    }
    // What was not reached in the time there was is given more the next time.
    [[nodiscard]] std::int64_t playSteps(std::size_t goal, const Archive& archive) const;
    // It wants longer plays, or has had its share of the budget without getting nearer: the more often it is
    // tried, the more it gets.
    [[nodiscard]] bool isHopeless(std::size_t goal, std::int64_t playSteps, double spent) const;

  private:
    [[nodiscard]] bool isNear(std::size_t goal) const;
    // For all open goals that depend on the same as the target.
    template <class Count>
    void forAllLike(std::size_t target, const GoalSet& open, Count count);
    [[nodiscard]] std::int64_t longest() const;

    const JudgeContext& context_;
    std::int64_t playSteps_;
    bool longer_;
    std::vector<int> tried_;   // per goal: how often it was the target
    std::vector<int> turns_;   // per goal: since the last suite was chosen, futile ones twice
    std::vector<int> misses_;  // per goal: of the last suite
    bool suiteKnown_ = false;
    std::vector<int> refuted_;              // per goal: networks that were not confirmed
    std::vector<std::int64_t> chancyUpTo_;  // per goal: the length of plays that do not make it reliable
    std::vector<std::vector<std::uint32_t>> hard_, unmet_;
    std::vector<std::uint8_t> reached_;  // per statement
    bool anyReached_ = false;
    int turn_ = 0;
};

}  // namespace ounce::neuro
