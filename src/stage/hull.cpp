#include "stage/hull.h"

#include <algorithm>
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

std::vector<Point> transformedHull(const Hull& hull, const SkinShape& skin, const Matrix& m) {
    const double halfX = 1 / skin.width / 2, halfY = 1 / skin.height / 2;
    std::vector<Point> out;
    out.reserve(hull.size());
    for (const Point& p : hull) {
        const double x = static_cast<float>(0.5 + -p.x / skin.width - halfX);
        const double y = static_cast<float>(p.y / skin.height - 0.5 + halfY);
        out.push_back(
            {static_cast<float>(x * m.a + y * m.c + m.e), static_cast<float>(x * m.b + y * m.d + m.f)});
    }
    return out;
}

namespace {

Rectangle boxAround(const std::vector<Point>& points, double lowest) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Rectangle box{.left = kInfinity, .right = -kInfinity, .bottom = kInfinity, .top = -kInfinity};
    for (const Point& p : points) {
        if (!(p.y > lowest)) continue;
        if (p.x < box.left) box.left = p.x;
        if (p.x > box.right) box.right = p.x;
        if (p.y > box.top) box.top = p.y;
        if (p.y < box.bottom) box.bottom = p.y;
    }
    return box;
}

}  // namespace

Rectangle hullBox(const Hull& hull, const SkinShape& skin, const Matrix& model) {
    return boxAround(transformedHull(hull, skin, model), -std::numeric_limits<double>::infinity());
}

Rectangle hullTopBox(const Hull& hull, const SkinShape& skin, const Matrix& model) {
    const std::vector<Point> points = transformedHull(hull, skin, model);
    double highest = -std::numeric_limits<double>::infinity();
    for (const Point& p : points) highest = std::max(highest, p.y);
    return boxAround(points, highest - 8);
}

}  // namespace ounce
