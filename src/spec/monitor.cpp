#include "spec/monitor.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/words.h"
#include "spec/distance.h"
#include "spec/evaluate.h"

namespace ounce::spec {
namespace {

using Promise = MonitorState::Promise;

// What a monitor owes and what it finds, at one moment.
class Judge {
  public:
    Judge(const Monitor& monitor, Look& look, MonitorState& state, Evaluation& now, Nearness* nearness)
        : m_(monitor), look_(look), state_(state), now_(now), nearness_(nearness) {}

    void judge() {
        switch (m_.kind) {
            case Monitor::Kind::Always: always(); break;
            case Monitor::Kind::Never: never(); break;
            case Monitor::Kind::Within: within(); break;
            case Monitor::Kind::For: forAWhile(); break;
            case Monitor::Kind::AfterAlways:
            case Monitor::Kind::Until: asLongAs(); break;
        }
    }

  private:
    void always() {
        noteTrigger();
        if (now_.isStepEnd() && !now_.test(m_.condition))
            violated(fmt::format("«{}» does not hold", m_.text));
    }

    void never() {
        noteTrigger();
        if (now_.comes(m_.condition)) violated(fmt::format("«{}» does not hold", m_.text));
    }

    // Without a left side there is always something to say.
    void noteTrigger() {
        if (state_.triggered) return;
        state_.triggered = m_.trigger == kNone ? now_.isStepEnd() : now_.comes(m_.trigger);
        if (state_.triggered) now_.move();
    }

    void within() {
        if (now_.occurs(m_.trigger)) promise(false);
        if (state_.promises.empty()) return;
        now_.move();  // time runs
        std::erase_if(state_.promises, [&](const Promise& p) {
            if (!kept(p)) return false;
            if (nearness_) nearness_->offer(distanceWhenKept(m_, now_, p));
            return true;
        });
        if (!now_.isStepEnd()) return;
        for (Promise& p : state_.promises) {
            if (p.left-- > 0) continue;
            now_.remember(&p.olds);
            const std::uint64_t from = step() - static_cast<std::uint64_t>(m_.steps);
            violated(fmt::format("after «{}» in step {} ({:.2f} s), «{}» did not come within {}",
                                 m_.triggerText, from, static_cast<double>(from) / kStepsPerSecond,
                                 m_.conditionText, counted(m_.steps, "step")));
            return;
        }
    }

    void forAWhile() {
        if (now_.occurs(m_.trigger)) promise(true);
        if (!now_.isStepEnd() || state_.promises.empty() || !allHold()) return;
        now_.move();  // time runs
        std::erase_if(state_.promises, [](Promise& p) { return p.left-- == 0; });
    }

    void asLongAs() {
        if (m_.end != kNone && now_.comes(m_.end) && !state_.promises.empty()) {
            state_.promises.clear();
            now_.move();
        }
        if (m_.trigger != kNone && now_.occurs(m_.trigger)) promise(true);
        if (now_.isStepEnd()) allHold();
    }

    // What is owed from now on. Of two that ask for the same, the one that asks for more is enough: the
    // earlier deadline, the longer while.
    void promise(bool later) {
        state_.triggered = true;
        now_.move();
        Promise made{.left = m_.steps};
        for (const std::int32_t node : m_.olds) made.olds.push_back(now_.value(node));
        for (Promise& p : state_.promises) {
            if (p.olds != made.olds) continue;
            if (later) p.left = made.left;
            return;
        }
        state_.promises.push_back(std::move(made));
    }

    bool kept(const Promise& p) {
        now_.remember(&p.olds);
        const bool yes = now_.comes(m_.condition);
        now_.remember(nullptr);
        return yes;
    }

    bool allHold() {
        for (const Promise& p : state_.promises) {
            now_.remember(&p.olds);
            if (now_.test(m_.condition)) continue;
            violated(m_.kind == Monitor::Kind::Until
                         ? fmt::format("«{}» does not hold", m_.text)
                         : fmt::format("after «{}», «{}» does not hold", m_.triggerText, m_.conditionText));
            return false;
        }
        now_.remember(nullptr);
        return true;
    }

    // What happens before a step ends belongs to it.
    [[nodiscard]] std::uint64_t step() const { return look_.state.step + (now_.isStepEnd() ? 0 : 1); }

    void violated(std::string what) {
        now_.move();
        state_.violated = true;
        state_.triggered = true;
        state_.step = step();
        const std::string parts = now_.parts(m_.condition);
        state_.message = parts.empty() ? std::move(what) : fmt::format("{}: {}", what, parts);
        // Nothing more will be said, so nothing more is to be remembered.
        state_.promises.clear();
    }

    const Monitor& m_;
    Look& look_;
    MonitorState& state_;
    Evaluation& now_;
    Nearness* nearness_;
};

}  // namespace

MonitorState Monitor::start(Look& look) const {
    MonitorState state;
    if (!error.empty()) return state;
    state.cells.resize(static_cast<std::size_t>(cells));
    const Happening stepEnd{};
    Evaluation now(*this, look, stepEnd, state);
    for (const std::int32_t i : remembering) now.begin(nodes[static_cast<std::size_t>(i)]);
    if (kind == Kind::Until) {
        state.triggered = true;
        state.promises.emplace_back();
    }
    return state;
}

InputSet Monitor::at(const Happening& happening, Look& look, MonitorState& state, Nearness* nearness,
                     ComparisonObserver* observer) const {
    if (state.violated || !error.empty()) return 0;
    if (observer) observer->looking(*this);
    Evaluation now(*this, look, happening, state, observer);
    // Most properties remember nothing, and most of the time they hold.
    const bool isPlain =
        remembering.empty() && kind <= Kind::Never && state.triggered && !nearness && !observer;
    if (isPlain && now.isStepEnd() && now.test(condition) == (kind == Kind::Always)) return now.awaits();
    for (const std::int32_t i : now.isStepEnd() ? changing : remembering)
        now.update(nodes[static_cast<std::size_t>(i)]);
    Judge(*this, look, state, now, nearness).judge();
    if (nearness) {
        nearness->offer(state.violated ? 0 : distanceAt(*this, now, state));
        if (now.isStepEnd()) nearness->stepEnds();
        if (state.violated) nearness->now = nearness->least = 0;
    }
    if (!now.isStepEnd()) return kAnything;
    // The whole before its parts: it is to see them as they were in this step.
    for (const std::int32_t i : closing) now.finish(nodes[static_cast<std::size_t>(i)]);
    return now.awaits();
}

Outcome Monitor::outcomeOf(const MonitorState& state) const {
    if (!error.empty()) return Outcome::Error;
    if (state.violated) return Outcome::Violated;
    return state.triggered ? Outcome::Holds : Outcome::Untriggered;
}

}  // namespace ounce::spec
