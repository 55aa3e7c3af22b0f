// How good networks are: what they reach, and how reliably, over plays with other random numbers.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "neuro/player.h"

namespace ounce::neuro {

// Which goals; by place in JudgeContext::goals.
using GoalSet = std::vector<std::uint8_t>;

// All that stays the same while networks for one program are judged; shared by all threads.
struct JudgeContext {
    // `eyes`: see Vocabulary.
    explicit JudgeContext(std::shared_ptr<const Program> theProgram, Dialect dialect = Dialect::Whisker08,
                          const Program* eyes = nullptr);

    std::shared_ptr<const Program> program;
    MachineOptions machine;
    Fitness fitness;
    Vocabulary vocabulary;
    Moment start;  // the green flag clicked, no step done
    RunTrace startTrace;
    std::vector<GoalIndex> goals{};            // all statements that can be reached
    std::vector<StatementIndex> statements{};  // of the goals

    [[nodiscard]] bool covers(std::span<const std::uint8_t> covered, std::size_t goal) const {
        return covered[static_cast<std::size_t>(statements[goal])] != 0;
    }
};

struct JudgeRules {
    PlayRules play{};
    int stableCount = 10;    // plays in which a goal is reached to be reached reliably
    int confirmations = 40;  // further plays before it counts as done
    bool racing = true;      // a network that often misses its target is not played to the last repetition
    bool earlyEnd = true;    // a repetition is over when it has reached all that it is for
    bool deadEnds = true;    // and when it can reach nothing more of that
    bool survival = true;   // of two plays that miss, the one is better that might have reached it for longer
    bool hardSeeds = true;  // good networks are compared by seeds with which others missed the target
    bool snapshot = true;   // plays go on from one state after the flag, which is not made anew
    bool manyObjectives = true;  // every play counts for all open goals, not for the target alone
};

struct Judgement {
    Genome genome;                       // as it is after playing: it may have grown
    std::vector<float> nearness{};       // per goal, in [0, 1]: 1 is reached in the first play
    std::vector<std::int32_t> hits{};    // per goal: plays in which it was reached, at least
    std::vector<std::int32_t> trials{};  // per goal: of so many plays
    int hardHits = 0;                    // how often the target was reached with its hard seeds
    int plays = 0;
    GoalSet reliable{};   // reached in `stableCount` plays of `stableCount`
    GoalSet confirmed{};  // and in all confirmations: set by whoever makes them
    double targetFitness = 0;
    std::int64_t steps = 0;
    std::vector<std::int32_t> newInputs{}, newOutputs{};
    bool interrupted = false;
};

// The goal whose fitness is wanted.
struct Target {
    std::int32_t goal = kNone;
    // Seeds with which good networks missed it: they tell better ones apart, but not what is reliable.
    std::vector<std::uint32_t> hardSeeds{};
};

// Plays a genome as often as need be. `open`: goals that are still looked for.
Judgement judge(Player& player, const JudgeContext& context, const JudgeRules& rules, Genome genome,
                const GoalSet& open, const Target& target, Stream seeds);

// One more play of a genome; what it would grow is forgotten.
struct Replay {
    GoalSet covered{};
    std::int64_t steps = 0;
    bool interrupted = false;
    std::vector<TimedEvent> events{};  // what the network did, if that is wanted
};
// `wanted`: the play is over when it has reached these; none: it goes on to its end.
Replay replay(Player& player, const JudgeContext& context, const JudgeRules& rules, const Genome& genome,
              std::uint32_t seed, const GoalSet* wanted = nullptr, bool withEvents = false);

// 2^31 seeds for programs, all but the small ones that people type.
std::uint32_t drawSeed(Stream& seeds);

}  // namespace ounce::neuro
