// Touching colours. The official renderer looks at small areas point by point, and lets the GPU draw large
// ones; the two see slightly different pictures, and a query may be answered partly by one and partly by the
// other.
#include "stage/colors.h"

#include <algorithm>
#include <cmath>

namespace ounce {

std::optional<Rectangle> whereSeen(const Drawable& d, const Bitmap* bitmap, const TexelSet* set,
                                   const Rectangle& area) {
    if (set && set->empty()) return std::nullopt;
    const Matrix &m = d.model, &inverse = d.inverse;
    // Single precision stays within the border below for drawables that are near and not huge. Without an
    // inverse all points see the same texel.
    constexpr double kFarthest = 600, kLargest = 10000, kBorder = 2;
    if (!(std::abs(m.e) < kFarthest && std::abs(m.f) < kFarthest && d.box.width() < kLargest &&
          d.box.height() < kLargest))
        return area;
    for (const float value : {inverse.a, inverse.b, inverse.c, inverse.d, inverse.e, inverse.f})
        if (!std::isfinite(value)) return area;

    double left = 0, right = 1, top = 0, bottom = 1;  // of the skin
    if (set && bitmap && !(d.effects.on & kShapeEffects)) {
        // Points divide the skin by one texel less than pixels do.
        left = double(set->left) / bitmap->width;
        top = double(set->top) / bitmap->height;
        right = std::min(1.0, (set->right + 1.0) / std::max(1, bitmap->width - 1));
        bottom = std::min(1.0, (set->bottom + 1.0) / std::max(1, bitmap->height - 1));
    }
    const double x = 0.5 - (left + right) / 2, y = (top + bottom) / 2 - 0.5;
    const double halfX = (right - left) / 2, halfY = (bottom - top) / 2;
    const double centerX = m.a * x + m.c * y + m.e, centerY = m.b * x + m.d * y + m.f;
    const double reachX = std::abs(m.a) * halfX + std::abs(m.c) * halfY + kBorder,
                 reachY = std::abs(m.b) * halfX + std::abs(m.d) * halfY + kBorder;
    const Rectangle box = snapped({.left = centerX - reachX,
                                   .right = centerX + reachX,
                                   .bottom = centerY - reachY,
                                   .top = centerY + reachY});
    if (!intersects(area, box)) return std::nullopt;
    return intersection(area, box);
}

bool StageState::Memory::findsColor(DrawableId id, Color color, const std::optional<Color>& mask) {
    Drawable& d = (*this)[id];
    const auto own = queryBounds(d);
    if (!own) return false;
    ColorQuery query{this, &d, color, mask, {}, *own};
    candidates(id, order, *own, query.seen);
    Rectangle& area = query.area;
    if (!matches(color, {255, 255, 255})) {
        if (query.seen.empty()) return false;
        area = query.seen.front().overlap;
        for (const Candidate& c : query.seen) area = unionOf(area, c.overlap);
    }
    const double weight = static_cast<double>(query.seen.size()) + 1;
    // Rows are looked at from the lowest up until there were too many points; the others are the GPU's.
    const double rows = std::ceil(kMostPointsOnCpu / (area.width() * weight)), all = area.height() + 1;
    if (findsAmongPoints(query, area.bottom + std::min(rows, all) - 1)) return true;
    return rows < all && findsAmongPixels(query, static_cast<int>(area.height() - rows));
}

bool StageState::touchesColor(DrawableId drawable, Color color) {
    return memory_->findsColor(drawable, color, std::nullopt);
}

bool StageState::colorTouchesColor(DrawableId drawable, Color mask, Color color) {
    return memory_->findsColor(drawable, color, mask);
}

}  // namespace ounce
