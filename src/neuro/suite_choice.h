// Which networks make the suite. One that missed a goal once in ten plays is no reliable test of it, but two
// or three such networks together are: how likely it is that all miss is what counts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "neuro/archive.h"

namespace ounce::neuro {

// What a network did in one play, for a test without it.
struct RecordedPlay {
    std::vector<TimedEvent> events{};
    std::int64_t steps = 0;
};

// What a network reached in plays that were the same for all candidates.
struct Evidence {
    std::vector<GoalSet> covered{};    // per play
    std::vector<std::int32_t> hits{};  // per goal
    RecordedPlay first{};              // of the plays
    void add(GoalSet play);
    // How likely the goal is missed: never quite 0, whatever was seen.
    [[nodiscard]] double missRate(std::size_t goal) const;
};

constexpr double kAcceptedMiss = 0.001;  // of the whole suite, per goal and play

// Greedily, until the suite misses no goal in any play, and none more often than accepted, and has some
// networks to spare for each goal and play, or nothing helps. Indices into `candidates`.
std::vector<std::size_t> chooseSuite(std::span<const Evidence> candidates, std::size_t goals,
                                     double accepted = kAcceptedMiss);

// Goals that these networks reach together in every play.
GoalSet reachedAlways(std::span<const Evidence> candidates, std::span<const std::size_t> chosen,
                      std::size_t goals);

// A network of the suite.
struct FoundNetwork {
    Genome genome;
    std::int32_t goal = kNone;  // what it was kept for, by place in JudgeContext::goals
    GoalSet reliable{};         // all that it reaches reliably
    // Its play with the seed of the program, where that was played anyway.
    std::optional<RecordedPlay> play{};
    std::int64_t steps = 0;  // how long it played in the search; its suite plays for longest()
};

// A goal that nobody of all that were evaluated reached in a play, or only one did.
struct MissedPlay {
    std::size_t goal = 0, play = 0;
};

struct SuiteOfNetworks {
    std::vector<FoundNetwork> networks{};
    GoalSet reliable{};                // what it reaches reliably
    GoalSet safe{};                    // what it misses no more often than accepted, as far as can be told
    std::vector<MissedPlay> missed{};  // of goals that are reached in others; first what nobody reached
    // How long all of its networks play: as long as the one that needs most time.
    [[nodiscard]] std::int64_t longest() const;
};

// As few networks as a greedy choice finds, so that each of the goals has one that reaches it reliably.
SuiteOfNetworks smallestSuite(const Archive& archive, const GoalSet& goals);

// Plays a network so long under seeds that are the same for all; none: there is no time left.
using GatherEvidence =
    std::function<std::optional<Evidence>(const std::shared_ptr<const Genome>&, std::int64_t playSteps)>;

// A network that was played under most of these seeds before.
struct EvaluatedNetwork {
    std::shared_ptr<const Genome> genome;
    std::int64_t steps = 0;
    Evidence evidence{};
};

// Networks that make it likely that goals are reached together: first those are played that promise most for
// goals that are not safe yet, whoever was evaluated before anybody else. `known`: goals that some network
// reaches reliably, as far as is known.
SuiteOfNetworks safestSuite(const Archive& archive, const GoalSet& known, const GatherEvidence& play,
                            const std::map<std::uint32_t, EvaluatedNetwork>& evaluated = {});

}  // namespace ounce::neuro
