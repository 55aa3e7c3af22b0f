// Walks through all states that a program can be in, together with one property, step by step: whatever a
// player does, whatever is drawn. A state is not visited twice; when there is no new one, the property is
// proved for the player that the alphabet describes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/job.h"
#include "spec/watch.h"
#include "verify/alphabet.h"
#include "verify/packed_state.h"
#include "verify/run_terms.h"
#include "verify/solver.h"
#include "vm/canonical.h"
#include "vm/machine.h"

namespace ounce::verify {

// What is typed where the action leaves it open, if this is the number.
Value typedValue(const Action& action, std::int64_t number);

struct ExploreOptions {
    AlphabetOptions alphabet{};
    MachineOptions machine{};
    bool intervals = true;          // first try to prove it without visiting states
    bool slices = true;             // scripts that cannot matter are left out first
    bool anyInitialValues = false;  // variables that hold numbers begin with any whole number
    bool nearestFirst = false;      // states that are nearer to a violation come first; else shorter runs
    bool isSlice = false;           // scripts were left out: a step may end after any pass
    bool untilTriggered = false;    // ends as soon as the property has something to say
    std::uint64_t states = 0;       // at most so many; 0: as many as there are
    std::uint64_t steps = 0;        // at most so deep; 0: as deep as it goes
    std::uint64_t memory = std::uint64_t{400} << 20;  // for the states that were found, about
};

// A run that violates the property, with everything that was unknown.
struct Counterexample {
    std::vector<InputEvent> inputs{};  // with steps; initial values are set before the flag
    std::vector<Pick> picks{};         // everything that was drawn, in order
    std::uint64_t steps = 0;
};

struct Exploration {
    std::optional<Counterexample> violation{};
    bool isExhausted = false;         // nothing is left to visit
    std::vector<std::string> gaps{};  // what was not tried, each once
    std::string ended{};              // why it stopped before the end: «time», «states» …
    std::uint64_t states = 0, depth = 0, questions = 0;
    std::vector<std::string> learnt{};  // answers that are worth typing and were not typed
    bool triggered = false;             // the property had something to say somewhere
    bool passesMatter = false;          // of a slice: too many passes make a difference
};

class Explorer {
  public:
    Explorer(std::shared_ptr<const Program> program, const spec::Monitor& monitor, ExploreOptions options,
             const Job& job);
    ~Explorer();
    Exploration explore();

  private:
    struct Node;
    struct Trail;
    struct Attempt;
    class Frontier;

    void begin();
    void expand(Node& node);
    void tryAction(const Node& node, const Action& action);
    void tryWays(const Node& node, const Action& action);
    void alternatives(const Node& node, const Attempt& attempt, std::vector<Attempt>& open);
    void arrive(const Node& node, const Action& action);
    void keepState(Node& node);
    void unpack(Node& node);
    static std::uint64_t bytesOf(const Node& node);
    Trail trailFrom(const Node& from, const Action& action);
    void keepSymbols(const Node& from, Node& node, std::vector<std::int32_t>& kept);
    [[nodiscard]] bool couldGoOn() const;
    StateKey keyOf(const Node& node);
    std::int32_t placeOf(const Action& action);
    Counterexample counterexample(std::int32_t last);
    void note(const std::string& gap);
    bool isTimeOver();
    void report() const;

    std::shared_ptr<const Program> program_;
    std::vector<spec::Monitor> monitors_;
    ExploreOptions options_;
    const Job& job_;
    Alphabet alphabet_;
    Terms terms_;
    Solver solver_;
    State state_;
    std::optional<Machine> machine_;
    std::optional<RunTerms> run_;
    std::optional<spec::Watch> watch_;
    Canonical canonical_;
    State blank_;
    std::vector<std::unique_ptr<State>> spare_;  // that were visited: their memory is used again
    std::unique_ptr<StatePacker> packer_;        // none: few states wait
    std::uint64_t waitingBytes_ = 0;             // of the frontier, about
    std::set<StateKey> ends_;                    // where the ways through a step of a slice end
    std::size_t learnt_ = 0;                     // how much of what the run learnt is typed
    bool wantsPasses_ = false;                   // some of them only because the passes were used up

    std::unique_ptr<Frontier> frontier_;
    std::unique_ptr<Look> look_;
    bool readsTimer_ = false;  // the property does
    std::vector<Trail> trails_;
    std::vector<Action> actions_;  // all that were ever done, each once
    std::map<std::string, std::int32_t> actionPlaces_;
    std::vector<InputEvent> initialValues_;
    struct KeyHash {
        std::size_t operator()(const StateKey& key) const { return key.low; }
    };
    std::unordered_set<StateKey, KeyHash> seen_;  // never walked through
    Exploration result_;
};

}  // namespace ounce::verify
