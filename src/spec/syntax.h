// Properties as they are written: terms with the places where they stand, nothing looked up yet. The same
// property can be bound to many programs (monitor.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce::spec {

// What a term is, and what becomes of it when it is bound to a program (monitor.h).
enum class Code : std::uint8_t {
    // ---- only as written ----
    Number,
    Text,
    True,
    False,
    Name,    // a `let` or a variable of the stage
    Member,  // Cat.x, Cat.lives, Cat.effect(ghost)
    Touching,
    Length,
    Item,
    Contains,
    Implies,
    // whole properties
    Always,
    Never,
    Within,       // after a within `number` steps b
    For,          // after a for `number` steps b
    AfterAlways,  // after a always b, until c if there is one
    Until,        // b until c
    // events
    Flag,
    Stop,
    Broadcast,
    Answered,
    Clicked,
    Pressed,
    Said,
    Cloned,
    Deleted,
    // ---- as written and as bound ----
    Rises,    // cells: the last value, whether it happens now
    Falls,    //
    Changes,  //
    // memory
    Prev,   // cell: the value of a when the last step ended
    Old,    // slot: which of the values kept when the `after` part happened
    Since,  // cells: whether it held when the last step ended, whether it holds now
    Count,  // cell: how often a since b
    // values
    Answer,
    Asked,
    Question,
    Timer,
    MouseX,
    MouseY,
    MouseDown,
    Backdrop,
    Key,
    Distance,
    Clones,
    Abs,
    Min,
    Max,
    Round,
    Add,
    Subtract,
    Multiply,
    Divide,
    Mod,
    Negate,
    If,
    // conditions
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Not,
    And,
    Or,
    Some,
    Every,
    // ---- only as bound ----
    Constant,
    Attribute,
    Variable,
    ListLength,
    ListItem,
    ListContains,
    TextLength,
    TextContains,
    Letter,
    TouchingSprite,
    TouchingEdge,
    TouchingMouse,
    TouchingColour,
    Happens,   // `happening` and what it is about
    AndThen,   // event a at a moment at which condition b holds
    Both,      // events a and b; c and other: whether each happened in this step so far
    Either,    // events a or b
    Happened,  // event a in this step so far; cell: whether
};

using TermIndex = std::int32_t;
constexpr TermIndex kNoTerm = -1;

struct Term {
    Code code = Code::Number;
    TermIndex a = kNoTerm, b = kNoTerm, c = kNoTerm;
    double number = 0;     // a number, or a time in steps
    std::string name{};    // text, sprite, variable, key, message, list; «edge», «mouse», «#rrggbb»
    std::string member{};  // what stands behind the dot, or the second sprite
    bool quoted = false;   // `name` stood in quotation marks
    bool memberQuoted = false;       // `member` did
    std::size_t begin = 0, end = 0;  // where it stands in the source
};

struct Let {
    std::string name{};
    TermIndex term = kNoTerm;
};

struct Property {
    std::string name{};
    std::string explanation{};  // the comment right above it
    TermIndex term = kNoTerm;
    std::size_t begin = 0, end = 0;
    std::string error{};  // why it could not be read; only of those in a project's comments
};

// What one file says.
struct Spec {
    std::string file{};  // what errors call it
    std::string source{};
    std::vector<Term> terms{};
    std::vector<Let> lets{};
    std::vector<Property> properties{};

    [[nodiscard]] const Term& at(TermIndex i) const { return terms[static_cast<std::size_t>(i)]; }
    // As written, on one line.
    [[nodiscard]] std::string textOf(const Term& term) const { return oneLine(term.begin, term.end); }
    [[nodiscard]] std::string oneLine(std::size_t begin, std::size_t end) const;
    // "line 3, column 12"
    [[nodiscard]] std::string placeOf(std::size_t offset) const;
};

// Durations are counted in whole steps, 30 a second, rounded down: 200 ms are 6 steps.
constexpr double kStepsPerSecond = 30;

}  // namespace ounce::spec
