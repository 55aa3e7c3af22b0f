// An error witness: a run that violates a property, as data. Timed user inputs, what everything random came
// out as, the values that variables begin with, and the property (Diner et al., «Generating Timed UI Tests
// from Counterexamples»). docs/formats/witness.md describes the file.
//
// Witnesses of Ounce carry the log of the run and replay exactly. Those of other tools say less: waits in
// microseconds, mocks without the blocks they belong to, what the tool expected to see. What they say is
// turned into steps by the rules of the tool that replays them, Whisker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "verify/mock.h"
#include "vm/log.h"

namespace ounce::verify {

// What a foreign witness expects of an actor.
struct ActorState {
    std::string name{};
    std::vector<std::pair<std::string, Value>> variables{};
    bool operator==(const ActorState&) const = default;
};

struct ExpectedState {
    std::uint64_t step = 0;  // steps done
    std::vector<ActorState> actors{};
    bool operator==(const ExpectedState&) const = default;
};

struct Witness {
    // Initial values are SetVariable inputs before the first flag. `log.steps` is how long the run is.
    Log log{};
    std::string property{};      // its name
    std::string propertyText{};  // as written; empty: not known
    std::string spec{};          // the whole file of properties it stands in; empty: not known
    std::string message{};       // what was seen when it was violated
    std::string programName{}, programHash{};
    std::uint64_t violationStep = 0;        // the first is 1; 0: not known
    std::vector<std::string> violations{};  // property texts, as Bastet has them

    // ---- of other tools ----
    bool foreign = false;
    std::vector<Mock> mocks{};            // beside log.draws, which go first
    std::vector<ExpectedState> states{};  // what that tool expected on the way
    std::vector<std::string> notes{};     // what could not be taken over, one sentence each
};

constexpr std::uint64_t kWitnessSchema = 1;
constexpr std::size_t kMaxWitnessBytes = std::size_t{64} << 20;

// `name` is what errors call the file. With a program, what the witness names and the program lacks is noted.
Result<Witness> readWitness(std::string_view text, const std::string& name, const Program* program);

// The same witness gives the same bytes. Runs the log once, because Bastet and Whisker want random outcomes
// in the order of the whole run.
std::string writeWitness(const Witness& witness, const Program& program);

// The SHA-256 of the program's content, in hexadecimal: its project.json, which names costumes and sounds by
// their own sums.
std::string hashOf(const Program& program);

}  // namespace ounce::verify
