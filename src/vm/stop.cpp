// Green flag and stop.
#include <algorithm>

#include "vm/interpreter.h"

namespace ounce {

void Interpreter::resetForStop() {
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        t.bubble.text = String();
        removeBubble(t);
    }
    if (state.lastBubbleTimer != 0) removeTimer(state.lastBubbleTimer);
    state.lastBubbleTimer = 0;
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        stopSoundsOf(t);
        t.pitch = t.pan = 0;
    }
    // Speech ends at once; its threads are going away.
    std::erase_if(state.timers, [](const Timer& timer) { return timer.kind == Timer::Kind::Speech; });
    state.questions.clear();
    state.shownQuestion.reset();
    state.codeKeys.clear();
}

void Interpreter::stopAll() {
    changed = true;
    if (observer) observer->stoppedAll();
    resetForStop();
    const std::vector<std::int32_t> all = state.pane;
    for (std::int32_t index : all) {
        clearEffects(at(index));
        if (at(index).isClone) deleteTarget(index);
    }
    if (activePlace_ != kNone) kill(*state.threads[static_cast<std::size_t>(activePlace_)]);
    retiredHats_.clear();
    if (activePlace_ != kNone && !stoppedAll_) {
        // A pass is running: it goes on over the old list.
        orphans_ = std::move(state.threadList);
        for (std::int32_t place : orphans_) state.threads[static_cast<std::size_t>(place)]->listed = false;
        stoppedAll_ = true;
    } else {
        for (std::int32_t place : state.threadList) releaseThread(place);
    }
    state.threadList.clear();
}

void Interpreter::greenFlag() {
    stopAll();
    state.answer = String();
    state.timerStart = options.whiskerTimerStep > 0 ? static_cast<double>(state.step) : state.now;
    for (std::int32_t index : state.pane) {
        TargetState& t = at(index);
        std::fill(t.edgeValues.begin(), t.edgeValues.end(), std::int8_t{-1});
        clearEffects(t);
    }
    startHats(program.flagHats);
}

double Reading::timerSeconds() const {
    if (options.whiskerTimerStep > 0)
        return (static_cast<double>(state.step) - state.timerStart) * options.whiskerTimerStep;
    return (state.now - state.timerStart) / 1000;
}

}  // namespace ounce
