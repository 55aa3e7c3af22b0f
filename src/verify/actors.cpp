#include "verify/actors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"

namespace ounce::verify {
namespace {

const Value* find(const ActorState& actor, const std::string& name) {
    for (const auto& [variable, value] : actor.variables) {
        if (variable == name) return &value;
    }
    return nullptr;
}

const ActorState* find(const std::vector<ActorState>& actors, const std::string& name) {
    const auto at = std::find_if(actors.begin(), actors.end(),
                                 [&](const ActorState& actor) { return actor.name == name; });
    return at == actors.end() ? nullptr : &*at;
}

bool same(const Value& a, const Value& b) {
    if (a.type() == b.type() && a == b) return true;
    // Other tools count in whole numbers; a file may hold as text what a program holds as number.
    const double x = toNumber(a), y = toNumber(b);
    if (a.isNumber() || b.isNumber()) return std::abs(x - y) < 1e-6;
    return toText(a).utf8() == toText(b).utf8();
}

}  // namespace

std::vector<ActorState> actorsIn(const Program& program, const State& state) {
    std::vector<ActorState> actors;
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const SpriteProgram& sprite = program.sprites[i];
        const TargetState& target = *state.targets[i];
        ActorState& actor = actors.emplace_back();
        actor.name = sprite.isStage ? "Stage" : sprite.name;
        auto& all = actor.variables;
        if (!sprite.isStage) {
            all.emplace_back("x", Value(target.x));
            all.emplace_back("y", Value(target.y));
            all.emplace_back("direction", Value(target.direction));
            all.emplace_back("size", Value(target.size));
            all.emplace_back("visible", Value(target.visible));
        }
        const auto costume = static_cast<std::size_t>(std::max(target.costume, 0));
        if (costume < sprite.costumes.size())
            all.emplace_back("active_graphic_name", Value(sprite.costumes[costume].nameText));
        if (!sprite.isStage) all.emplace_back("bubbleText", Value(target.bubble.text));
        const std::size_t own = all.size();
        for (std::size_t slot = 0; slot < sprite.variables.size(); slot++) {
            const std::string& name = sprite.variables[slot].name;
            const bool taken = std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own),
                                           [&](const auto& known) { return known.first == name; });
            if (!taken && slot < target.variables.size()) all.emplace_back(name, target.variables[slot]);
        }
    }
    return actors;
}

std::vector<ActorState> changesOf(const std::vector<ActorState>& before, const std::vector<ActorState>& now) {
    std::vector<ActorState> changes;
    for (const ActorState& actor : now) {
        const ActorState* old = find(before, actor.name);
        ActorState changed{.name = actor.name};
        for (const auto& [name, value] : actor.variables) {
            const Value* known = old ? find(*old, name) : nullptr;
            if (!known || !(*known == value)) changed.variables.emplace_back(name, value);
        }
        if (!changed.variables.empty()) changes.push_back(std::move(changed));
    }
    return changes;
}

std::string differenceFrom(const std::vector<ActorState>& expected, const std::vector<ActorState>& actual) {
    for (const ActorState& actor : expected) {
        const ActorState* there = find(actual, actor.name);
        if (!there) continue;
        for (const auto& [name, value] : actor.variables) {
            const Value* is = find(*there, name);
            if (is && !same(*is, value))
                return fmt::format("{}.{} is {}, not {}", actor.name, name, toText(*is).utf8(),
                                   toText(value).utf8());
        }
    }
    return {};
}

}  // namespace ounce::verify
