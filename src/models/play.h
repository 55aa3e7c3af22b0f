// Models beside a running machine: user models act before a step, program models follow what happens in it
// and after it, end models begin when those have stopped.
//
// An edge is taken when all its conditions hold, at most once a step; its effects are then owed. They may
// come true at once, in the middle of the next step, or at its end; speech has one step more. What is still
// owed then is a failure. docs/models.md says this with examples, and where Whisker differs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/bind.h"
#include "models/senses.h"
#include "spec/watch.h"
#include "testing/suite.h"
#include "vm/observer.h"

namespace ounce {
class Machine;
}

namespace ounce::models {

// Something that should not be: an effect that did not come, a condition that was not met in time, or (among
// the errors) something that cannot be checked in this program.
struct Finding {
    std::size_t model = 0, edge = 0;
    std::string check{};    // "AttrChange(Bowl,x,+)"
    std::string message{};  // for people
    std::uint64_t step = 0;
    std::string picture{};   // PNG of the stage, if that was asked for
    int repetitions = 1;     // in how many it was found
    std::uint32_t seed = 0;  // of the first of them
};

// Successive transitions along one edge.
struct PathPiece {
    std::size_t model = 0, edge = 0;
    std::uint64_t step = 0;  // of the first
    std::uint64_t times = 1;
};

struct PlayResult {
    std::vector<Finding> fails{}, errors{};
    std::vector<std::vector<std::uint8_t>> covered{};  // by model and edge
    std::vector<PathPiece> path{};
    std::vector<std::string> log{};
    std::vector<TimedEvent> played{};  // what the user models did
    std::uint64_t steps = 0;
};

struct PlayOptions {
    std::uint32_t seed = 0;  // of the models' own random numbers
    bool pictures = false;
    bool path = false;    // note which edges were taken when
    bool record = false;  // note what user models do
    bool userModels = true;
    bool contradictions = true;  // effects that exclude each other are left out
    // What may be looked at before this is given up (Senses::work): some ten seconds.
    std::uint64_t mostWork = 4'000'000'000;
};

class ModelPlay final : public Observer {
  public:
    // Begins to watch: right before the first step, the flag clicked. All stay where they are while this
    // does.
    ModelPlay(const BoundModels& models, Machine& machine, const PlayOptions& options,
              ScriptChecks* script = nullptr);

    // Around each step of the machine.
    void beforeStep();
    void afterStep();
    // Nothing is left to be checked: all program models and all end models have stopped.
    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] bool failed() const { return !result_.fails.empty(); }
    // What the user models did up to now, if that is recorded.
    [[nodiscard]] const std::vector<TimedEvent>& played() const { return result_.played; }
    PlayResult takeResult();

    // Observer
    void moved(std::int32_t place, double oldX, double oldY) override;
    void lookChanged(std::int32_t place) override;
    void cloned(std::int32_t clone) override { senses_.note(clone); }
    void deleting(std::int32_t clone) override { senses_.note(clone); }
    void said(std::int32_t place, bool think, const Value& text) override;
    void variableChanged(std::int32_t place, std::int32_t slot, const Value& before,
                         const Value& now) override;

  private:
    struct Runner {
        std::size_t node = 0;
        bool active = true;
        std::uint64_t lastTransition = 0;
        std::vector<std::uint64_t> taken{};    // by edge: the step in which it was taken last; 0: never
        std::vector<std::uint8_t> disabled{};  // by edge: it was not taken in time
    };
    // An effect that is still to come.
    struct Owed {
        std::size_t model = 0, edge = 0;
        Use use{};
        std::uint64_t sinceTransition = 0;
        std::uint64_t until = 0;  // the last step at whose end it may come true
    };
    struct Key {
        std::string name{};
        std::uint64_t until = 0;
    };

    void happens(const Happening& happening);
    void giveUp();
    void transition(std::size_t model, const Happening* happening);
    void userTransition(std::size_t model);
    bool conditionsHold(const BoundEdge& edge, const Clock& clock);
    void take(std::size_t model, std::size_t edge);
    void force(std::size_t model, std::size_t edge, const Clock& clock);
    void perform(const BoundInput& input);
    void press(const std::string& key);
    void stopIfAtEnd(std::size_t model);
    void dropContradictions();
    // Drops what holds now. `onlyEvents`: but nothing that holds because nothing happens.
    void settleOwed(std::vector<Owed>& owed, bool onlyEvents = false);
    void startEndModels();
    [[nodiscard]] bool isWatched(std::size_t model) const;
    [[nodiscard]] bool anyActive(Usage usage) const;
    [[nodiscard]] Clock clockOf(std::size_t model) const;
    [[nodiscard]] std::uint64_t now() const { return steps_ + (inStep_ ? 1 : 0); }
    void found(std::vector<Finding>& findings, std::size_t model, std::size_t edge, std::string check,
               std::string message);
    void failedEffect(const Owed& owed);
    void log(std::string text);
    [[nodiscard]] std::string timesOf(const Edge& edge) const;

    const BoundModels& models_;
    Machine& machine_;
    PlayOptions options_;
    Senses senses_;
    std::optional<spec::Watch> watch_{};
    std::vector<Runner> runners_;
    std::vector<Owed> fresh_, owed_;
    std::vector<std::uint8_t> heard_;  // by sprite: aspects that some check hears
    std::vector<std::string> keysNow_;
    std::vector<Key> keysHeld_;
    std::uint64_t steps_ = 0;
    std::optional<std::uint64_t> endStart_{};
    std::size_t errorsTaken_ = 0;
    bool inStep_ = false, over_ = false;
    PlayResult result_{};
};

// Whether both can never hold in one state: the models that ask for them contradict each other.
bool contradict(const BoundCheck& a, bool aNegated, const BoundCheck& b, bool bNegated);

}  // namespace ounce::models
