#include "vm/attributes.h"

namespace ounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr AttributeRow kRows[] = {
#define OUNCE_ATTRIBUTE(id, name, type, whisker, low, high, reader) \
    {Attribute::id, name, whisker, Type::type, low, high},
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
};

Value costumeName(const Reading& reading, const TargetState& t) {
    const auto& costumes = reading.spriteOf(t).costumes;
    return costumes.empty() ? String() : costumes[static_cast<std::size_t>(t.costume)].nameText;
}

Value layerOf(const Reading& reading, const TargetState& t) {
    return reading.state.stage ? reading.state.stage->order(t.drawable) : 0;
}

}  // namespace

std::span<const AttributeRow> attributes() { return kRows; }

std::optional<Attribute> findAttribute(std::string_view name) {
    for (const AttributeRow& row : kRows) {
        if (row.name == name) return row.id;
    }
    return std::nullopt;
}

Value readAttribute(const Reading& reading, const TargetState& t, Attribute attribute) {
    switch (attribute) {
#define OUNCE_ATTRIBUTE(id, name, type, whisker, low, high, reader) \
    case Attribute::id:                                             \
        return reader;
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
    }
    return {};
}

}  // namespace ounce
