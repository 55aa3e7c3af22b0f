// What the checks of models are worth at a moment of a run, and what they remember of the moments before.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "models/bind.h"
#include "spec/watch.h"
#include "testing/companion.h"
#include "vm/look.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce {
class Machine;
}

namespace ounce::models {

// Conditions in JavaScript are for whoever has an engine.
using ScriptChecks = CompanionScripts;

// Something that changed in the middle of a step, or, without an aspect, a moment between two steps.
struct Happening {
    std::uint8_t aspect = 0;
    std::int32_t place = kNone;   // of the target
    std::int32_t sprite = kNone;  // its sprite
    std::int32_t slot = kNone;    // variable
    double oldX = 0, oldY = 0;    // before the movement
    Value before{}, after{};      // the variable's values; the new one is about to be stored
};

// Whether a check that hears of these may have another value now.
bool hears(const std::vector<Hearing>& hearings, const Happening& happening);

// What each property says of the step that is over; it is asked again in the next.
std::vector<std::uint8_t> valuesAfterStep(spec::Watch& watch);

// Times that a check may ask for, in steps.
struct Clock {
    std::uint64_t now = 0;                    // since the start
    std::uint64_t sinceTransition = 0;        // of the model that asks
    std::optional<std::uint64_t> sinceEnd{};  // since the end models started
};

class Senses {
  public:
    // All stay where they are while this is in use. `script` may be missing; then its checks are false.
    Senses(const BoundModels& models, Machine& machine, std::uint32_t seed, ScriptChecks* script);

    // Right before a step: what «before» means from now on.
    void beginStep();
    // The moment that is looked at from now on.
    void look(const Happening& happening);
    // Notes what an event in the middle of a step leaves behind, after everybody has looked.
    void settle(const Happening& happening);
    // Something changed that nobody listens to, or there is another clone, or one fewer.
    void note(std::int32_t place);
    // What properties say of the step that ended; a value each.
    void properties(std::vector<std::uint8_t> values) { properties_ = std::move(values); }

    bool holds(const Use& use, const Clock& clock) { return test(use.check, clock) != use.negated; }
    Value value(const Expression& expression, const std::vector<Subject>& references);
    // "Bowl.x = 10, was 0": what a check looks at, for people.
    std::string seen(const BoundCheck& check);
    // A check that cannot be evaluated (a text where a number is needed) says so here, once.
    [[nodiscard]] const std::vector<std::pair<std::int32_t, std::string>>& errors() const { return errors_; }
    // How much was looked at so far, roughly in the time that a comparison takes: with hundreds of clones
    // that move in every step it can be more than anybody waits for.
    [[nodiscard]] std::uint64_t work() const { return work_; }
    // A transition is made whose effect is random: its value counts.
    void noteRandom(std::int32_t check);

  private:
    struct Seen {
        std::uint32_t id = 0;  // 0: not seen
        AttributeValues values{};

        [[nodiscard]] Value value(SpriteAttribute which) const;
        void moveTo(double x, double y) {
            values[static_cast<std::size_t>(Attribute::X)] = x;
            values[static_cast<std::size_t>(Attribute::Y)] = y;
        }
    };
    struct Moved {
        std::uint64_t step = 0;
        std::uint32_t id = 0;
        double x = 0, y = 0;
    };

    struct Changed {
        std::int32_t place = kNone, sprite = kNone;
    };
    // What a check is worth for each instance of a sprite. In the middle of a step only those are looked at
    // again that changed themselves: with hundreds of clones that move in every step, looking at all of them
    // for each movement takes hours. And as one is enough, the others are only looked at when it is no more.
    struct Remembered {
        enum class Is : std::uint8_t { Not, Open, So };
        std::uint32_t epoch = 0;
        std::size_t changes = 0;           // that are taken into account
        std::vector<Is> of{};              // by place
        std::vector<std::int32_t> open{};  // places to look at, the last one first
        std::int32_t last = kNone;         // for which it was so
        int so = 0;                        // how many
    };

    bool test(std::int32_t check, const Clock& clock);
    bool evaluate(const BoundCheck& check, std::int32_t index, const Clock& clock);
    template <class Test>
    bool anyInstance(std::int32_t sprite, bool mustBeVisible, const Test& test);
    // The same for what depends on the instance itself only, and on all of the sprite `other`.
    template <class Test>
    bool anyRemembered(std::int32_t check, std::int32_t sprite, bool mustBeVisible, std::int32_t other,
                       const Test& test);
    // Which instances have to be looked at again.
    void open(Remembered& known, std::int32_t sprite, std::int32_t other);
    void forget() { epoch_++, changes_.clear(); }
    Seen see(const TargetState& t);
    // Where `old` of an instance is found; null: it was not there.
    const Seen* before(std::int32_t place, SpriteAttribute attribute, Seen& storage);
    Value read(const Subject& subject);
    Value now(const TargetState& t, SpriteAttribute attribute);
    Value variableBefore(const Subject& subject);
    const Value& variableNow(const Subject& subject);
    bool changed(const BoundCheck& check, std::int32_t index, const Value& before, const Value& now);
    bool compares(const BoundCheck& check, std::int32_t index, const Value& left);
    bool touchesEdge(const TargetState& t, CheckKind kind);
    bool isRandom(std::int32_t check);
    void trouble(std::int32_t check, std::string what);

    const BoundModels& models_;
    Machine& machine_;
    Look look_;
    Random random_;
    ScriptChecks* script_;
    Happening happening_{};
    std::uint32_t moment_ = 0;
    std::vector<std::uint32_t> asked_;     // by check: the moment for which the value is known
    std::vector<std::uint8_t> known_;      // by check: the value
    std::vector<Seen> start_, last_;       // by place: before the step, and at the last event of it
    std::vector<Moved> moved_;             // by place: strict, where it was before its last movement
    std::vector<Value> startVariables_;    // in the order of BoundModels::trackedVariables
    std::vector<Value> writtenVariables_;  // strict: before the last time it was written
    std::vector<Remembered> remembered_;   // by check
    std::vector<Changed> changes_;         // in the order in which they came in this step
    std::uint32_t epoch_ = 1;              // between two of these nothing but `changes_` happened
    std::uint64_t work_ = 0;
    std::vector<std::uint8_t> properties_;
    std::vector<std::vector<double>> history_;  // by check: RandomValue
    std::vector<std::pair<std::int32_t, std::string>> errors_;
};

}  // namespace ounce::models
