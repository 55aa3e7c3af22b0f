// All that stays the same while tests for one program are generated; shared by all threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/codon_reader.h"
#include "analysis/events.h"
#include "analysis/fitness.h"
#include "base/job.h"
#include "generate/config.h"
#include "spec/watch.h"
#include "testing/moment.h"
#include "vm/machine_options.h"
#include "vm/program.h"

namespace ounce {

struct GenerationContext {
    // `seed` is the one of the program's random numbers in every test.
    // Each of `watched` is a goal of its own: to violate it.
    GenerationContext(std::shared_ptr<const Program> theProgram, const SearchConfig& config,
                      std::uint32_t seed, std::vector<spec::Monitor> watched = {});

    std::shared_ptr<const Program> program;
    MachineOptions machine;
    Fitness fitness;
    EventExtractor extractor;
    CodonRules rules;
    int groupSize = 2;
    std::uint32_t seed = 1;          // of the program's random numbers
    bool choosesSeed = false;        // a test may have another one: its first group of codons says which
    Moment start;                    // the green flag clicked, no step done
    RunTrace startTrace;             // what that counts as
    std::vector<GoalIndex> goals{};  // what to reach in the program
    std::vector<spec::Monitor> properties{};  // what to violate; these goals follow the others
    bool onlyProperties = false;  // the search is complete when all that were asked for are violated
    std::size_t asked = 0;        // so many of them somebody asked for; the others are counters (counters.h)
    spec::WatchState startWatch{};
    std::vector<std::string> unknownTargets{};  // of the configuration: no statement has that id
    Job job{};  // asked now and then while a test runs; over: give up, nobody waits for it

    [[nodiscard]] std::size_t goalCount() const { return goals.size() + properties.size(); }
    [[nodiscard]] bool isProperty(std::size_t goal) const { return goal >= goals.size(); }
    [[nodiscard]] bool isCovered(std::size_t goal, const RunTrace& trace) const {
        return isProperty(goal) ? trace.further[goal - goals.size()] == 0
                                : fitness.isCovered(goals[goal], trace);
    }
    // The seed that the first codon of a test stands for: for half of them the usual one.
    [[nodiscard]] std::uint32_t seedOf(Codon first) const;
    // One value per goal.
    [[nodiscard]] std::vector<double> fitnessOf(const RunTrace& trace) const;
};

// Whether mere time may violate a property: something is due.
bool isAnythingDue(const GenerationContext& context, const spec::WatchState& watch);
// How near a run came to violating each property; RunTrace::further.
std::vector<double> nearestOf(const spec::WatchState& watch);

}  // namespace ounce
