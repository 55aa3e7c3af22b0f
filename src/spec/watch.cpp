#include "spec/watch.h"

#include <algorithm>
#include <span>

#include "base/cast.h"
#include "vm/keys.h"
#include "vm/machine.h"

namespace ounce::spec {

Watch::Watch(const std::vector<Monitor>& monitors, Machine& machine, bool flagClicked, bool measures)
    : monitors_(monitors), machine_(machine), look_(machine.reading()), inputs_(monitors) {
    look_.refresh();
    for (const Monitor& monitor : monitors_) state_.monitors.push_back(monitor.start(look_));
    if (measures) state_.nearness.resize(monitors_.size());
    listen();
    if (flagClicked) happens({.kind = Happening::Kind::Flag});
}

Watch::Watch(const std::vector<Monitor>& monitors, Machine& machine, WatchState state)
    : monitors_(monitors),
      machine_(machine),
      look_(machine.reading()),
      state_(std::move(state)),
      inputs_(monitors) {
    listen();
}

void Watch::listen() {
    const bool hears = std::ranges::any_of(monitors_, [](const Monitor& m) { return m.hearsEvents; });
    if (hears) machine_.watch(*this);
    expectAnything();
}

void Watch::expectAnything() { awaits_.assign(monitors_.size(), kAnything); }

void Watch::happens(const Happening& happening) {
    look_.refresh(machine_.reading());
    heard_ = true;
    for (std::size_t i = 0; i < monitors_.size(); i++) {
        if (!monitors_[i].hearsEvents) continue;
        awaits_[i] = monitors_[i].at(happening, look_, state_.monitors[i], nearnessOf(i), comparisons);
    }
}

void Watch::afterStep() {
    look_.refresh();
    const Happening end{};
    const InputSet changed = inputs_.changes(look_);
    const bool all = comparisons != nullptr;
    const std::span<InputSet> awaits = awaits_;
    for (std::size_t i = 0; i < awaits.size(); i++) {
        if (!(awaits[i] & changed) && !all) continue;
        awaits[i] = monitors_[i].at(end, look_, state_.monitors[i], nearnessOf(i), comparisons);
        // The distance of a step is the least of its moments: without the event, the next may be farther.
        if (heard_) awaits[i] |= kAnything;
    }
    heard_ = false;
}

std::int32_t Watch::spriteAt(std::int32_t target) const {
    return target == kNone ? kNone : machine_.state.targets[static_cast<std::size_t>(target)]->sprite;
}

void Watch::input(const InputEvent& event) {
    switch (event.kind) {
        case InputEvent::Kind::GreenFlag:
            state_.flagIsStarting = true;
            happens({.kind = Happening::Kind::Flag});
            break;
        case InputEvent::Kind::KeyDown: {
            const std::string key = scratchKey(event.name);
            const auto& down = machine_.state.keysDown;
            // A key that is held down repeats itself; it was pressed once.
            if (!key.empty() && std::ranges::find(down, key) == down.end())
                happens({.kind = Happening::Kind::Pressed, .key = key});
            break;
        }
        default: break;
    }
}

void Watch::stoppedAll() {
    if (state_.flagIsStarting) {
        state_.flagIsStarting = false;
    } else {
        happens({.kind = Happening::Kind::Stop});
    }
}

void Watch::said(std::int32_t target, bool /*think*/, const Value& text) {
    const bool something = text.isText() ? !text.asText().empty() : !toText(text).empty();
    if (something) happens({.kind = Happening::Kind::Said, .which = spriteAt(target)});
}

void Watch::broadcast(std::int32_t message) {
    happens({.kind = Happening::Kind::Broadcast, .which = message});
}
void Watch::answered() { happens({.kind = Happening::Kind::Answered}); }
void Watch::clicked(std::int32_t target) {
    happens({.kind = Happening::Kind::Clicked, .which = spriteAt(target)});
}
void Watch::cloned(std::int32_t clone) {
    happens({.kind = Happening::Kind::Cloned, .which = spriteAt(clone)});
}
void Watch::deleting(std::int32_t clone) {
    happens({.kind = Happening::Kind::Deleted, .which = spriteAt(clone)});
}

bool Watch::anyViolated() const {
    return std::ranges::any_of(state_.monitors, [](const MonitorState& s) { return s.violated; });
}

bool Watch::allWatched() const {
    return std::ranges::all_of(monitors_, [](const Monitor& m) { return m.error.empty(); });
}

Json toJson(const std::vector<PropertyResult>& results) {
    Json list = Json::array();
    for (const PropertyResult& p : results) {
        const bool violated = p.outcome == Outcome::Violated;
        Json json{{"name", p.name},
                  {"status", outcomeName(p.outcome)},
                  {"step", violated ? Json(p.step) : Json()},
                  {"seconds", violated ? Json(p.seconds()) : Json()},
                  {"message", p.message}};
        if (!p.explanation.empty()) json["explanation"] = p.explanation;
        list.push_back(std::move(json));
    }
    return list;
}

PropertyResult resultOf(const Monitor& monitor, const MonitorState& state) {
    PropertyResult result{.name = monitor.name,
                          .explanation = monitor.explanation,
                          .outcome = monitor.outcomeOf(state),
                          .step = state.step,
                          .message = state.message};
    if (result.outcome == Outcome::Error) result.message = monitor.error;
    return result;
}

std::vector<PropertyResult> Watch::results() const {
    std::vector<PropertyResult> results;
    for (std::size_t i = 0; i < monitors_.size(); i++)
        results.push_back(resultOf(monitors_[i], state_.monitors[i]));
    return results;
}

}  // namespace ounce::spec
