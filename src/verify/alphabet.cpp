#include "verify/alphabet.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "analysis/events/places.h"
#include "base/cast.h"
#include "base/words.h"
#include "vm/keys.h"
#include "vm/user.h"

namespace ounce::verify {
namespace {

// Where the pointer may go if the program looks at it in ways that do not tell where it matters.
constexpr double kColumns[] = {-200, -100, 0, 100, 200};
constexpr double kRows[] = {-140, 0, 140};

constexpr std::string_view kOtherText = "hello";

bool isHeld(const State& state, const std::string& browserName) {
    const std::string key = scratchKey(browserName);
    return std::ranges::find(state.keysDown, key) != state.keysDown.end();
}

InputEvent event(InputEvent::Kind kind, std::string name = {}) {
    InputEvent e;
    e.kind = kind;
    e.name = std::move(name);
    return e;
}

InputEvent pointerTo(double x, double y) {
    InputEvent e = event(InputEvent::Kind::MouseMove);
    e.x = x;
    e.y = y;
    return e;
}

InputEvent answer(std::string_view text) {
    InputEvent e = event(InputEvent::Kind::Answer);
    e.value = Value(String(text));
    return e;
}

// The texts that are compared with something, and the items of lists if those are: numbers are typed anyway.
std::vector<std::string> comparedTexts(const Program& program, const spec::Monitor& monitor) {
    constexpr std::size_t kMostTexts = 40;
    std::vector<std::string> texts;
    const auto add = [&](const Value& value) {
        if (!value.isText() || !std::isnan(toRawNumber(value)) || texts.size() >= kMostTexts) return;
        const std::string text = value.asText().utf8();
        if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
    };
    const auto constant = [&](ExpressionIndex e) {
        if (e == kNone) return;
        const Expression& x = program.expressions[static_cast<std::size_t>(e)];
        if (x.node == Node::Constant) add(x.constant);
    };
    bool comparesItems = false;
    for (const Expression& x : program.expressions) {
        switch (x.node) {
            case Node::ListContains:
            case Node::ItemNumberOfList:
            case Node::ItemOfList: comparesItems = true; break;
            case Node::Equal:
            case Node::Less:
            case Node::Greater:
            case Node::Contains:
                constant(x.a);
                constant(x.b);
                break;
            default: break;
        }
    }
    for (const spec::Node& node : monitor.nodes) {
        if (node.code == spec::Code::Constant) add(node.constant);
    }
    for (const SpriteProgram& sprite : program.sprites) {
        for (const List& list : sprite.initialLists) {
            for (std::size_t i = 0; comparesItems && i < list.size(); i++) add(list[i]);
        }
    }
    return texts;
}

}  // namespace

Alphabet::Alphabet(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
                   const AlphabetOptions& options)
    : program_(std::move(program)), options_(options), extractor_(program_, Extraction::Static) {
    for (const Statement& s : program_->statements) {
        hasQuestions_ = hasQuestions_ || s.opcode == Opcode::sensing_askandwait;
    }
    if (hasQuestions_) texts_ = comparedTexts(*program_, monitor);
    for (const ExtractedEvent& e : extractor_.staticEvents()) {
        switch (e.what->kind) {
            case EventKind::DragToSprite:
            case EventKind::DragToColor:
            case EventKind::DragColorToColor:
            case EventKind::DragToEdge:
            case EventKind::DragAnywhere: hasDrags_ = true; break;
            case EventKind::MouseMove: hasMouse_ = true; break;
            default: break;
        }
    }
}

std::vector<Action> Alphabet::actions(const State& state, std::uint64_t flags) {
    std::vector<Action> result(1);
    const auto add = [&](std::vector<InputEvent> inputs) { result.push_back({.inputs = std::move(inputs)}); };
    const auto point = [&](double x, double y) {
        if (state.mouse.x != x || state.mouse.y != y) add({pointerTo(x, y)});
    };
    Places places(*program_, state);
    for (const ExtractedEvent& e : extractor_.extract(state, cache_)) {
        const EventTemplate& what = *e.what;
        switch (what.kind) {
            case EventKind::KeyPress: {
                const std::string key = browserKey(what.text == "any" ? "space" : what.text);
                if (isHeld(state, key)) {
                    add({event(InputEvent::Kind::KeyUp, key)});
                    // A key that is held repeats itself, which starts its hats again.
                    const bool startsHats = std::ranges::any_of(
                        program_->keyHats, [&](const auto& hats) { return !hats.second.empty; });
                    if (startsHats) add({event(InputEvent::Kind::KeyDown, key)});
                } else {
                    add({event(InputEvent::Kind::KeyDown, key)});
                }
                break;
            }
            case EventKind::MouseMove:
                for (const double x : kColumns) {
                    for (const double y : kRows) point(x, y);
                }
                break;
            case EventKind::MouseMoveTo:
                if (const auto p = places.of(e)) point(p->x, p->y);
                break;
            case EventKind::MouseMoveX: point(what.number, state.mouse.y.value_or(0)); break;
            case EventKind::MouseMoveY: point(state.mouse.x.value_or(0), what.number); break;
            case EventKind::MouseDown:
                if (!state.mouse.down) add({event(InputEvent::Kind::MouseDown)});
                break;
            case EventKind::MouseUp:
                if (state.mouse.down) add({event(InputEvent::Kind::MouseUp)});
                break;
            case EventKind::ClickSprite: {
                const TargetState& t = *state.targets[static_cast<std::size_t>(what.sprite)];
                if (t.visible)
                    add({event(InputEvent::Kind::ClickSprite,
                               program_->sprites[static_cast<std::size_t>(what.sprite)].name)});
                break;
            }
            case EventKind::ClickClone:
                if (const auto p = places.of(e)) {
                    add({pointerTo(p->x, p->y), event(InputEvent::Kind::MouseDown),
                         event(InputEvent::Kind::MouseUp)});
                }
                break;
            case EventKind::ClickStage: add({event(InputEvent::Kind::ClickStage)}); break;
            case EventKind::Sound: {
                InputEvent loud = event(InputEvent::Kind::Loudness);
                loud.value = Value(what.number);
                if (state.loudness != what.number) add({loud});
                InputEvent quiet = event(InputEvent::Kind::Loudness);
                quiet.value = Value(0.0);
                if (state.loudness != 0) add({quiet});
                break;
            }
            default: break;
        }
    }
    if (state.shownQuestion) {
        result.push_back({.inputs = {answer("1")}, .isSymbolicAnswer = true});
        for (const std::string& text : texts_) add({answer(text)});
        add({answer(kOtherText)});
    }
    const bool atRest = state.threadList.empty();
    if ((atRest || options_.interrupts) && (options_.runs == 0 || flags < options_.runs))
        add({event(InputEvent::Kind::GreenFlag)});
    if ((options_.interrupts || options_.stops) && !atRest) add({event(InputEvent::Kind::StopAll)});
    return result;
}

std::vector<std::string> Alphabet::assumptions() const {
    std::vector<std::string> result;
    std::string keys;
    bool clicks = false;
    for (const ExtractedEvent& e : extractor_.staticEvents()) {
        if (e.what->kind == EventKind::KeyPress) keys += (keys.empty() ? "" : ", ") + e.what->text;
        clicks = clicks || e.what->kind == EventKind::ClickSprite || e.what->kind == EventKind::ClickClone;
    }
    result.push_back("a player does at most one thing per step (33 ms)");
    if (!keys.empty()) result.push_back("keys: " + keys);
    if (clicks) result.push_back("visible sprites are clicked, hidden ones are not");
    if (hasQuestions_)
        result.push_back(
            fmt::format("answers: whole numbers from -{} to {}, the texts that the program compares with, "
                        "and one other text",
                        options_.greatestAnswer, options_.greatestAnswer));
    if (hasMouse_)
        result.push_back("the pointer visits a grid of 5 × 3 places and those that the program names");
    if (hasDrags_) result.push_back("nothing is dragged");
    if (options_.interrupts) {
        result.push_back("the flag and the stop sign are clicked at any time");
    } else {
        result.push_back("the flag is clicked again only when no script runs; the stop sign is not clicked");
    }
    if (options_.runs > 0)
        result.push_back(fmt::format("the flag is clicked at most {}", counted(options_.runs, "time")));
    result.push_back("time: 30 steps a second, as Ounce counts it");
    return result;
}

}  // namespace ounce::verify
