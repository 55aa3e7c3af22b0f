// Mouse, keyboard and the other things a user does.
#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "vm/interpreter.h"
#include "vm/keys.h"
#include "vm/math.h"

namespace ounce {

std::string scratchKey(const std::string& key) {
    if (key == " ") return "space";
    if (key == "ArrowLeft" || key == "Left") return "left arrow";
    if (key == "ArrowUp" || key == "Up") return "up arrow";
    if (key == "ArrowRight" || key == "Right") return "right arrow";
    if (key == "ArrowDown" || key == "Down") return "down arrow";
    if (key == "Enter") return "enter";
    if (toUtf16(key).size() > 1) return {};
    return upperCase(key);
}

// In Whisker's machine a glide that is going on starts anew from there; in Scratch it takes the target back.
void Interpreter::drag(TargetState& t, double x, double y) {
    moveTo(t, x, y, true);
    if (options.mode != Mode::Whisker) return;
    for (std::int32_t place : state.threadList) {
        Thread& gliding = *state.threads[static_cast<std::size_t>(place)];
        if (gliding.targetId != t.id || gliding.stack.empty() || !gliding.stack.back().started) continue;
        const StatementIndex top = gliding.stack.back().statement;
        if (top == kNone) continue;
        const Opcode opcode = program.statements[static_cast<std::size_t>(top)].opcode;
        if (opcode != Opcode::motion_glideto && opcode != Opcode::motion_glidesecstoxy) continue;
        gliding.poll.startX = t.x;
        gliding.poll.startY = t.y;
    }
}

void Interpreter::keyInput(const std::string& name, bool down) {
    const std::string key = scratchKey(name);
    if (key.empty()) return;
    auto held = std::find(state.keysDown.begin(), state.keysDown.end(), key);
    if (!down) {
        if (held != state.keysDown.end()) state.keysDown.erase(held);
        return;
    }
    // The hats start before the key counts as held.
    if (!program.keyHats.empty()) {
        for (const std::string& hats : {upperCase(key), std::string("ANY")}) {
            if (auto group = program.keyHats.find(hats); group != program.keyHats.end())
                startHats(group->second);
        }
    }
    if (program.code->readsCodes) {
        state.codeKeys.push_back(upperCase(key.substr(0, key.find(' '))));
        if (state.codeKeys.size() > 100) state.codeKeys.erase(state.codeKeys.begin());
    }
    if (held == state.keysDown.end()) state.keysDown.push_back(key);
}

void Interpreter::clickTarget(std::int32_t index) {
    if (observer) observer->clicked(index);
    // Both hats are started on what was clicked; only the stage has the second.
    startHats(program.spriteClickHats, index);
    startHats(program.stageClickHats, index);
}

void Interpreter::mouseInput(const InputEvent& event) {
    MouseState& mouse = state.mouse;
    // On a canvas of 480 × 360; a coordinate of exactly 0 is not taken over.
    const double clientX = event.x.value_or(mouse.x.value_or(0)) + 240;
    const double clientY = 180 - event.y.value_or(mouse.y.value_or(0));
    if (clientX != 0 && !std::isnan(clientX)) {
        mouse.clientX = clientX;
        mouse.x = roundHalfUp(clamp(480 * (clientX / 480 - 0.5), -240, 240));
    }
    if (clientY != 0 && !std::isnan(clientY)) {
        mouse.clientY = clientY;
        mouse.y = roundHalfUp(clamp(-360 * (clientY / 360 - 0.5), -180, 180));
    }
    if (event.kind == InputEvent::Kind::MouseMove) return;
    const bool down = event.kind == InputEvent::Kind::MouseDown;
    if (mouse.down == down) return;
    mouse.down = down;
    if (event.wasDragged || !(clientX > 0 && clientX < 480 && clientY > 0 && clientY < 360)) return;
    std::int32_t clicked = 0;
    if (state.stage) {
        const DrawableId drawable = state.stage->pick(clientX - 240, 180 - clientY);
        for (std::int32_t index : state.pane) {
            if (drawable != kNoDrawable && at(index).drawable == drawable) clicked = index;
        }
    }
    // Sprites that can be dragged are clicked when the button goes up, all others when it goes down.
    if (at(clicked).draggable != down) clickTarget(clicked);
}

void Interpreter::input(const InputEvent& event) {
    auto findTarget = [&]() -> std::int32_t {
        if (event.name == "_stage_" || event.name == "Stage" || event.name.empty()) return 0;
        auto sprite = program.spriteByName.find(event.name);
        if (sprite == program.spriteByName.end()) return kNone;
        if (!event.clone) return sprite->second;
        std::int32_t skip = *event.clone;
        for (std::int32_t index : state.pane) {
            if (at(index).isClone && at(index).sprite == sprite->second && skip-- == 0) return index;
        }
        return kNone;
    };
    if (observer) observer->input(event);
    switch (event.kind) {
        case InputEvent::Kind::GreenFlag: greenFlag(); break;
        case InputEvent::Kind::StopAll: stopAll(); break;
        case InputEvent::Kind::KeyDown: keyInput(event.name, true); break;
        case InputEvent::Kind::KeyUp: keyInput(event.name, false); break;
        case InputEvent::Kind::MouseMove:
        case InputEvent::Kind::MouseDown:
        case InputEvent::Kind::MouseUp: mouseInput(event); break;
        case InputEvent::Kind::Answer: answerInput(event.value); break;
        case InputEvent::Kind::ClickSprite:
            if (std::int32_t index = findTarget(); index != kNone) {
                if (observer) observer->clicked(index);
                startHats(program.spriteClickHats, index);
            }
            break;
        case InputEvent::Kind::ClickStage:
            if (observer) observer->clicked(0);
            startHats(program.stageClickHats, 0);
            break;
        case InputEvent::Kind::DragTo:
            if (std::int32_t index = findTarget(); index != kNone) {
                drag(at(index), event.x.value_or(0), event.y.value_or(0));
            }
            break;
        case InputEvent::Kind::SetVariable:
            if (std::int32_t index = findTarget(); index != kNone) {
                const auto& slots = spriteOf(at(index)).variables;
                for (std::size_t i = 0; i < slots.size(); i++) {
                    if (slots[i].name != event.variable) continue;
                    at(index).variables[i] = event.value;
                    break;
                }
            }
            break;
        case InputEvent::Kind::Loudness: state.loudness = toNumber(event.value); break;
    }
}

}  // namespace ounce
