// VRM: another variable is read, one of the sprite's own or one for all sprites.
#include <algorithm>

#include "mutation/operators/operators.h"

namespace ounce {
namespace {

const Variable* otherVariable(const Project& project, std::size_t target, std::string_view id,
                              Stream& choice) {
    std::vector<const Variable*> others;
    const auto addThose = [&](const Target& owner) {
        for (const Variable& variable : owner.variables) {
            if (variable.id != id) others.push_back(&variable);
        }
    };
    addThose(project.targets[target]);
    if (target != 0) addThose(project.targets.front());
    return others.empty() ? nullptr : others[choice.below(others.size())];
}

std::string textOf(const Scalar& name) {
    const auto* text = std::get_if<std::string>(&name);
    return text ? *text : std::string();
}

}  // namespace

std::optional<Change> replaceVariable(const Project& project, const Site& site, Stream& choice) {
    if (site.variable) {
        const Variable* other = otherVariable(project, site.target, site.variable->id, choice);
        if (!other) return std::nullopt;
        Block above = *site.above;
        auto& primitive = std::get<Primitive>(inputOf(above, site.slot).block);
        primitive.value = other->name;
        primitive.id = other->id;
        return Change{textOf(site.variable->value) + "-" + other->name, {.changed = {std::move(above)}}};
    }
    // Converted projects have variables as blocks of their own.
    const Row& row = blockRow(site.block->opcode);
    if (!row.isValue() || row.argumentCount == 0 || row.arguments[0].kind != Kind::Variable)
        return std::nullopt;
    const Field* field = site.block->field(row.arguments[0].name);
    const Variable* other =
        field ? otherVariable(project, site.target, field->id.value_or(""), choice) : nullptr;
    if (!other) return std::nullopt;
    Block changed = *site.block;
    for (Field& one : changed.fields) {
        if (one.name != field->name) continue;
        one.value = other->name;
        one.id = other->id;
    }
    return Change{textOf(field->value) + "-" + other->name, {.changed = {std::move(changed)}}};
}

}  // namespace ounce
