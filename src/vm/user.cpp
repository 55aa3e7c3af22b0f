#include "vm/user.h"

#include <algorithm>

#include "base/value.h"
#include "vm/machine.h"

namespace ounce {

std::string browserKey(const std::string& name) {
    if (name == "space") return " ";
    if (name == "left arrow") return "ArrowLeft";
    if (name == "right arrow") return "ArrowRight";
    if (name == "up arrow") return "ArrowUp";
    if (name == "down arrow") return "ArrowDown";
    if (name == "enter") return "Enter";
    return name;
}

void User::hold(const Machine& machine, std::int32_t steps, InputEvent::Kind release,
                const std::string& key) {
    // Pressed again in the step in which it would be let go of: it stays down. Each press that is still under
    // way ends in its own time, and lets go of the key, as in Whisker.
    std::erase_if(held_, [&](const Held& held) {
        return held.release == release && held.key == key && held.until <= machine.state.step;
    });
    if (steps > 0) held_.push_back({machine.state.step + static_cast<std::uint64_t>(steps), release, key});
}

void User::perform(Machine& machine, const UserEvent& event) {
    using Does = UserEvent::Kind;
    InputEvent input;
    switch (event.kind) {
        case Does::Wait: return;
        case Does::KeyPress:
        case Does::KeyRelease:
            input.kind = event.kind == Does::KeyPress ? InputEvent::Kind::KeyDown : InputEvent::Kind::KeyUp;
            input.name = browserKey(event.name);
            if (event.kind == Does::KeyPress) hold(machine, event.steps, InputEvent::Kind::KeyUp, input.name);
            break;
        case Does::MouseMove:
            input.kind = InputEvent::Kind::MouseMove;
            input.x = event.x, input.y = event.y;
            break;
        case Does::ClickAt: input.x = event.x, input.y = event.y; [[fallthrough]];
        case Does::MouseDown:
            input.kind = InputEvent::Kind::MouseDown;
            hold(machine, event.steps, InputEvent::Kind::MouseUp);
            break;
        case Does::MouseUp: input.kind = InputEvent::Kind::MouseUp; break;
        case Does::ClickSprite:
            input.kind = InputEvent::Kind::ClickSprite;
            input.name = event.name, input.clone = event.clone;
            break;
        case Does::ClickStage: input.kind = InputEvent::Kind::ClickStage; break;
        case Does::DragSprite:
            input.kind = InputEvent::Kind::DragTo;
            input.name = event.name, input.clone = event.clone;
            input.x = event.x, input.y = event.y;
            break;
        case Does::TypeText:
            input.kind = InputEvent::Kind::Answer;
            input.value = Value(String(event.text));
            break;
        case Does::Sound:
            input.kind = InputEvent::Kind::Loudness;
            input.value = Value(event.volume);
            hold(machine, event.steps, InputEvent::Kind::Loudness);
            break;
        case Does::GreenFlag: input.kind = InputEvent::Kind::GreenFlag; break;
        case Does::StopAll: input.kind = InputEvent::Kind::StopAll; break;
    }
    machine.input(input);
}

void User::step(Machine& machine) {
    for (auto held = held_.begin(); held != held_.end();) {
        if (held->until > machine.state.step) {
            ++held;
            continue;
        }
        InputEvent input;
        input.kind = held->release;
        input.name = held->key;
        if (held->release == InputEvent::Kind::Loudness) input.value = Value(-1.0);
        held = held_.erase(held);
        machine.input(input);
    }
    machine.step();
}

}  // namespace ounce
