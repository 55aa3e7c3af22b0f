// What a test generation is to do: the values of a Whisker configuration file, or the paper's tuned defaults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/codon_reader.h"
#include "analysis/events.h"
#include "base/result.h"
#include "search/mio.h"
#include "search/mosa.h"
#include "search/relay.h"
#include "vm/machine_options.h"

namespace ounce {

enum class Algorithm : std::uint8_t { Random, Mosa, Mio, OnePlusOne, Relay };

enum class GoalKind : std::uint8_t {
    Statements,
    Branches,  // both outcomes of every decision, and the start of every script
};

// Upper bounds of the codons' parameters, or the values themselves, in steps.
struct EventDurations {
    std::int32_t wait = 100;
    std::int32_t press = 5;
    std::int32_t click = 1;
    std::int32_t sound = 1;
};

// The defaults are those of Whisker's mio.json: the values tuned in the paper (Section 6.1.4).
struct SearchConfig {
    Algorithm algorithm = Algorithm::Relay;
    Extraction extraction = Extraction::Dynamic;
    EventSelection eventSelection = EventSelection::Interleaving;

    Encoding encoding{};  // groupSize follows from the program
    MosaOptions mosa{};
    MioOptions mio{};
    RelayOptions relay{};
    MutationOptions mutation{};  // (1+1) EA
    double newEventProbability = 0.5;
    EventDurations durations{};
    PlayerRules player{.dragsAnything = false, .isInventive = true};
    GoalKind goals = GoalKind::Statements;
    std::vector<std::string> targets{};  // ids of the goals to cover; empty: all
    bool onlyProperties = false;  // the search ends when they are violated; other goals only lead there

    Mode mode = Mode::Whisker;           // how steps are scheduled
    Numbers numbers = Numbers::Whisker;  // the program's random numbers, and where the pointer begins
    Budget budget{};
    bool stopWhenComplete = true;
    std::optional<std::uint32_t> seed{};

    bool minimize = true;
    bool assertions = true;
    bool minimizeAssertions = true;  // only what changed
    double minimizationSeconds = 0;  // 0: no limit
};

[[nodiscard]] std::string_view algorithmName(Algorithm algorithm);
Result<Algorithm> parseAlgorithm(std::string_view name);

// "30s", "2min", "2000x" (executions), "500000steps"; several with commas, whichever is spent first.
Result<Budget> parseBudget(std::string_view text);

// Reads a configuration in Whisker's format. `name` stands in messages.
Result<SearchConfig> parseSearchConfig(std::string_view json, const std::string& name);
// The same from a file. A file may hold nothing but the name of another one beside it, as Whisker's
// default.json does.
Result<SearchConfig> readSearchConfig(const std::string& path);

}  // namespace ounce
