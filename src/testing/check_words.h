// How suite files call the kinds of checks, and what each needs besides.
#pragma once

#include <cstdint>
#include <string_view>

#include "testing/check.h"

namespace ounce {

enum class ExpectedShape : std::uint8_t { Number, NumberOrText, Any, Truth, Point, Items, Speech };

struct CheckWord {
    std::string_view word;
    Check::Kind kind;
    ExpectedShape shape;
    bool needsSprite;  // false: the stage if none is named
    bool needsName;
    Check::Bubble bubble = Check::Bubble::Any;
};

inline constexpr CheckWord kCheckWords[] = {
    {"backdrop", Check::Kind::Backdrop, ExpectedShape::NumberOrText, false, false},
    {"clones", Check::Kind::CloneCount, ExpectedShape::Number, true, false},
    {"costume", Check::Kind::Costume, ExpectedShape::NumberOrText, true, false},
    {"direction", Check::Kind::Direction, ExpectedShape::Number, true, false},
    {"effect", Check::Kind::Effect, ExpectedShape::Number, false, true},
    {"layer", Check::Kind::Layer, ExpectedShape::Number, true, false},
    {"list length", Check::Kind::ListLength, ExpectedShape::Number, false, true},
    {"list", Check::Kind::ListContents, ExpectedShape::Items, false, true},
    {"position", Check::Kind::Position, ExpectedShape::Point, true, false},
    {"x", Check::Kind::X, ExpectedShape::Number, true, false},
    {"y", Check::Kind::Y, ExpectedShape::Number, true, false},
    {"bubble", Check::Kind::Say, ExpectedShape::Speech, true, false, Check::Bubble::Any},
    {"says", Check::Kind::Say, ExpectedShape::Speech, true, false, Check::Bubble::Say},
    {"thinks", Check::Kind::Say, ExpectedShape::Speech, true, false, Check::Bubble::Think},
    {"size", Check::Kind::Size, ExpectedShape::Number, true, false},
    {"touching", Check::Kind::TouchingSprite, ExpectedShape::Truth, true, false},
    {"touching edge", Check::Kind::TouchingEdge, ExpectedShape::Truth, true, false},
    {"variable", Check::Kind::Variable, ExpectedShape::Any, false, true},
    {"visible", Check::Kind::Visible, ExpectedShape::Truth, true, false},
    {"volume", Check::Kind::Volume, ExpectedShape::Number, false, false},
};

constexpr const CheckWord& wordOf(const Check& check) {
    const Check::Bubble bubble = check.kind != Check::Kind::Say || check.bubble == Check::Bubble::None
                                     ? Check::Bubble::Any
                                     : check.bubble;
    for (const CheckWord& word : kCheckWords) {
        if (word.kind == check.kind && word.bubble == bubble) return word;
    }
    return kCheckWords[0];
}

inline constexpr std::string_view kSpanWords[] = {"", "once since", "always since"};
inline constexpr std::string_view kComparisonWords[] = {"is", "is not", "at least", "at most"};

}  // namespace ounce
