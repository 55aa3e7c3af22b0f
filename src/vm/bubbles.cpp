// Speech bubbles and questions.
#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

constexpr std::uint32_t kMaxBubbleText = 330;

// Numbers that are not whole are shown with two decimals, unless that would make them 0.
Value bubbleText(const Value& message) {
    String text = toText(message);
    if (message.isNumber()) {
        const double n = message.asNumber();
        if (std::fabs(n) >= 0.01 && std::isfinite(n) && n != std::trunc(n))
            text = String::fromLatin1(toFixed(n, 2));
    }
    return text.prefix(kMaxBubbleText);
}

}  // namespace

void Interpreter::say(TargetState& t, bool think, const Value& message) {
    updateBubble(t, think, message);
    if (observer) observer->said(placeOf(t), think, message);
}

void Interpreter::updateBubble(TargetState& t, bool think, const Value& message) {
    changed = true;
    t.bubble.think = think;
    t.bubble.text = bubbleText(message);
    t.bubble.usage = state.nextId++;
    state.random.idMade();
    renderBubble(t);
}

void Interpreter::renderBubble(TargetState& t) {
    if (!state.stage) return;
    if (!t.visible || t.bubble.text.asText().empty()) {
        removeBubble(t);
        return;
    }
    t.bubble.drawable =
        state.stage->showBubble(t.bubble.drawable, t.drawable, t.bubble.text.asText().utf8(), t.bubble.think);
    state.stage->positionBubble(t.bubble.drawable, t.drawable);
    requestRedraw();
}

void Interpreter::removeBubble(TargetState& t) {
    if (t.bubble.drawable == kNoDrawable) return;
    state.stage->destroy(t.bubble.drawable);
    t.bubble.drawable = kNoDrawable;
    requestRedraw();
}

// ---- questions: asked one after the other ----

void Interpreter::ask(const String& question) {
    changed = true;
    const bool first = state.questions.empty();
    state.questions.push_back({question, thread->id, targetIndex, target->visible});
    if (first) askNext();
}

// A visible sprite asks with its bubble and leaves the prompt empty.
void Interpreter::askNext() {
    if (state.questions.empty()) return;
    const Question question = state.questions.front();
    TargetState& asker = at(question.target);
    if (question.wasVisible && !spriteOf(asker).isStage) {
        say(asker, false, question.text);
        state.shownQuestion = String();
    } else {
        state.shownQuestion = question.text;
    }
}

void Interpreter::answerInput(const Value& text) {
    changed = true;
    state.shownQuestion.reset();
    state.answer = toText(text);
    if (state.questions.empty()) return;
    if (observer) observer->answered();
    const Question question = state.questions.front();
    state.questions.erase(state.questions.begin());
    TargetState& asker = at(question.target);
    if (question.wasVisible && !spriteOf(asker).isStage) say(asker, false, String());
    resolve(question.thread);
    askNext();
}

void Interpreter::clearQuestionsOf(std::int32_t index) {
    if (state.questions.empty()) return;
    const bool asking = state.questions.front().target == index;
    std::erase_if(state.questions, [&](const Question& q) { return q.target == index; });
    if (!asking) return;
    say(at(index), false, String());
    if (state.questions.empty()) {
        state.shownQuestion.reset();
    } else {
        askNext();
    }
}

}  // namespace ounce
