// A check: one thing about the stage that a test expects. All the assertions of the papers' test generator
// (backdrop, clones, costume, direction, effect, layer, list, position, speech, size, touching, variable,
// visibility, volume), as data: written by people, found by search, evaluated in a state, written down as
// JavaScript.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "vm/attributes.h"
#include "vm/look.h"

namespace ounce {

// Whom a check is about: the stage, a sprite, or one of a sprite's clones.
struct Subject {
    std::string sprite{};                 // empty: the stage
    std::optional<std::int32_t> clone{};  // which of the living clones, the oldest is 0; none: the original

    [[nodiscard]] bool isStage() const { return sprite.empty(); }
    // Its place in State::targets, or kNone.
    [[nodiscard]] std::int32_t find(const Reading& look) const;
    // "Bowl", "clone 2 of Bowl" (people count from 1), "the stage".
    [[nodiscard]] std::string text() const;
    bool operator==(const Subject&) const = default;
};

// What came out of a check. The texts are for people and reports.
struct CheckOutcome {
    bool holds = false;
    std::string actual{};
    std::string expected{};
    bool missing = false;  // the sprite, clone, variable or list is not there
};

struct Check {
    enum class Kind : std::uint8_t {
        Backdrop,        // of the stage, number from 1 or name
        CloneCount,      // of a sprite
        Costume,         // number from 1 or name
        Direction,       // degrees; the tolerance goes across ±180
        Effect,          // name: which effect
        Layer,           // 0 at the back
        ListLength,      // name: which list
        ListContents,    // name: which list; items
        Position,        // x, y, each within the tolerance
        X,               //
        Y,               //
        Say,             // bubble, and the text if `expected` is one
        Size,            // rounded as Scratch shows it
        TouchingSprite,  // other; expected: truth value
        TouchingEdge,    // expected: truth value
        Variable,        // name: which variable; the stage's own, or the sprite's
        Visible,         // expected: truth value
        Volume,          //
    };
    // Truth values, positions and list contents know only the first two.
    enum class Comparison : std::uint8_t { Equal, NotEqual, AtLeast, AtMost };
    enum class Bubble : std::uint8_t { None, Any, Say, Think };

    // Something else that has a value.
    struct Thing {
        Kind kind = Kind::Variable;
        Subject subject{};
        std::string name{};
        [[nodiscard]] Check asCheck() const;  // that measures it
        bool operator==(const Thing&) const = default;
    };

    Kind kind = Kind::Variable;
    Subject subject{};
    Subject other{};     // TouchingSprite; a sprite without clone: its original or any clone of it
    std::string name{};  // of the variable, list or effect
    Comparison comparison = Comparison::Equal;
    Value expected{};
    double x = 0, y = 0;  // Position
    std::vector<Value> items{};
    Bubble bubble = Bubble::Any;
    double tolerance = 0;
    // What is compared is how much the value has changed since so many steps were done; of a text, 0: it is
    // the same.
    std::optional<std::uint64_t> since{};
    // What is compared is how much the value is more than that of this thing at the same time; of a text, 0:
    // it is the same. Never together with `since`.
    std::optional<Thing> minus{};

    // The one attribute that it is about; none: it is about something else, or about an effect that nobody
    // knows.
    [[nodiscard]] std::optional<Attribute> attribute() const;
    // Whether it holds now; `then` is what it measured when its `since` was now.
    [[nodiscard]] CheckOutcome evaluate(Look& look, const Value& then = {}) const;
    // The one value that it compares; nothing: there is none, or it is not there.
    [[nodiscard]] Value measure(Look& look) const;
    // What is expected, in words: "x of Bowl should be 12 (within 5)".
    [[nodiscard]] std::string text() const;
    bool operator==(const Check&) const = default;
};

// The tolerances of the papers: a direction may be off by 1 degree, a position by 5 units.
constexpr double kDirectionTolerance = 1;
constexpr double kPositionTolerance = 5;
constexpr double usualTolerance(Check::Kind kind) {
    switch (kind) {
        case Check::Kind::Direction: return kDirectionTolerance;
        case Check::Kind::Position:
        case Check::Kind::X:
        case Check::Kind::Y: return kPositionTolerance;
        default: return 0;
    }
}

// What a test compares with: the attribute as Scratch shows it.
Value attributeForTests(const Reading& reading, const TargetState& target, Attribute attribute);

// The operator as reports and JavaScript name it: "==", "withinRange", …
std::string_view operationOf(const Check& check);

// Equal as a test sees it: as numbers if both are numbers, else as texts, upper and lower case told apart.
bool sameForTests(const Value& a, const Value& b, double tolerance);
// A number that a test can compare with; NaN if the value is none (also for blank text).
double numberForTests(const Value& value);

}  // namespace ounce
