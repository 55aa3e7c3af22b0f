// What the search keeps: for each goal the networks that came nearest, and those that reach it reliably.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "neuro/judge.h"

namespace ounce::neuro {

// A network that came near to a goal.
struct Candidate {
    std::shared_ptr<const Genome> genome;
    double score = 0;                   // in [0, 1) how near; above 1: reached, the more often the more
    std::int64_t steps = 0;             // how long it plays
    std::int64_t hits = 0, trials = 0;  // in all plays that it was judged by
};

struct Solution {
    std::shared_ptr<const Genome> genome;
    bool confirmed = false;
};

// Goals that a network reaches reliably, and how long it plays.
struct ReliableSet {
    std::shared_ptr<const Genome> genome;
    GoalSet confirmed, reliable;
    std::int64_t steps = 0;
};

class Archive {
  public:
    explicit Archive(std::size_t goals) : near_(goals), solutions_(goals) {}

    // `target`: what the networks were judged for.
    void take(const Judgement& judged, const GoalSet& open, std::size_t target, std::int64_t playSteps);

    [[nodiscard]] const std::vector<Candidate>& near(std::size_t goal) const { return near_[goal]; }
    [[nodiscard]] double score(std::size_t goal) const {
        return near_[goal].empty() ? 0 : near_[goal].front().score;
    }
    // How likely all that are kept for a goal miss it in a play: as relatives do, not as if by chance.
    [[nodiscard]] double risk(std::size_t goal) const;
    [[nodiscard]] const std::vector<Solution>& solutions() const { return solutions_; }
    [[nodiscard]] const std::vector<ReliableSet>& reliable() const { return reliable_; }

  private:
    // The one copy of a network, whoever keeps it.
    std::shared_ptr<const Genome> copyOf(const Genome& genome);

    std::map<std::uint32_t, std::weak_ptr<const Genome>> copies_;  // by id
    std::vector<std::vector<Candidate>> near_;                     // per goal, the nearest first
    std::vector<Solution> solutions_;                              // per goal
    std::vector<ReliableSet> reliable_;
};

}  // namespace ounce::neuro
