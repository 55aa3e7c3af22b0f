#include "models/infer/world.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "analysis/events.h"
#include "base/cast.h"
#include "blocks/table.h"

namespace ounce::models::inference {
namespace {

constexpr std::size_t kMostAmounts = 200, kMostValues = 40, kMostTexts = 60;
constexpr std::size_t kLongestText = 60, kMostDrags = 12;
// Until the flag's scripts have settled nothing is noted.
constexpr std::uint64_t kSettled = 3, kRangesFrom = 10;

void addOnce(std::vector<std::string>& all, const std::string& one) {
    if (!one.empty() && std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

void meet(World& world, Meeting meeting) {
    for (const Meeting& known : world.meetings) {
        if (known.words == meeting.words) return;
    }
    world.meetings.push_back(std::move(meeting));
}

void findEvents(World& world, const std::shared_ptr<const Program>& program) {
    const EventExtractor extractor(program, Extraction::Static);
    const auto nameOf = [&](std::int16_t sprite) -> const std::string& {
        return program->sprites[static_cast<std::size_t>(sprite)].name;
    };
    for (const ExtractedEvent& event : extractor.staticEvents()) {
        const EventTemplate& what = *event.what;
        const std::string& sprite = nameOf(what.sprite);
        switch (what.kind) {
            case EventKind::KeyPress: addOnce(world.keys, what.text); break;
            case EventKind::ClickSprite:
            case EventKind::ClickClone: addOnce(world.clicks, sprite); break;
            case EventKind::ClickStage: world.clickStage = true; break;
            case EventKind::MouseMoveTo:
                meet(world, {.sprite = escaped(sprite),
                             .atRest = fmt::format("touching(\"{}\", mouse)", sprite),
                             .pointer = true,
                             .words = sprite + " touches the mouse pointer"});
                [[fallthrough]];
            case EventKind::MouseMove:
            case EventKind::MouseMoveX:
            case EventKind::MouseMoveY: world.mouse = true; break;
            case EventKind::MouseDown: world.mouseButton = true; break;
            case EventKind::TypeText: addOnce(world.answers, what.text); break;
            case EventKind::TypeNumber: addOnce(world.answers, "7"); break;
            case EventKind::DragToSprite:
                if (world.drags.size() < kMostDrags)
                    world.drags.push_back({escaped(sprite), escaped(nameOf(what.other))});
                meet(world, {.sprite = escaped(sprite),
                             .other = escaped(nameOf(what.other)),
                             .atRest = fmt::format("touching(\"{}\", \"{}\")", sprite, nameOf(what.other)),
                             .words = fmt::format("{} touches {}", sprite, nameOf(what.other))});
                break;
            case EventKind::DragToColor: {
                const std::string colour =
                    fmt::format("#{:02x}{:02x}{:02x}", what.color.r, what.color.g, what.color.b);
                meet(world, {.sprite = escaped(sprite),
                             .colour = {std::to_string(what.color.r), std::to_string(what.color.g),
                                        std::to_string(what.color.b)},
                             .atRest = fmt::format("touching(\"{}\", {})", sprite, colour),
                             .words = fmt::format("{} touches the colour {}", sprite, colour)});
                break;
            }
            default: break;
        }
    }
}

// A sprite that goes to another one or looks at it means to meet it.
void findGoals(World& world) {
    const Program& program = world.program;
    for (const Statement& statement : program.statements) {
        const bool goes = statement.opcode == Opcode::motion_goto ||
                          statement.opcode == Opcode::motion_glideto ||
                          statement.opcode == Opcode::motion_pointtowards;
        if (!goes) continue;
        for (const ExpressionIndex argument : statement.arguments) {
            if (argument == kNone) continue;
            const ounce::Expression& expression = program.expressions[static_cast<std::size_t>(argument)];
            if (expression.node != ounce::Node::Constant) continue;
            const std::string other = toText(expression.constant).utf8();
            const std::string& sprite = program.sprites[static_cast<std::size_t>(statement.sprite)].name;
            const auto named = [&](const SpriteProgram& one) { return !one.isStage && one.name == other; };
            if (!std::any_of(program.sprites.begin(), program.sprites.end(), named)) continue;
            meet(world, {.sprite = escaped(sprite),
                         .other = escaped(other),
                         .atRest = fmt::format("touching(\"{}\", \"{}\")", sprite, other),
                         .words = fmt::format("{} touches {}", sprite, other)});
        }
    }
}

std::uint64_t facetOf(const std::string& member) {
    if (member == "x" || member == "y") return facet::Position;
    if (member == "size") return facet::Size;
    if (member == "direction") return facet::Direction;
    if (member == "visible") return facet::Visibility;
    return member == "costume" ? facet::Costume : facet::Effects;
}

void findWritten(World& world) {
    for (const Statement& statement : world.program.statements) {
        const std::uint64_t facets = blockRow(statement.opcode).writtenFacets;
        for (Thing& thing : world.things) {
            if (thing.variable) {
                const std::int32_t owner = statement.onStage ? 0 : statement.sprite;
                if ((facets & facet::Variables) != 0 && thing.owner == owner && thing.slot == statement.slot)
                    thing.written = true;
            } else if (thing.owner == statement.sprite && (facets & facetOf(thing.member)) != 0) {
                thing.written = true;
            }
        }
    }
}

}  // namespace

World findWorld(const std::shared_ptr<const Program>& program) {
    World world{.program = *program};
    const auto& sprites = program->sprites;
    for (std::size_t i = 0; i < sprites.size(); i++) {
        const std::string name = i == 0 ? "Stage" : escaped(sprites[i].name);
        const auto owner = static_cast<std::int32_t>(i);
        if (i > 0) {
            for (const char* member : {"x", "y", "size", "direction", "visible", "costume", "effects"})
                world.things.push_back({.sprite = name,
                                        .member = member,
                                        .words = fmt::format("{} of {}", member, sprites[i].name),
                                        .owner = owner});
        }
        for (std::size_t v = 0; v < sprites[i].variables.size(); v++) {
            const std::string& variable = sprites[i].variables[v].name;
            world.things.push_back(
                {.sprite = name,
                 .member = escaped(variable),
                 .words = i == 0 ? variable : fmt::format("{} of {}", variable, sprites[i].name),
                 .variable = true,
                 .owner = owner,
                 .slot = static_cast<std::int32_t>(v)});
        }
    }
    world.seen.resize(world.things.size());
    findEvents(world, program);
    findGoals(world);
    findWritten(world);
    return world;
}

Value valueOf(const Program& program, const Thing& thing, const TargetState& t) {
    if (thing.variable) return t.variables[static_cast<std::size_t>(thing.slot)];
    if (thing.member == "x") return t.x;
    if (thing.member == "y") return t.y;
    if (thing.member == "size") return t.size;
    if (thing.member == "direction") return t.direction;
    if (thing.member == "visible") return t.visible;
    if (thing.isEffects()) {
        std::string all;
        for (const double effect : t.effects) all += numberText(effect) + ",";
        return String(all);
    }
    const auto& costumes = program.sprites[static_cast<std::size_t>(t.sprite)].costumes;
    const auto index = static_cast<std::size_t>(t.costume);
    return index < costumes.size() ? Value(costumes[index].nameText) : Value(String());
}

void findWhatIsSet(World& world, const State& start, const MachineOptions& options) {
    State state = start;
    for (std::size_t i = 0; i < world.program.sprites.size(); i++) {
        TargetState& t = *state.targets[i];
        t.x += 31, t.y += 17;
        t.size = t.size * 0.8;
        t.direction = t.direction == 45 ? 60 : 45;
        t.visible = !t.visible;
        const auto costumes = static_cast<std::int32_t>(world.program.sprites[i].costumes.size());
        if (costumes > 1) t.costume = (t.costume + 1) % costumes;
        for (Value& value : t.variables) value = 4711.5;
    }
    Machine machine(world.program, state, options);
    machine.step();
    for (std::size_t i = 0; i < world.things.size(); i++) {
        const Thing& thing = world.things[i];
        const TargetState& t = *state.targets[static_cast<std::size_t>(thing.owner)];
        world.seen[i].setAtStart =
            (thing.member != "costume" ||
             world.program.sprites[static_cast<std::size_t>(thing.owner)].costumes.size() > 1) &&
            world.seen[i].first.contains(toText(valueOf(world.program, thing, t)).utf8());
    }
}

Watcher::Watcher(World& world, Machine& machine)
    : world_(world), machine_(machine), last_(world.things.size(), std::nan("")) {
    machine.watch(*this);
}

void Watcher::moved(std::int32_t place, double oldX, double oldY) {
    if (place == kNone) return;
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    for (std::size_t i = 0; i < world_.things.size(); i++) {
        const Thing& thing = world_.things[i];
        if (!thing.isPosition() || thing.owner != t.sprite) continue;
        if (thing.member == "x") changed(i, t.x - oldX, t.x);
        if (thing.member == "y") changed(i, t.y - oldY, t.y);
    }
}

void Watcher::variableChanged(std::int32_t place, std::int32_t slot, const Value& before, const Value& now) {
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    if (t.isClone) return;
    const double a = toRawNumber(before), b = toRawNumber(now);
    for (std::size_t i = 0; i < world_.things.size(); i++) {
        const Thing& thing = world_.things[i];
        if (!thing.variable || thing.owner != t.sprite || thing.slot != slot) continue;
        world_.seen[i].changed = true;
        if (std::isnan(a) || std::isnan(b))
            world_.seen[i].numeric = false;
        else
            changed(i, b - a, b);
    }
}

void Watcher::said(std::int32_t place, bool /*think*/, const Value& text) {
    if (place == kNone || machine_.state.step < kSettled || world_.said.size() >= kMostTexts) return;
    const std::string words = toText(text).utf8();
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    if (words.empty() || words.size() > kLongestText || words.find('$') != std::string::npos) return;
    world_.said.insert({escaped(machine_.program.sprites[static_cast<std::size_t>(t.sprite)].name), words});
}

void Watcher::afterStep() {
    world_.steps++;
    for (std::size_t i = 0; i < world_.things.size(); i++) {
        const Thing& thing = world_.things[i];
        Seen& seen = world_.seen[i];
        const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(thing.owner)];
        const Value value = valueOf(machine_.program, thing, t);
        const std::string text = toText(value).utf8();
        if (machine_.state.step == 1) seen.first.insert(text);
        if (machine_.state.step < kSettled) continue;
        if (seen.values.size() < kMostValues) seen.values[text]++;
        if (seen.values.size() > 1) seen.changed = true;
        const double number = toRawNumber(value);
        if (thing.isNamed() || std::isnan(number)) {
            seen.numeric = false;
            continue;
        }
        if (!thing.variable && !thing.isPosition() && !std::isnan(last_[i]) && last_[i] != number)
            changed(i, number - last_[i], number);
        last_[i] = number;
        if (machine_.state.step < kRangesFrom) continue;
        seen.low = std::min(seen.low, number);
        seen.high = std::max(seen.high, number);
    }
    if (machine_.state.cloneCount == 0) return;
    std::map<std::int32_t, int> instances;
    for (const std::int32_t place : machine_.state.pane)
        instances[machine_.state.targets[static_cast<std::size_t>(place)]->sprite]++;
    for (const auto& [sprite, count] : instances) {
        int& most = world_.mostInstances[sprite];
        if (sprite != 0) most = std::max(most, count);
    }
}

void Watcher::changed(std::size_t thing, double by, double now) {
    if (by == 0 || machine_.state.step < kSettled) return;
    Seen& seen = world_.seen[thing];
    seen.changed = true;
    by = std::round(by * 1e6) / 1e6;
    if (seen.changes.size() < kMostAmounts || seen.changes.contains(by)) seen.changes[by]++;
    if (seen.landings.size() < kMostAmounts || seen.landings.contains(now)) seen.landings[now]++;
}

}  // namespace ounce::models::inference
