#include "stage/hull.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stage/silhouette.h"

namespace ounce {

namespace {

// Positive if A to C lies counter-clockwise of A to B.
double determinant(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Keeps a chain of corners convex while points are added.
template <class Convex>
void extend(std::vector<Point>& chain, const Point& point, Convex convex) {
    while (chain.size() > 1 && !convex(determinant(chain.back(), chain[chain.size() - 2], point)))
        chain.pop_back();
    chain.push_back(point);
}

// Andrew's monotone chain; collinear corners fall out. Fewer than four points stay as they are.
Hull strictHull(std::vector<Point> points) {
    if (points.size() < 4) return points;
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    points.erase(std::unique(points.begin(), points.end(),
                             [](const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; }),
                 points.end());
    const auto half = [](auto begin, auto end) {
        std::vector<Point> chain;
        for (auto it = begin; it != end; ++it) {
            while (chain.size() >= 2 && determinant(chain[chain.size() - 2], chain.back(), *it) <= 0)
                chain.pop_back();
            chain.push_back(*it);
        }
        chain.pop_back();
        return chain;
    };
    if (points.size() == 1) return points;
    std::vector<Point> hull = half(points.begin(), points.end());
    const std::vector<Point> upper = half(points.rbegin(), points.rend());
    hull.insert(hull.end(), upper.begin(), upper.end());
    return hull;
}

}  // namespace

Hull hullOf(const Silhouette* silhouette, const SkinShape& skin, const Effects& effects) {
    if (!silhouette || silhouette->width() == 0 || skin.width == 0 || skin.height == 0) return {};
    const bool distorted = (effects.on & kShapeEffects) != 0;
    const auto hit = [&](double x, float v) {
        SkinPoint p{static_cast<float>(x / skin.width), v};
        if (distorted) p = distort(effects, skin.width, skin.height, p);
        return silhouette->touches(p, true);
    };
    std::vector<Point> left, right;
    for (double y = 0; y < skin.height; y++) {
        const auto v = static_cast<float>(y / skin.height);
        double x = 0;
        while (x < skin.width && !hit(x, v)) x++;
        if (x >= skin.width) continue;
        Point found{x, y};
        extend(left, found, [](double d) { return d > 0; });
        for (x = skin.width - 1; x >= 0; x--)
            if (hit(x, v)) {
                found = {x, y};
                break;
            }
        extend(right, found, [](double d) { return d < 0; });
    }
    left.insert(left.end(), right.rbegin(), right.rend());
    return strictHull(std::move(left));
}

std::shared_ptr<const Hull> HullCache::find(const Silhouette& silhouette, const SkinShape& skin,
                                            const Effects& effects) {
    constexpr std::size_t kMost = 64;
    Effects shape;
    shape.on = effects.on & kShapeEffects;
    for (const Effect effect : {Fisheye, Whirl, Pixelate, Mosaic}) {
        if (shape.on & bitOf(effect)) shape.uniform[effect] = effects.uniform[effect];
    }
    const std::lock_guard guard(lock_);
    for (const Known& known : known_) {
        if (known.effects == shape) return known.hull;
    }
    if (known_.size() == kMost) known_.clear();
    known_.push_back({shape, std::make_shared<const Hull>(hullOf(&silhouette, skin, shape))});
    return known_.back().hull;
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The corner without the drawable's origin.
Point turned(const Point& corner, const SkinShape& skin, const Matrix& m) {
    const double x = static_cast<float>(0.5 + -corner.x / skin.width - 1 / skin.width / 2);
    const double y = static_cast<float>(corner.y / skin.height - 0.5 + 1 / skin.height / 2);
    return {x * m.a + y * m.c, x * m.b + y * m.d};
}

void include(HullSpan& span, const Point& p) {
    if (p.x < span.left) span.left = p.x;
    if (p.x > span.right) span.right = p.x;
    if (p.y > span.top) span.top = p.y;
    if (p.y < span.bottom) span.bottom = p.y;
}

}  // namespace

HullSpan hullSpan(const Hull& hull, const SkinShape& skin, const Matrix& model) {
    HullSpan span{.left = kInfinity, .right = -kInfinity, .bottom = kInfinity, .top = -kInfinity};
    for (const Point& corner : hull) include(span, turned(corner, skin, model));
    return span;
}

// The renderer multiplies matrices with all their zeros first. Infinity times zero is no number, and a corner
// that is none counts for nothing: in a direction in which a drawable is infinitely far away, its box is
// empty.
Rectangle hullBox(const HullSpan& span, const Matrix& m) {
    Rectangle box{.left = static_cast<float>(span.left + m.e),
                  .right = static_cast<float>(span.right + m.e),
                  .bottom = static_cast<float>(span.bottom + m.f),
                  .top = static_cast<float>(span.top + m.f)};
    // Not the other way round: g++ 12 forgets to round to single precision in branches like these.
    if (!std::isfinite(m.e)) box.left = kInfinity, box.right = -kInfinity;
    if (!std::isfinite(m.f)) box.bottom = kInfinity, box.top = -kInfinity;
    return box;
}

Rectangle hullTopBox(const Hull& hull, const SkinShape& skin, const Matrix& model) {
    const double lowest = hullBox(hullSpan(hull, skin, model), model).top - 8;
    HullSpan span{.left = kInfinity, .right = -kInfinity, .bottom = kInfinity, .top = -kInfinity};
    for (const Point& corner : hull) {
        if (!std::isfinite(model.f)) break;
        const Point p = turned(corner, skin, model);
        if (static_cast<float>(p.y + model.f) > lowest) include(span, p);
    }
    return hullBox(span, model);
}

}  // namespace ounce
