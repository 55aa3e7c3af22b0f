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

std::string shown(const Value& value) {
    const std::string text = toText(value).utf8();
    return value.isText() ? fmt::format("«{}»", text) : text;
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

void applyChanges(const std::vector<ActorState>& changes, std::vector<ActorState>& known) {
    for (const ActorState& actor : changes) {
        auto old = std::find_if(known.begin(), known.end(),
                                [&](const ActorState& one) { return one.name == actor.name; });
        if (old == known.end()) old = known.insert(known.end(), ActorState{.name = actor.name});
        for (const auto& change : actor.variables) {
            const auto at = std::find_if(old->variables.begin(), old->variables.end(),
                                         [&](const auto& one) { return one.first == change.first; });
            if (at == old->variables.end()) {
                old->variables.push_back(change);
            } else {
                at->second = change.second;
            }
        }
    }
}

std::string differenceFrom(const std::vector<ActorState>& expected, const std::vector<ActorState>& actual,
                           const std::vector<ActorState>* before) {
    for (const ActorState& actor : expected) {
        const ActorState* there = find(actual, actor.name);
        if (!there) continue;
        const ActorState* earlier = before ? find(*before, actor.name) : nullptr;
        for (const auto& [name, value] : actor.variables) {
            const Value* is = find(*there, name);
            if (!is || same(*is, value)) continue;
            const Value* was = earlier ? find(*earlier, name) : nullptr;
            if (was && same(*was, value)) continue;
            return fmt::format("{}.{} is {}, not {}", actor.name, name, shown(*is), shown(value));
        }
    }
    return {};
}

std::vector<ActorState> namedAs(const Program& program, const std::vector<ActorState>& foreign) {
    const auto isStage = [](const std::string& name) { return name == "Stage" || name == "_stage_"; };
    std::vector<const ActorState*> unknown;
    for (const ActorState& actor : foreign) {
        if (!isStage(actor.name) && !program.spriteByName.contains(actor.name)) unknown.push_back(&actor);
    }
    std::vector<std::string> left;
    for (const auto& [name, place] : program.spriteByName) {
        const std::string& sprite = name;
        if (std::none_of(foreign.begin(), foreign.end(),
                         [&](const ActorState& actor) { return actor.name == sprite; }))
            left.push_back(sprite);
    }
    std::vector<ActorState> all;
    for (const ActorState& actor : foreign) {
        ActorState mine{.name = actor.name};
        if (!unknown.empty() && unknown.front() == &actor && unknown.size() == 1 && left.size() == 1)
            mine.name = left.front();
        const auto place = program.spriteByName.find(mine.name);
        if (place == program.spriteByName.end() && !isStage(mine.name)) continue;
        const std::size_t index = isStage(mine.name) ? 0 : static_cast<std::size_t>(place->second);
        const SpriteProgram& sprite = program.sprites[index];
        for (const auto& [name, value] : actor.variables) {
            if (name == "bubbleText" || (name == "size" && sprite.isStage)) continue;
            if (name == "active_graphic_name" &&
                std::none_of(sprite.costumes.begin(), sprite.costumes.end(),
                             [&, &text = value](const SpriteCostume& costume) {
                                 return costume.name == toText(text).utf8();
                             }))
                continue;
            mine.variables.emplace_back(name, value);
        }
        all.push_back(std::move(mine));
    }
    return all;
}

}  // namespace ounce::verify
