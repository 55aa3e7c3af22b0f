// What touches what, for whoever reads a state; and how the machine itself asks the renderer, which
// remembers.
#include "vm/constants.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

constexpr std::uint64_t kTouchingWork = 20;

}  // namespace

std::int32_t Reading::findSprite(const Value& name) const {
    auto found = program.spriteByName.find(toText(name).utf8());
    if (found == program.spriteByName.end()) return kNone;
    // Originals are made first and never go away: sprite i lives at place i.
    return found->second;
}

bool Reading::touchesEdge(const TargetState& t) {
    if (!state.stage) return false;
    const Rectangle b = bounds(t);
    return b.left < -240 || b.right > 240 || b.top > 180 || b.bottom < -180;
}

bool Reading::touchesSprite(const TargetState& t, std::int32_t sprite) {
    if (!state.stage || sprite == kNone) return false;
    DrawableId others[320];
    std::size_t count = 0;
    for (std::int32_t index : state.pane) {
        const TargetState& other = at(index);
        if (other.sprite == sprite && !other.dragging && count < std::size(others))
            others[count++] = other.drawable;
    }
    spend(kTouchingWork * (1 + count));
    return touches(t, {others, count});
}

bool Reading::touchesObject(const TargetState& t, const Value& what) {
    return state.stage && touchesNamed(t, namedObject(program, what));
}

bool Reading::touchesNamed(const TargetState& t, std::int32_t named) {
    if (!state.stage) return false;
    switch (named) {
        case kNamesMouse:
            if (!state.mouse.clientX || !state.mouse.clientY) return false;
            return touchesPointer(t, *state.mouse.clientX - 240, 180 - *state.mouse.clientY);
        case kNamesEdge: return touchesEdge(t);
        case kNamesNothing: return false;
        default: return touchesSprite(t, named);
    }
}

// ---- the machine ----

bool Interpreter::touches(const TargetState& t, std::span<const DrawableId> others) {
    return state.stage && state.stage->touches(t.drawable, others);
}
bool Interpreter::touchesPointer(const TargetState& t, double x, double y) {
    return state.stage && state.stage->touchesPointer(t.drawable, x, y);
}
bool Interpreter::touchesColor(const TargetState& t, Color color) {
    return state.stage && state.stage->touchesColor(t.drawable, color);
}
bool Interpreter::colorTouchesColor(const TargetState& t, Color mask, Color color) {
    return state.stage && state.stage->colorTouchesColor(t.drawable, mask, color);
}
Rectangle Interpreter::bounds(const TargetState& t) {
    return state.stage ? state.stage->bounds(t.drawable) : Rectangle{};
}

}  // namespace ounce
