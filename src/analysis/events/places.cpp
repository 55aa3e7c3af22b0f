#include "analysis/events/places.h"

#include <algorithm>
#include <cmath>

#include "analysis/events/plan.h"
#include "base/number.h"
#include "stage/texel_set.h"
#include "vm/math.h"

namespace ounce {
namespace {

constexpr double kRight = 240, kTop = 180;
constexpr std::size_t kMostTries = 16;  // points of a colour that are tried before giving up

Point limited(Point p) { return {clamp(p.x, -kRight, kRight), clamp(p.y, -kTop, kTop)}; }

// The points of a picture at which `test` holds: the nearest to `from` first, then some from all over.
template <class Test>
std::vector<Point> spread(const StagePicture& picture, Point from, Test test) {
    std::vector<Point> all;
    for (int row = 0; row < picture.height; row++) {
        for (int column = 0; column < picture.width; column++) {
            const std::uint8_t* p = &picture.rgba[static_cast<std::size_t>(row * picture.width + column) * 4];
            const Point point{column - kRight, kTop - row};
            if (test(Color{p[0], p[1], p[2]}, point)) all.push_back(point);
        }
    }
    if (all.empty()) return all;
    const auto distance = [&](Point p) {
        return (p.x - from.x) * (p.x - from.x) + (p.y - from.y) * (p.y - from.y);
    };
    std::vector<Point> some{*std::min_element(all.begin(), all.end(),
                                              [&](Point a, Point b) { return distance(a) < distance(b); })};
    for (std::size_t i = 1; i < kMostTries; i++) some.push_back(all[all.size() * i / kMostTries]);
    return some;
}

}  // namespace

StageLook& Places::stage() {
    if (!stage_) stage_.emplace(*state_.stage);
    return *stage_;
}

std::int32_t Places::instance(const ExtractedEvent& event) const {
    if (event.target != kNone) return event.target;
    const std::int32_t sprite = event.what->sprite;
    const bool needsClone = event.what->kind == EventKind::ClickClone;
    for (const std::int32_t index : state_.pane) {
        if (at(index).sprite == sprite && at(index).visible && (at(index).isClone || !needsClone))
            return index;
    }
    return kNone;
}

std::optional<Point> Places::of(const ExtractedEvent& event) {
    auto [known, isNew] = found_.try_emplace({event.what, event.target});
    if (isNew) known->second = find(event);
    return known->second;
}

std::optional<Point> Places::find(const ExtractedEvent& event) {
    const EventTemplate& what = *event.what;
    const std::int32_t index = instance(event);
    if (index == kNone) return std::nullopt;
    const TargetState& t = at(index);
    switch (what.kind) {
        case EventKind::MouseMoveTo: {
            auto touched = pointOf(t, [&](Point p) { return stage().touchesPointer(t.drawable, p.x, p.y); });
            return touched ? touched : limited({roundHalfUp(t.x), roundHalfUp(t.y)});
        }
        case EventKind::ClickClone:
            return pointOf(t, [&](Point p) {
                // The border of the canvas takes no clicks.
                return std::abs(p.x) < kRight && std::abs(p.y) < kTop && stage().pick(p.x, p.y) == t.drawable;
            });
        case EventKind::DragToSprite: {
            const std::int32_t other = firstVisible(state_, what.other, index);
            if (other == kNone) return std::nullopt;
            return Point{at(other).x, at(other).y};
        }
        case EventKind::DragToColor: return state_.stage ? toColor(t, what.color) : std::nullopt;
        case EventKind::DragColorToColor:
            return state_.stage ? colorToColor(t, what.mask, what.color) : std::nullopt;
        case EventKind::DragToEdge:
        case EventKind::DragAnywhere: return Point{t.x, t.y};
        default: return std::nullopt;
    }
}

template <class Test>
std::optional<Point> Places::pointOf(const TargetState& t, Test test) {
    const Point position{roundHalfUp(t.x), roundHalfUp(t.y)};
    if (!state_.stage || test(Point{t.x, t.y})) return Point{t.x, t.y};
    if (test(position)) return position;
    const Rectangle box = stage().bounds(t.drawable);
    const Point middle{(box.left + box.right) / 2, (box.bottom + box.top) / 2};
    // Rings around the middle, farther and farther out.
    constexpr int kRings = 6;
    for (int ring = 0; ring <= kRings; ring++) {
        for (int row = -ring; row <= ring; row++) {
            for (int column = -ring; column <= ring; column++) {
                if (std::max(std::abs(row), std::abs(column)) != ring) continue;
                const Point p{roundHalfUp(middle.x + box.width() / 2 * column / kRings),
                              roundHalfUp(middle.y + box.height() / 2 * row / kRings)};
                if (test(p)) return p;
            }
        }
    }
    return std::nullopt;
}

std::vector<Point> Places::pointsOfColor(const TargetState& t, Color color) {
    StageState others = *state_.stage;  // as it would be without the target
    others.setVisible(t.drawable, false);
    return spread(StageLook(others).draw(), {t.x, t.y},
                  [&](Color seen, Point) { return matches(seen, color); });
}

// Side by side, copies of a sprite cover the stage: asking the renderer at each of these places is much
// cheaper than drawing the stage, and mostly finds a place near by.
std::vector<Point> Places::tilesAround(const TargetState& t) {
    constexpr double kSmallest = 24;
    const Rectangle box = stage().bounds(t.drawable);
    const double width = std::max(box.width(), kSmallest), height = std::max(box.height(), kSmallest);
    std::vector<Point> tiles;
    const Point from = limited({roundHalfUp(t.x), roundHalfUp(t.y)});
    for (double x = from.x - width * std::floor((from.x + kRight) / width); x <= kRight; x += width) {
        for (double y = from.y - height * std::floor((from.y + kTop) / height); y <= kTop; y += height)
            tiles.push_back({roundHalfUp(x), roundHalfUp(y)});
    }
    const auto distance = [&](Point p) { return std::hypot(p.x - from.x, p.y - from.y); };
    std::stable_sort(tiles.begin(), tiles.end(), [&](Point a, Point b) { return distance(a) < distance(b); });
    return tiles;
}

std::optional<Point> Places::toColor(const TargetState& t, Color color) {
    StageState moved = *state_.stage;  // as it would be with the target elsewhere
    for (const Point p : tilesAround(t)) {
        moved.setPosition(t.drawable, p.x, p.y);
        if (moved.touchesColor(t.drawable, color)) return p;
    }
    // Sprites with holes miss what is small.
    const std::vector<Point> points = pointsOfColor(t, color);
    if (points.empty()) return std::nullopt;
    for (const Point p : points) {
        moved.setPosition(t.drawable, p.x, p.y);
        if (moved.touchesColor(t.drawable, color)) return p;
    }
    return points.front();
}

std::optional<Point> Places::colorToColor(const TargetState& t, Color mask, Color color) {
    const std::vector<Point> others = pointsOfColor(t, color);
    if (others.empty()) return std::nullopt;
    StageState moved = *state_.stage;
    // A part that is smaller than a pixel shows its colour only between the points of the grid.
    const Point here{t.x - std::floor(t.x), t.y - std::floor(t.y)};
    for (const Point offset : {Point{0, 0}, here, Point{0.5, 0}, Point{0, 0.5}, Point{0.5, 0.5}}) {
        moved.setPosition(t.drawable, offset.x, offset.y);
        const auto own = StageLook(moved).placeOfOwnColor(t.drawable, mask);
        if (!own) continue;
        for (const Point other : others) {
            const Point p{other.x - own->x + offset.x, other.y - own->y + offset.y};
            moved.setPosition(t.drawable, p.x, p.y);
            if (moved.colorTouchesColor(t.drawable, mask, color)) return p;
        }
    }
    return std::nullopt;
}

Point Places::toEdge(const TargetState& t, std::optional<int> angle) const {
    const Point from = limited({t.x, t.y});
    if (!angle) {
        const double toSide = kRight - std::abs(from.x), toTopOrBottom = kTop - std::abs(from.y);
        if (toSide < toTopOrBottom) return {from.x < 0 ? -kRight : kRight, from.y};
        return {from.x, from.y < 0 ? -kTop : kTop};
    }
    const double dx = std::cos(toRadians(*angle)), dy = std::sin(toRadians(*angle));
    const double sides = dx == 0 ? INFINITY : ((dx > 0 ? kRight : -kRight) - from.x) / dx;
    const double ends = dy == 0 ? INFINITY : ((dy > 0 ? kTop : -kTop) - from.y) / dy;
    const double far = std::min(sides, ends);
    return limited({roundHalfUp(from.x + far * dx), roundHalfUp(from.y + far * dy)});
}

std::optional<Point> Places::dragged(const ExtractedEvent& event, std::optional<int> angle) {
    const std::int32_t index = instance(event);
    if (index == kNone) return std::nullopt;
    const TargetState& t = at(index);
    if (event.what->kind == EventKind::DragToEdge) return toEdge(t, angle);
    const auto place = of(event);
    if (!place) return std::nullopt;
    if (!angle || !state_.stage) return limited(*place);
    const Rectangle box = stage().bounds(t.drawable);
    return limited({roundHalfUp(place->x + box.width() * std::cos(toRadians(*angle))),
                    roundHalfUp(place->y + box.height() * std::sin(toRadians(*angle)))});
}

}  // namespace ounce
