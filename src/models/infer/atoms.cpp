// Which checks are worth listening to in a program.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "models/infer/traces.h"

namespace ounce::models::inference {
namespace {

constexpr std::size_t kMostAmounts = 6, kMostValues = 8, kMostAtoms = 400;
// What happens in more than one of so many steps is no event to look for causes of.
constexpr std::uint64_t kOften = 8;

std::string moves(const Thing& thing, bool up, double by = 0) {
    std::string text = fmt::format("{} {}", thing.words, up ? "rises" : "falls");
    if (by != 0) text += fmt::format(" by {}", numberText(std::abs(by)));
    return text;
}

void addChanges(std::vector<Atom>& atoms, const World& world, std::int32_t index) {
    const Thing& thing = world.things[static_cast<std::size_t>(index)];
    const Seen& seen = world.seen[static_cast<std::size_t>(index)];
    const auto add = [&](Check what, const std::string& words, double by, int times) {
        atoms.push_back({.kind = Atom::Kind::Change,
                         .check = std::move(what),
                         .words = words,
                         .thing = index,
                         .sprite = thing.owner,
                         .rare = static_cast<std::uint64_t>(times) * kOften < world.steps,
                         .by = by});
    };
    int ups = 0, downs = 0;
    std::vector<std::pair<int, double>> amounts;
    for (const auto& [by, times] : seen.changes) {
        (by > 0 ? ups : downs) += times;
        amounts.push_back({times, by});
    }
    add(thing.changes("=", true), thing.words + " changes", 0, ups + downs);
    if (!seen.numeric) return;
    if (ups > 0) add(thing.changes("+"), moves(thing, true), 0, ups);
    if (downs > 0) add(thing.changes("-"), moves(thing, false), 0, downs);
    std::stable_sort(amounts.begin(), amounts.end(), [](auto a, auto b) { return a.first > b.first; });
    for (std::size_t i = 0; i < amounts.size() && i < kMostAmounts; i++) {
        const auto& [times, by] = amounts[i];
        if (times * 50 < ups + downs || times < 4) break;
        add(thing.changes(changeText(by)), moves(thing, by > 0, by), by, times);
    }
}

// Values that a thing has for a while: names, or numbers that come again and again.
void addValues(std::vector<Atom>& atoms, const Thing& thing, const Seen& seen, std::int32_t index) {
    const auto add = [&](const std::string& value) {
        std::string words = fmt::format("{} is {}", thing.words, value);
        if (thing.isNamed() && thing.member == "visible") {
            const std::string& name = thing.words.substr(thing.words.find(" of ") + 4);
            words = fmt::format("{} is {}", name, value == "true" ? "shown" : "hidden");
        }
        atoms.push_back({.kind = Atom::Kind::Value,
                         .check = thing.compares("=", value),
                         .words = words,
                         .thing = index,
                         .sprite = thing.owner,
                         .rare = true});
    };
    if (thing.isEffects()) return;
    if (seen.values.size() > 1 && seen.values.size() <= kMostValues) {
        for (const auto& [value, times] : seen.values) {
            if (value.size() < 40) add(value);
        }
        return;
    }
    // Where it comes back to, not where it passes: the ends of its range.
    for (const auto& [value, times] : seen.landings) {
        const bool end = value == seen.low || value == seen.high;
        if (times >= 2 && (end || (thing.variable && value == 0))) add(numberText(value));
    }
}

}  // namespace

std::vector<Atom> findAtoms(const World& world) {
    std::vector<Atom> atoms;
    using Kind = Atom::Kind;
    const auto spriteOf = [&](const std::string& name) {
        for (std::size_t i = 1; i < world.program.sprites.size(); i++) {
            if (escaped(world.program.sprites[i].name) == name) return static_cast<std::int32_t>(i);
        }
        return std::int32_t{-1};
    };
    for (const std::string& key : world.keys) {
        if (key == "any") continue;
        atoms.push_back({.kind = Kind::Key,
                         .check = check(CheckKind::Key, {key}),
                         .words = "the key " + key + " is held"});
    }
    for (const std::string& sprite : world.clicks)
        atoms.push_back({.kind = Kind::Click,
                         .check = check(CheckKind::Click, {escaped(sprite)}),
                         .words = sprite + " is clicked",
                         .sprite = spriteOf(escaped(sprite))});
    for (const Meeting& meeting : world.meetings) {
        atoms.push_back({.kind = Kind::Touches,
                         .check = meeting.touches(),
                         .words = meeting.words,
                         .sprite = spriteOf(meeting.sprite)});
        if (!meeting.pointer && meeting.atRest.find('\\') == std::string::npos)
            atoms.push_back({.kind = Kind::Touches,
                             .check = meeting.rests(),
                             .words = meeting.words + " after a step",
                             .sprite = spriteOf(meeting.sprite)});
    }
    for (const auto& [sprite, text] : world.said)
        atoms.push_back({.kind = Kind::Says,
                         .check = check(CheckKind::Output, {sprite, text}),
                         .words = fmt::format("{} says «{}»", sprite, text),
                         .sprite = spriteOf(sprite),
                         .rare = true});
    const auto& backdrops = world.program.sprites[0].costumes;
    for (std::size_t i = 0; backdrops.size() > 1 && i < backdrops.size() && i < kMostValues; i++)
        atoms.push_back({.kind = Kind::Backdrop,
                         .check = check(CheckKind::BackgroundChange, {backdrops[i].nameText.utf8()}),
                         .words = fmt::format("the backdrop is {}", backdrops[i].nameText.utf8()),
                         .rare = true});
    for (const auto& [sprite, most] : world.mostInstances) {
        if (most < 2) continue;
        const std::string& name = world.program.sprites[static_cast<std::size_t>(sprite)].name;
        for (const int count : std::set<int>{1, std::max(1, most / 2)}) {
            for (const bool shown : {false, true}) {
                atoms.push_back(
                    {.kind = Kind::Value,
                     .check = check(shown ? CheckKind::NbrOfVisibleClones : CheckKind::NbrOfClones,
                                    {escaped(name), ">", std::to_string(count)}),
                     .words = fmt::format("there are more than {} of {}{}", count, name,
                                          shown ? " to be seen" : ""),
                     .sprite = sprite,
                     .rare = true});
            }
        }
    }
    for (std::size_t i = 0; i < world.things.size(); i++) {
        const Thing& thing = world.things[i];
        const Seen& seen = world.seen[i];
        // What no block sets or changes is moved by the player only.
        if (!seen.changed || !thing.written) continue;
        if (thing.member == "x" && !thing.variable)
            atoms.push_back({.kind = Kind::Edge,
                             .check = check(CheckKind::TouchingEdge, {thing.sprite}),
                             .words = fmt::format("{} touches the edge", thing.sprite),
                             .sprite = thing.owner});
        addChanges(atoms, world, static_cast<std::int32_t>(i));
        addValues(atoms, thing, seen, static_cast<std::int32_t>(i));
    }
    if (atoms.size() > kMostAtoms) atoms.resize(kMostAtoms);
    return atoms;
}

}  // namespace ounce::models::inference
