// What a user does.
#include <algorithm>

#include "testing/whisker/host.h"
#include "vm/machine.h"

namespace ounce {

std::span<const WhiskerHost::Entry> WhiskerHost::inputEntries() {
    static constexpr Entry kEntries[] = {
        {"mouse", &WhiskerHost::mouse},
        {"mousePosition", &WhiskerHost::mousePosition},
        {"isMouseDown", &WhiskerHost::isMouseDown},
        {"key", &WhiskerHost::key},
        {"isKeyDown", &WhiskerHost::isKeyDown},
        {"resetKeyboard", &WhiskerHost::resetKeyboard},
        {"clickStage", &WhiskerHost::clickStage},
        {"clickSprite", &WhiskerHost::clickSprite},
        {"click", &WhiskerHost::click},
        {"drag", &WhiskerHost::drag},
        {"answer", &WhiskerHost::answer},
        {"getAnswer", &WhiskerHost::getAnswer},
        {"isQuestionAsked", &WhiskerHost::isQuestionAsked},
        {"loudness", &WhiskerHost::loudness},
    };
    return kEntries;
}

// mouse(x, y, isDown): what is undefined stays as it is.
void WhiskerHost::mouse(JsCall& call) {
    InputEvent event;
    event.kind = call.isUndefined(2) ? InputEvent::Kind::MouseMove
                 : call.boolean(2)   ? InputEvent::Kind::MouseDown
                                     : InputEvent::Kind::MouseUp;
    if (!call.isUndefined(0)) event.x = call.number(0);
    if (!call.isUndefined(1)) event.y = call.number(1);
    machine_->input(event);
}

void WhiskerHost::mousePosition(JsCall& call) {
    const double position[] = {state_.mouse.x.value_or(0), state_.mouse.y.value_or(0)};
    call.give(std::span<const double>(position));
}

void WhiskerHost::isMouseDown(JsCall& call) { call.give(state_.mouse.down); }

void WhiskerHost::key(JsCall& call) {
    InputEvent event;
    event.kind = call.boolean(1) ? InputEvent::Kind::KeyDown : InputEvent::Kind::KeyUp;
    event.name = call.text(0);
    machine_->input(event);
}

void WhiskerHost::isKeyDown(JsCall& call) {
    const auto& keys = state_.keysDown;
    call.give(std::find(keys.begin(), keys.end(), call.text(0)) != keys.end());
}

void WhiskerHost::resetKeyboard(JsCall&) { state_.keysDown.clear(); }

void WhiskerHost::clickStage(JsCall&) {
    InputEvent event;
    event.kind = InputEvent::Kind::ClickStage;
    machine_->input(event);
}

void WhiskerHost::clickSprite(JsCall& call) {
    InputEvent event;
    event.kind = InputEvent::Kind::ClickSprite;
    event.name = call.text(0);
    machine_->input(event);
}

// click(handle): starts the click hats of a sprite or clone, without a mouse.
void WhiskerHost::click(JsCall& call) {
    if (!alive(seen(call))) return call.throwError("a deleted clone cannot be clicked");
    const TargetState& target = at(seen(call).place);
    InputEvent event;
    event.kind = InputEvent::Kind::ClickSprite;
    event.name = look_->spriteOf(target).name;
    if (target.isClone) {
        event.clone = 0;
        for (const std::int32_t place : state_.pane) {
            if (place == seen(call).place) break;
            if (at(place).isClone && at(place).sprite == target.sprite) ++*event.clone;
        }
    }
    machine_->input(event);
    rethrowPending(call);
}

// drag(handle, x, y): the sprite jumps there.
void WhiskerHost::drag(JsCall& call) {
    if (!alive(seen(call))) return call.throwError("a deleted clone cannot be dragged");
    machine_->drag(seen(call).place, call.number(1), call.number(2));
    rethrowPending(call);
}

void WhiskerHost::answer(JsCall& call) {
    InputEvent event;
    event.kind = InputEvent::Kind::Answer;
    event.value = call.scalar(0);
    machine_->input(event);
    rethrowPending(call);
}

void WhiskerHost::getAnswer(JsCall& call) { call.give(state_.answer); }
void WhiskerHost::isQuestionAsked(JsCall& call) { call.give(state_.shownQuestion.has_value()); }
void WhiskerHost::loudness(JsCall& call) { state_.loudness = call.number(0); }

}  // namespace ounce
