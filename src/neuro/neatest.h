// Neatest: networks evolve until they reach every statement of a program reliably, whatever its random
// numbers ("Neuroevolution-Based Generation of Tests and Oracles for Games", Feldmeier and Fraser, 2022),
// and what Ounce adds: every play counts for all goals that are open.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "neuro/gradient.h"
#include "neuro/population.h"
#include "neuro/suite_choice.h"
#include "search/budget.h"

namespace ounce::neuro {

enum class PopulationStrategy : std::uint8_t {
    Random,           // new networks for every target
    DirectParent,     // from networks that reach what the target depends on
    GlobalSolutions,  // from all networks that reach something
};

// Learning from what others did, before evolution goes on from there.
struct LearningPlan {
    bool ownTraces = true;      // tests that relay search finds first
    double searchShare = 0.05;  // of the budget, for that search
    double fresh = 0.5;         // the part of new networks that learn
    double probability = 0;     // that a child learns; Whisker: instead of a change of its weights
    LearningOptions how{};
};

struct NeatestConfig {
    NeatOptions neat{};
    GenomePlan plan{};
    JudgeRules judge{};
    int switchTargetCount = 2;  // generations without progress before another target has its turn
    bool patience = true;       // more of them for a target that is reached now and then
    PopulationStrategy strategy = PopulationStrategy::GlobalSolutions;
    double randomFraction = 0.3;
    std::size_t firstPopulations = 4;  // how many times larger the very first population is
    bool longerPlays = true;           // a target that is taken up again gets more time
    bool chooseSuite = true;           // the suite is made of networks that reach the goals together
    LearningPlan learning{};
    bool neatest = true;  // false: plain NEAT on one population, whatever it reaches
    Budget budget{};
    bool stopWhenComplete = true;
    int references = 0;  // plays to record for the oracle
    std::optional<std::uint32_t> seed{};
    std::vector<std::string> targets{};
};

struct NeatestOptions {
    NeatestConfig config{};
    std::uint32_t programSeed = 1;           // of the plays that become tests without networks
    std::vector<Lesson> lessons{};           // what to learn from
    std::vector<std::string> lessonFiles{};  // more of it, read before the search
    bool film = false;                       // of the first network, for the report
};

struct ReliableAt {
    double seconds = 0;  // by the clock; Scratch time when the budget is not in seconds
    std::size_t reliable = 0, species = 0;
};

struct NeatestResult {
    std::vector<FoundNetwork> networks{};
    GoalSet reliable{}, reached{};  // per goal; reached: in any play
    std::int64_t plays = 0, steps = 0, generations = 0, targets = 0;
    std::int64_t playSteps = 0;  // how long the networks of the suite play, at most
    double seconds = 0;
    std::vector<ReliableAt> timeline{};
};

// The result depends on the job's seed and the budget alone, not on the number of threads; with a limit of
// time, which is the job's, it depends on the machine.
NeatestResult runNeatest(const JudgeContext& context, const NeatestOptions& options, const Job& job);

}  // namespace ounce::neuro
