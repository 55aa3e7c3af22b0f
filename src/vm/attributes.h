// What can be asked about a sprite, as one list: attributes.def.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "vm/reading.h"

namespace ounce {

enum class Attribute : std::uint8_t {
#define OUNCE_ATTRIBUTE(id, name, type, whisker, low, high, reader) id,
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
};

struct AttributeRow {
    Attribute id;
    std::string_view name, whisker;
    Type type;
    double low, high;
};

// All of them, in the order of the list.
std::span<const AttributeRow> attributes();
// By the name that people write.
std::optional<Attribute> findAttribute(std::string_view name);

Value readAttribute(const Reading& reading, const TargetState& t, Attribute attribute);

}  // namespace ounce
