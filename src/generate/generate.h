// Test generation from the configuration to the suite.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/config.h"
#include "generate/guide.h"
#include "search/run.h"
#include "spec/watch.h"
#include "testing/suite.h"
#include "vm/program.h"

namespace ounce {

struct GenerationOptions {
    SearchConfig config{};
    std::string configName = "default";        // for the statistics
    std::string project{};                     // its name
    std::uint32_t programSeed = 1;             // of the program's random numbers in every test
    bool growLength = true;                    // allow longer tests when those of full length still help
    Guides guides{};                           // who shows how to play; none: nobody
    std::shared_ptr<const spec::Spec> spec{};  // properties: each is a goal, to violate it
};

// How many goals were covered when.
struct CoverageAt {
    double seconds = 0;  // by the clock, or Scratch time when the budget is not in seconds
    std::size_t covered = 0;
};

struct UncoveredGoal {
    std::string id;    // "blockId-SpriteName"
    std::string text;  // "Cat: say [Hello!]"
    std::string opcode;
    std::int32_t approachLevel = 0;  // seen from all tests together
    double branchDistance = 0, controlFlowDistance = 0, fitness = 0;
};

// What the search found out about a property.
struct SearchedProperty {
    spec::PropertyResult result{};  // «holds»: no test violates it
    std::string test{};             // the one of the suite that violates it
    double nearest = 1;             // how near some test came, 0: violated
};

struct Generation {
    Suite suite;
    std::uint32_t seed = 1;  // of the search
    std::vector<SearchedProperty> properties{};
    std::size_t goals = 0, covered = 0;  // what the search was for
    std::size_t reachable = 0,
                dead = 0;  // blocks (or branches) of the program that runs can reach, and others
    std::vector<UncoveredGoal> uncovered{};
    // The search
    std::int64_t iterations = 0, executions = 0, steps = 0, events = 0;
    double seconds = 0;
    std::size_t longest = 0;  // events that a test might have in the end
    std::vector<CoverageAt> timeline{};
    // Minimisation
    std::size_t testsBefore = 0, eventsBefore = 0, eventsAfter = 0;
    bool minimal = true;
    std::size_t unchecked = 0;  // tests for whose assertions there was no time

    // No property is violated, and all could be watched.
    [[nodiscard]] bool good() const;
    // Of the program, also those that no run can reach.
    [[nodiscard]] std::size_t all() const { return reachable + dead; }
    [[nodiscard]] double coverage() const {
        return goals == 0 ? 1 : static_cast<double>(covered) / static_cast<double>(goals);
    }
};

// The seed of the search is the job's. Of a budget of time, which is counted from here on if the job has no
// limit yet, some is left for what comes after: writing, pictures, running the suite once more.
Result<Generation> generateTests(std::shared_ptr<const Program> program, const GenerationOptions& options,
                                 const Job& job);

// Spends the run with the algorithm that the configuration names. A new algorithm gets its line here.
void runAlgorithm(SearchRun& run, const SearchConfig& config);

}  // namespace ounce
