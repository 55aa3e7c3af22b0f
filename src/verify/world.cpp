#include "verify/world.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/cast.h"
#include "base/text.h"
#include "verify/influence.h"
#include "verify/slice.h"
#include "vm/keys.h"

namespace ounce::verify {
namespace {

using Kind = Resource::Kind;

const Value* constantIn(const Program& program, ExpressionIndex e) {
    if (e == kNone) return nullptr;
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    return x.node == Node::Constant ? &x.constant : nullptr;
}

// Keys that somebody asks for, one that nobody names if any key will do, and whether that is all.
class Keys {
  public:
    Keys(const Program& program, const spec::Monitor& monitor) {
        for (const auto& [name, hats] : program.keyHats) {
            if (!hats.empty) named(name == "ANY" ? "any" : lowerCase(name));
        }
        for (const Expression& x : program.expressions) {
            if (x.node != Node::Report || (blockRow(x.opcode).readFacets & facet::Keys) == 0) continue;
            const Value* key = constantIn(program, x.a);
            if (!key || x.opcode != Opcode::sensing_keypressed) {
                isComplete = false;
                if (!key) continue;
            }
            named(toText(*key).utf8() == "any" ? "any" : keyName(*key));
        }
        for (const spec::Node& node : monitor.nodes) {
            const bool isPress =
                node.code == spec::Code::Happens && node.happening == spec::Happening::Kind::Pressed;
            if (isPress || node.code == spec::Code::Key) named(node.key);
        }
        if (!any_) return;
        // Any other key than those that have names here.
        for (const char* other : {"space", "b", "q", "x", "z", "7"}) {
            if (names_.insert(canonical(other)).second) break;
        }
    }
    bool isComplete = true;
    [[nodiscard]] std::vector<std::string> all() const { return {names_.begin(), names_.end()}; }

  private:
    static std::string canonical(const std::string& name) {
        return name.size() > 1 ? lowerCase(name) : upperCase(name);
    }
    void named(const std::string& name) {
        if (name == "any") {
            any_ = true;
        } else if (!name.empty()) {
            names_.insert(canonical(name));
        }
    }
    std::set<std::string> names_{};
    bool any_ = false;
};

// The numbers that an expression of this kind is compared with, and those next to them.
class Compared {
  public:
    void of(const Program& program, Opcode opcode) {
        for (const Expression& x : program.expressions) {
            if (x.node != Node::Less && x.node != Node::Greater && x.node != Node::Equal) continue;
            for (const auto& [one, other] : {std::pair(x.a, x.b), std::pair(x.b, x.a)}) {
                if (one == kNone) continue;
                const Expression& side = program.expressions[static_cast<std::size_t>(one)];
                if (side.node != Node::Report || side.opcode != opcode) continue;
                if (const Value* number = constantIn(program, other)) near(toNumber(*number));
            }
        }
    }
    void of(const spec::Monitor& monitor, spec::Code code) {
        for (const spec::Node& node : monitor.nodes) {
            if (node.code < spec::Code::Equal || node.code > spec::Code::GreaterEqual) continue;
            for (const auto& [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)}) {
                const spec::Node& number = monitor.nodes[static_cast<std::size_t>(other)];
                if (monitor.nodes[static_cast<std::size_t>(one)].code != code) continue;
                if (number.code == spec::Code::Constant) near(toNumber(number.constant));
            }
        }
    }
    void near(double number) {
        if (!std::isfinite(number)) return;
        for (const double by : {-1.0, 0.0, 1.0}) numbers_.insert(number + by);
    }
    [[nodiscard]] std::vector<double> within(double low, double high) const {
        std::vector<double> result;
        for (const double number : numbers_) {
            if (number >= low && number <= high) result.push_back(number);
        }
        return result;
    }

  private:
    std::set<double> numbers_{};
};

}  // namespace

std::vector<std::pair<std::int32_t, std::int32_t>> variablesFromOutside(const Program& program) {
    std::set<std::pair<std::int32_t, std::int32_t>> found;
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const auto& variables = program.sprites[i].variables;
        for (std::size_t slot = 0; slot < variables.size(); slot++) {
            if (variables[slot].cloud)
                found.emplace(static_cast<std::int32_t>(i), static_cast<std::int32_t>(slot));
        }
    }
    for (const ProgramMonitor& monitor : program.monitors) {
        if (monitor.mode == "slider" && !monitor.isList && monitor.slot != kNone)
            found.emplace(monitor.sprite, monitor.slot);
    }
    return {found.begin(), found.end()};
}

std::vector<std::uint8_t> draggableSprites(const Program& program) {
    std::vector<std::uint8_t> result(program.sprites.size());
    for (std::size_t i = 1; i < program.sprites.size(); i++)
        result[i] = program.project.targets[i].draggable ? 1 : 0;
    for (const Statement& s : program.statements) {
        if (s.opcode == Opcode::sensing_setdragmode && s.sprite > 0)
            result[static_cast<std::size_t>(s.sprite)] = 1;
    }
    return result;
}

World::World(const Program& program, const spec::Monitor& monitor) {
    const Influence influence(program, monitor, true);
    const Keys asked(program, monitor);
    keys = asked.all();
    if (!asked.isComplete) gaps.emplace_back("of the keys that the program computes not all were pressed");

    for (std::size_t i = 0; i < program.sprites.size(); i++)
        clicked.push_back(influence.reads({Kind::Click, static_cast<std::int32_t>(i)}) ? 1 : 0);
    button = influence.reads({Kind::Button});
    pointer = influence.readsWorld(facet::Mouse);
    if (pointer) {
        Compared x, y;
        x.of(program, Opcode::sensing_mousex);
        x.of(monitor, spec::Code::MouseX);
        y.of(program, Opcode::sensing_mousey);
        y.of(monitor, spec::Code::MouseY);
        columns = x.within(-240, 240);
        rows = y.within(-180, 180);
        gaps.emplace_back("the pointer was only tried at some places");
    }
    if (influence.readsWorld(facet::Loudness)) {
        Compared loud;
        loud.of(program, Opcode::sensing_loudness);
        for (const Expression& x : program.expressions) {
            if (x.opcode != Opcode::event_whengreaterthan) continue;
            if (const Value* limit = constantIn(program, x.a)) loud.near(toNumber(*limit));
        }
        for (const double number : {0.0, 11.0, 50.0, 100.0}) loud.near(number);
        loudness = loud.within(0, 100);
        gaps.emplace_back("the microphone was only tried with some loudnesses");
    }
    if (influence.readsWorld(facet::User))
        gaps.emplace_back("nobody was logged in, and the language was always the same");
    if (influence.readsWorld(facet::Date)) gaps.emplace_back("the date was always the same");
    if (influence.readsWorld(facet::Hardware)) gaps.emplace_back("no device was connected");

    const bool hasStandIn = std::ranges::any_of(program.expressions, [](const Expression& x) {
        return x.node == Node::Report && blockRow(x.opcode).support == Support::StandIn;
    });
    if (hasStandIn) gaps.emplace_back("what is far away (translations, the camera) always gave the same");

    dragged = draggableSprites(program);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < dragged.size(); i++) {
        if (!influence.readsOf(static_cast<std::int32_t>(i), facet::Position)) dragged[i] = 0;
        if (dragged[i] != 0) names.push_back(program.sprites[i].name);
    }
    if (!names.empty())
        gaps.push_back(fmt::format("{} {} only dragged to some places", fmt::join(names, ", "),
                                   names.size() == 1 ? "was" : "were"));

    names.clear();
    for (const auto& [sprite, slot] : variablesFromOutside(program)) {
        if (!influence.readsVariable(sprite, slot)) continue;
        outside.emplace_back(sprite, slot);
        names.push_back(
            program.sprites[static_cast<std::size_t>(sprite)].variables[static_cast<std::size_t>(slot)].name);
    }
    if (!names.empty())
        gaps.push_back(
            fmt::format("of what sliders and other players could set {} to, only some values "
                        "were tried",
                        fmt::join(names, ", ")));
    stopSign = hearsStops(monitor);
}

}  // namespace ounce::verify
