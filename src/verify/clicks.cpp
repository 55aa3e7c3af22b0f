#include "verify/clicks.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"

namespace ounce::verify {
namespace {

// The border of the canvas takes no clicks.
constexpr double kRight = 239, kTop = 179;

}  // namespace

StageLook& Clicks::stage() {
    if (!stage_) stage_.emplace(*state_.stage);
    return *stage_;
}

bool Clicks::isOnTop(std::int32_t target, Point p) {
    if (std::fabs(p.x) > kRight || std::fabs(p.y) > kTop) return false;
    const DrawableId drawable = stage().pick(p.x, p.y);
    if (target != 0) return drawable == state_.targets[static_cast<std::size_t>(target)]->drawable;
    return drawable == kNoDrawable || std::ranges::none_of(state_.pane, [&](std::int32_t place) {
               return place != 0 && state_.targets[static_cast<std::size_t>(place)]->drawable == drawable;
           });
}

std::optional<Point> Clicks::pointOf(std::int32_t target) {
    const TargetState& t = *state_.targets[static_cast<std::size_t>(target)];
    if (target != 0 && !t.visible) return std::nullopt;
    if (!state_.stage) return Point{t.x, t.y};
    Rectangle box{.left = -kRight, .right = kRight, .bottom = -kTop, .top = kTop};
    if (target != 0) {
        const Rectangle own = stage().bounds(t.drawable);
        box.left = std::max(box.left, std::floor(own.left));
        box.right = std::min(box.right, std::ceil(own.right));
        box.bottom = std::max(box.bottom, std::floor(own.bottom));
        box.top = std::min(box.top, std::ceil(own.top));
        const Point middle{roundHalfUp(t.x), roundHalfUp(t.y)};
        if (isOnTop(target, middle)) return middle;
    }
    // Coarsely first, then every point.
    for (const double gap : {32.0, 8.0, 1.0}) {
        for (double y = box.bottom; y <= box.top; y += gap) {
            for (double x = box.left; x <= box.right; x += gap) {
                if (isOnTop(target, {x, y})) return Point{x, y};
            }
        }
    }
    return std::nullopt;
}

bool isPossible(const Program& program, const State& state, const InputEvent& input) {
    if (input.kind == InputEvent::Kind::ClickStage) return Clicks(state).pointOf(0).has_value();
    if (input.kind != InputEvent::Kind::ClickSprite) return true;
    const auto sprite = program.spriteByName.find(input.name);
    if (sprite == program.spriteByName.end()) return true;  // nothing happens
    std::int32_t skip = input.clone.value_or(0);
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        if (t.sprite != sprite->second || t.isClone != input.clone.has_value()) continue;
        if (!input.clone || skip-- == 0) return Clicks(state).pointOf(place).has_value();
    }
    return true;
}

}  // namespace ounce::verify
