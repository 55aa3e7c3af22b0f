#include "analysis/stage_distance.h"

#include <algorithm>
#include <cmath>

namespace ounce {

double distanceToPointer(const Look& look, const TargetState& from) {
    const double hidden = from.visible ? 0 : kHidden;
    const MouseState& mouse = look.state.mouse;
    if (!mouse.x || !mouse.y) return hidden + kStageDiagonal;
    return hidden + std::hypot(*mouse.x - from.x, *mouse.y - from.y);
}

double distanceToSprite(const Look& look, const TargetState& from, std::int32_t sprite) {
    const double hidden = from.visible ? 0 : kHidden;
    double nearest = 2 * kHidden + kStageDiagonal;
    for (const std::int32_t place : look.state.pane) {
        const TargetState& other = look.at(place);
        if (sprite == kNone || other.sprite != sprite || &other == &from) continue;
        const double penalty = other.visible && !other.dragging ? 0 : kHidden;
        nearest = std::min(nearest, penalty + hidden + std::hypot(other.x - from.x, other.y - from.y));
    }
    return nearest;
}

double distanceToEdge(Look& look, const TargetState& from) {
    if (!look.state.stage || from.drawable == kNoDrawable) return kStageDiagonal;
    const Rectangle b = look.stage()->fastBounds(from.drawable);
    return std::max(0.0, std::min({b.left + 240, 240 - b.right, b.bottom + 180, 180 - b.top}));
}

}  // namespace ounce
