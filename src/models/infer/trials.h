// Candidates are tried out: only what never fails in many runs, and says something in enough of them, stays.
#pragma once

#include "models/infer.h"
#include "models/infer/play_runs.h"
#include "models/infer/rules.h"

namespace ounce::models::inference {

class Trials {
  public:
    // `always`: models that belong to every trial, the player and what ends the game.
    Trials(const Runs& runs, std::vector<Model> always) : runs_(runs), always_(std::move(always)) {}

    // Drops what fails in one of `count` runs.
    void tryOut(Candidates& candidates, std::uint32_t seed, int count);

    // The same in at least `atLeast` runs, and in more, as long as too many of those that are left would
    // probably fail one day. How many: whatever fails in a run for the first time has failed in no run
    // before, and those that failed in exactly one of n runs tell how often that happens (the estimate of
    // Good and Turing for what was not seen yet). Returns how many models can be expected to fail for the
    // first time in the next thousand runs.
    double confirm(Candidates& candidates, std::uint32_t seed, int atLeast, int atMost);

    [[nodiscard]] std::vector<Dropped> takeDropped() { return std::move(dropped_); }
    // Runs in which rules failed that nearly always hold, at most so many: they show what was not known when
    // these rules were made. Those that were hardest to find come first.
    [[nodiscard]] std::vector<Start> takeRefuters(std::size_t most);

  private:
    // How a candidate fared.
    struct Tally {
        int failed = 0;         // runs
        int taken[2] = {0, 0};  // runs in which it said something: as saved, and elsewhere
        std::string why{};      // it failed first
        std::uint32_t seed = 0;
        bool elsewhere = false;
    };
    void play(const Candidates& candidates, std::uint32_t seed, int count, std::vector<Tally>& tallies) const;
    // Keeps those that hold. `mustTell`: and say something often enough; `once`: those that failed once stay,
    // too, to see whether they fail again.
    void sortOut(Candidates& candidates, std::vector<Tally>& tallies, int count, bool mustTell, bool once);

    const Runs& runs_;
    std::vector<Model> always_;
    std::vector<Dropped> dropped_{};
    struct Refuter {
        int runs = 0;  // that the rule had to hold in: what fails later is nearer to the truth
        Start run{};
    };
    std::vector<Refuter> refuters_{};
};

// Of candidates with the same key the first one.
void keepMostExact(Candidates& candidates);

}  // namespace ounce::models::inference
