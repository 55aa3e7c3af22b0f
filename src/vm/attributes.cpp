#include "vm/attributes.h"

#include <limits>

#include "vm/math.h"

namespace ounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr AttributeRow kRows[] = {
#define OUNCE_ATTRIBUTE(id, name, whisker, trace, type, low, high, reader) \
    {Attribute::id, name, whisker, trace, Type::type, low, high},
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
};
static_assert(std::size(kRows) == kAttributeCount);
static_assert(attributeOf(Ghost) == Attribute::GhostEffect && Ghost + 1 == EffectCount);

constexpr std::string_view kRotationStyles[] = {"all around", "left-right", "don't rotate"};

Value costumeName(const Reading& reading, const TargetState& t) {
    const auto& costumes = reading.spriteOf(t).costumes;
    return costumes.empty() ? String() : costumes[static_cast<std::size_t>(t.costume)].nameText;
}

Value rotationStyleName(const TargetState& t) {
    static const String kTexts[] = {String(kRotationStyles[0]), String(kRotationStyles[1]),
                                    String(kRotationStyles[2])};
    return kTexts[static_cast<std::size_t>(t.rotationStyle)];
}

Value layerOf(const Reading& reading, const TargetState& t) {
    return reading.state.stage ? reading.state.stage->order(t.drawable) : 0;
}

// What stands between the dot and the end: "effects.color" → "color".
constexpr std::string_view behindDot(std::string_view name) { return name.substr(name.find('.') + 1); }

}  // namespace

std::span<const AttributeRow> attributes() { return kRows; }

std::optional<Attribute> findAttribute(std::string_view name) {
    for (const AttributeRow& row : kRows) {
        if (row.name == name && !name.empty()) return row.id;
    }
    return std::nullopt;
}

std::optional<Attribute> findWhiskerAttribute(std::string_view name) {
    for (const AttributeRow& row : kRows) {
        if (row.whisker == name && !name.empty()) return row.id;
    }
    return std::nullopt;
}

std::string_view effectName(Effect effect) {
    return effect < EffectCount ? behindDot(rowOf(attributeOf(effect)).whisker) : "";
}

Effect findEffect(std::string_view name) {
    int effect = 0;
    while (effect < EffectCount && effectName(static_cast<Effect>(effect)) != name) effect++;
    return static_cast<Effect>(effect);
}

std::string_view nameOf(RotationStyle style) { return kRotationStyles[static_cast<std::size_t>(style)]; }

Value readAttribute(const Reading& reading, const TargetState& t, Attribute attribute) {
    switch (attribute) {
#define OUNCE_ATTRIBUTE(id, name, whisker, trace, type, low, high, reader) \
    case Attribute::id:                                                    \
        return reader;
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
    }
    return {};
}

AttributeValues readAttributes(const Reading& reading, const TargetState& t) {
    return {
#define OUNCE_ATTRIBUTE(id, name, whisker, trace, type, low, high, reader) reader,
#include "vm/attributes.def"
#undef OUNCE_ATTRIBUTE
    };
}

}  // namespace ounce
