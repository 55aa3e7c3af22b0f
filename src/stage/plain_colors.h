// Searching for a colour without any shortcut: every point, every pixel, every layer. What the fast search is
// compared with.
#pragma once

#include "stage/bubble.h"
#include "stage/colors.h"
#include "stage/paint.h"
#include "stage/pen.h"

namespace ounce::testing_stage {

inline Rgba plainColor(const Sampler& s, double x, double y, std::uint8_t effectMask) {
    const int width = s.pen ? PenLayer::kWidth : s.bitmap ? s.bitmap->width : 0;
    const int height = s.pen ? PenLayer::kHeight : s.bitmap ? s.bitmap->height : 0;
    const SkinPoint p = s.local(x, y);
    if (width == 0 || p.u < 0 || p.u > 1 || p.v < 0 || p.v > 1) return {};
    const auto index = [](float at, int texels) {
        return std::isnan(at) ? texels - 1
                              : std::min(static_cast<int>(at * static_cast<double>(texels - 1)), texels - 1);
    };
    const int column = index(p.u, width), row = index(p.v, height);
    if (s.pen) return recolor(s.drawable->effects, s.pen->at(column, row), effectMask);
    const std::uint8_t* c = &s.bitmap->rgba[static_cast<std::size_t>(row * width + column) * 4];
    return recolor(s.drawable->effects, {c[0], c[1], c[2], c[3]}, effectMask);
}

inline Color plainComposite(const ColorQuery& q, double x, double y) {
    Color c;
    double weight = 1;
    for (const auto& candidate : q.seen) {
        const Rgba seen = plainColor(candidate.sampler, x, y, 0xFF);
        c.r = clampedByte(c.r + seen.r * weight);
        c.g = clampedByte(c.g + seen.g * weight);
        c.b = clampedByte(c.b + seen.b * weight);
        weight *= 1 - seen.a / 255.0;
        if (weight == 0) break;
    }
    c.r = clampedByte(c.r + weight * 255);
    c.g = clampedByte(c.g + weight * 255);
    c.b = clampedByte(c.b + weight * 255);
    return c;
}

inline bool plainPixels(const ColorQuery& q, int rows) {
    const int width = static_cast<int>(q.area.width());
    if (rows <= 0 || width <= 0) return false;
    const View view{q.area.left, q.area.top, 1};
    const PixelArea clip{0, 0, width, rows};
    const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * width + x); };
    std::vector<char> stencil(index(0, rows), 0);
    const auto inMask = [&](const Paint& p) {
        constexpr double kTolerance = 2;  // of 255
        return std::abs(p[0] - q.mask->r) <= kTolerance && std::abs(p[1] - q.mask->g) <= kTolerance &&
               std::abs(p[2] - q.mask->b) <= kTolerance;
    };
    const auto texture = [&](Drawable& d) {
        Texture t = q.memory->texture(d);
        t.exact = true;
        return t;
    };
    Painter(*q.memory, *q.asking, texture(*q.asking), static_cast<std::uint8_t>(~bitOf(Ghost)))
        .fill(view, clip, [&](int x, int y, const Paint& p) {
            if (q.mask ? inMask(p) : p[3] != 0) stencil[index(x, y)] = 1;
        });
    std::vector<Color> picture(stencil.size(), Color{255, 255, 255});
    for (std::size_t i = q.seen.size(); i-- > 0;) {
        Drawable& layer = (*q.memory)[q.seen[i].id];
        Painter(*q.memory, layer, texture(layer)).fill(view, clip, [&](int x, int y, const Paint& p) {
            blend(p, &picture[index(x, y)].r, 3);
        });
    }
    for (std::size_t i = 0; i < picture.size(); i++)
        if (stencil[i] && matches(picture[i], q.color)) return true;
    return false;
}

inline bool plainFindsColor(StageState& state, DrawableId id, Color color, const std::optional<Color>& mask) {
    StageState::Memory& m = state.memory();
    Drawable& d = m[id];
    const auto own = m.queryBounds(d);
    if (!own) return false;
    ColorQuery q{&m, &d, color, mask, {}, *own};
    m.candidates(id, m.order, *own, q.seen);
    if (!matches(color, {255, 255, 255})) {
        if (q.seen.empty()) return false;
        q.area = q.seen.front().overlap;
        for (const auto& c : q.seen) q.area = unionOf(q.area, c.overlap);
    }
    const Sampler self = m.sampler(d);
    const double weight = static_cast<double>(q.seen.size()) + 1;
    for (double y = q.area.bottom; y <= q.area.top; y++) {
        if (q.area.width() * (y - q.area.bottom) * weight >= kMostPointsOnCpu)
            return plainPixels(q, static_cast<int>(q.area.height() - (y - q.area.bottom)));
        for (double x = q.area.left; x <= q.area.right; x++) {
            const bool selected =
                mask ? matchesMask(plainColor(self, x, y, static_cast<std::uint8_t>(~bitOf(Ghost))), *mask)
                     : self.touches(x, y);
            if (selected && matches(plainComposite(q, x, y), color)) return true;
        }
    }
    return false;
}

}  // namespace ounce::testing_stage
