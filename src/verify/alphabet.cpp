#include "verify/alphabet.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/cast.h"
#include "base/words.h"
#include "verify/clicks.h"
#include "vm/keys.h"
#include "vm/user.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;

// Where the pointer may go, and what is dragged, where nothing tells where it matters.
constexpr double kColumns[] = {-200, -100, 0, 100, 200};
constexpr double kRows[] = {-140, 0, 140};

bool isHeld(const State& state, const std::string& browserName) {
    const std::string key = scratchKey(browserName);
    return std::ranges::find(state.keysDown, key) != state.keysDown.end();
}

InputEvent event(Kind kind, std::string name = {}) {
    InputEvent e;
    e.kind = kind;
    e.name = std::move(name);
    return e;
}

InputEvent eventAt(Kind kind, double x, double y, std::string name = {}) {
    InputEvent e = event(kind, std::move(name));
    e.x = x;
    e.y = y;
    return e;
}

// The button goes down or up, and whoever should hear a click is told so by an event of its own.
InputEvent buttonOnly(Kind kind) {
    InputEvent e = event(kind);
    e.wasDragged = true;
    return e;
}

InputEvent answer(std::string_view text) {
    InputEvent e = event(Kind::Answer);
    e.value = Value(String(text));
    return e;
}

// Of a clone: which one, among the living ones of its sprite.
std::int32_t cloneNumber(const State& state, std::int32_t target) {
    std::int32_t number = 0;
    const std::int16_t sprite = state.targets[static_cast<std::size_t>(target)]->sprite;
    for (const std::int32_t place : state.pane) {
        if (place == target) break;
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (t.isClone && t.sprite == sprite) number++;
    }
    return number;
}

}  // namespace

Alphabet::Alphabet(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
                   const AlphabetOptions& options)
    : program_(std::move(program)),
      options_(options),
      world_(*program_, monitor),
      answers_(*program_, monitor, options.greatestAnswer) {
    for (const Statement& s : program_->statements)
        hasQuestions_ = hasQuestions_ || s.opcode == Opcode::sensing_askandwait;
    hasKeyHats_ = std::ranges::any_of(program_->keyHats, [](const auto& hats) { return !hats.second.empty; });
    for (const std::string& text : options.texts) answers_.add(text);
    if (world_.outside.empty()) return;
    std::set<double> found{0, 1, -1, 50, 100};
    constexpr std::size_t kMostSettings = 30;
    for (const Expression& x : program_->expressions) {
        if (x.node != Node::Constant || found.size() > kMostSettings) continue;
        const double number = toRawNumber(x.constant);
        if (std::isfinite(number)) found.insert({number - 1, number, number + 1});
    }
    settings_.assign(found.begin(), found.end());
}

std::vector<Action> Alphabet::actions(const State& state, std::uint64_t flags) {
    std::vector<Action> result(1);
    keys(state, result);
    pointer(state, result);
    clicks(state, result);
    drags(state, result);
    values(state, result);
    if (state.shownQuestion) answers(state, result);
    const bool atRest = state.threadList.empty();
    if ((atRest || options_.interrupts) && (options_.runs == 0 || flags < options_.runs))
        result.push_back({.inputs = {event(Kind::GreenFlag)}});
    if (((options_.interrupts || options_.stops) && !atRest) || world_.stopSign)
        result.push_back({.inputs = {event(Kind::StopAll)}});
    return result;
}

void Alphabet::keys(const State& state, Actions& actions) const {
    for (const std::string& name : world_.keys) {
        const std::string key = browserKey(name);
        const bool held = isHeld(state, key);
        if (held) actions.push_back({.inputs = {event(Kind::KeyUp, key)}});
        // A key that is held repeats itself, which starts its hats again.
        if (!held || hasKeyHats_) actions.push_back({.inputs = {event(Kind::KeyDown, key)}});
    }
}

void Alphabet::pointer(const State& state, Actions& actions) const {
    if (world_.button) {
        if (state.mouse.down)
            actions.push_back({.inputs = {buttonOnly(Kind::MouseUp)}});
        else
            actions.push_back({.inputs = {buttonOnly(Kind::MouseDown)}});
    }
    if (!world_.pointer) return;
    std::set<std::pair<double, double>> places;
    for (const double x : kColumns) {
        for (const double y : kRows) places.emplace(x, y);
    }
    for (const double x : world_.columns) places.emplace(x, state.mouse.y.value_or(0));
    for (const double y : world_.rows) places.emplace(state.mouse.x.value_or(0), y);
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (place != 0 && t.visible && std::fabs(t.x) <= 240 && std::fabs(t.y) <= 180)
            places.emplace(std::round(t.x), std::round(t.y));
    }
    for (const auto& [x, y] : places) {
        if (state.mouse.x != x || state.mouse.y != y)
            actions.push_back({.inputs = {eventAt(Kind::MouseMove, x, y)}});
    }
}

void Alphabet::clicks(const State& state, Actions& actions) const {
    Clicks found(state);
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (world_.clicked[static_cast<std::size_t>(t.sprite)] == 0) continue;
        std::optional<Point> at;
        if (options_.covered) {
            if (t.visible || place == 0) at = Point{t.x, t.y};
        } else {
            at = found.pointOf(place);
        }
        if (!at) continue;
        InputEvent click = event(place == 0 ? Kind::ClickStage : Kind::ClickSprite);
        if (place != 0) click.name = program_->sprites[static_cast<std::size_t>(t.sprite)].name;
        if (t.isClone) click.clone = cloneNumber(state, place);
        Action action;
        if (world_.pointer) action.inputs.push_back(eventAt(Kind::MouseMove, at->x, at->y));
        // While the button is down it cannot be pressed.
        if (world_.button && !state.mouse.down) action.inputs.push_back(buttonOnly(Kind::MouseDown));
        action.inputs.push_back(std::move(click));
        actions.push_back(std::move(action));
    }
}

void Alphabet::drags(const State& state, Actions& actions) const {
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (world_.dragged[static_cast<std::size_t>(t.sprite)] == 0 || !t.draggable || !t.visible) continue;
        std::set<std::pair<double, double>> places;
        for (const double x : kColumns) {
            for (const double y : kRows) places.emplace(x, y);
        }
        for (const std::int32_t other : state.pane) {
            const TargetState& o = *state.targets[static_cast<std::size_t>(other)];
            if (other != 0 && other != place) places.emplace(o.x, o.y);
        }
        for (const auto& [x, y] : places) {
            if (t.x == x && t.y == y) continue;
            InputEvent drag = eventAt(Kind::DragTo, x, y);
            drag.name = program_->sprites[static_cast<std::size_t>(t.sprite)].name;
            if (t.isClone) drag.clone = cloneNumber(state, place);
            actions.push_back({.inputs = {std::move(drag)}});
        }
    }
}

// The microphone, sliders, other players.
void Alphabet::values(const State& state, Actions& actions) const {
    for (const double loudness : world_.loudness) {
        if (state.loudness == loudness) continue;
        InputEvent e = event(Kind::Loudness);
        e.value = Value(loudness);
        actions.push_back({.inputs = {std::move(e)}});
    }
    for (const auto& [sprite, slot] : world_.outside) {
        const SpriteProgram& owner = program_->sprites[static_cast<std::size_t>(sprite)];
        for (const double setting : settings_) {
            InputEvent e = event(Kind::SetVariable, sprite == 0 ? "_stage_" : owner.name);
            e.variable = owner.variables[static_cast<std::size_t>(slot)].name;
            e.value = Value(setting);
            actions.push_back({.inputs = {std::move(e)}});
        }
    }
}

void Alphabet::answers(const State& /*state*/, Actions& actions) const {
    if (!answers_.areRead) {
        actions.push_back({.inputs = {answer("1")}});
        return;
    }
    actions.push_back({.inputs = {answer("1")}, .answer = Action::Symbol::Whole});
    if (answers_.areOrdered) actions.push_back({.inputs = {answer("1.5")}, .answer = Action::Symbol::Half});
    for (const std::string& text : answers_.texts) actions.push_back({.inputs = {answer(text)}});
}

std::vector<std::string> Alphabet::examples() const {
    std::vector<std::string> all = world_.gaps;
    all.insert(all.end(), answers_.gaps.begin(), answers_.gaps.end());
    return all;
}

std::vector<std::string> Alphabet::gaps() const {
    return options_.byExample ? std::vector<std::string>{} : examples();
}

std::vector<std::string> Alphabet::assumptions() const {
    std::vector<std::string> result{"a player does at most one thing per step (33 ms)"};
    if (options_.interrupts) {
        result.emplace_back("the flag and the stop sign are clicked at any time");
    } else if (world_.stopSign) {
        result.emplace_back("the flag is clicked again only when no script runs");
    } else {
        result.emplace_back(
            "the flag is clicked again only when no script runs; the stop sign is not clicked");
    }
    if (options_.runs > 0)
        result.push_back(fmt::format("the flag is clicked at most {}", counted(options_.runs, "time")));
    result.emplace_back("time: 30 steps a second, as Ounce counts it");
    if (options_.byExample) {
        for (const std::string& example : examples()) result.push_back("that is enough: " + example);
    }
    return result;
}

}  // namespace ounce::verify
