// What can be asked about a sprite, as one list: attributes.def.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "vm/reading.h"

namespace ounce {

enum class Attribute : std::uint8_t {
#define OUNCE_ATTRIBUTE(id, name, whisker, trace, type, low, high, reader) id,
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
};
inline constexpr std::size_t kAttributeCount = static_cast<std::size_t>(Attribute::Pan) + 1;

struct AttributeRow {
    Attribute id;
    std::string_view name, whisker, trace;
    Type type;
    double low, high;
};

// All of them, in the order of the list.
std::span<const AttributeRow> attributes();
inline const AttributeRow& rowOf(Attribute attribute) {
    return attributes()[static_cast<std::size_t>(attribute)];
}
// By the name that people write, and by Whisker's.
std::optional<Attribute> findAttribute(std::string_view name);
std::optional<Attribute> findWhiskerAttribute(std::string_view name);
// The effects are numbered as the attributes are.
constexpr Attribute attributeOf(Effect effect) {
    return static_cast<Attribute>(static_cast<int>(Attribute::ColorEffect) + effect);
}
// "color", "fisheye", …; EffectCount if there is no such effect.
std::string_view effectName(Effect effect);
Effect findEffect(std::string_view name);
// "all around", "left-right", "don't rotate"
std::string_view nameOf(RotationStyle style);

Value readAttribute(const Reading& reading, const TargetState& t, Attribute attribute);
// All that a sprite has at one moment, to be compared with another one.
using AttributeValues = std::array<Value, kAttributeCount>;
AttributeValues readAttributes(const Reading& reading, const TargetState& t);

}  // namespace ounce
