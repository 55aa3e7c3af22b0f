// Sensing blocks mostly ask about a constant: a colour, a key, a sprite from the menu. What it names is
// looked up while compiling and kept in Operation::named; kNone: the operand is computed, look at its value.
#pragma once

#include <cstdint>

#include "vm/code.h"
#include "vm/color.h"

namespace ounce {

// What `touching` asks about, besides the place of a sprite (0 and up).
constexpr std::int32_t kNamesMouse = -2;
constexpr std::int32_t kNamesEdge = -3;
constexpr std::int32_t kNamesNothing = -4;

std::int32_t namedObject(const Program& program, const Value& name);

// What `key pressed?` asks about, besides the place in Code::keys.
constexpr std::int32_t kNamesAnyKey = -2;

inline std::int32_t namedColor(const Value& value) {
    const ColorValue c = toRgba(value);
    return c.r << 16 | c.g << 8 | c.b;
}

}  // namespace ounce
