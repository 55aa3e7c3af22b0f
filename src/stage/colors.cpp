// Touching colours. The official renderer looks at small areas point by point, and lets the GPU draw large
// ones; the two see slightly different pictures, and a query may be answered partly by one and partly by the
// other.
#include <algorithm>
#include <cmath>

#include "stage/bubble.h"
#include "stage/memory.h"
#include "stage/paint.h"
#include "stage/pen.h"
#include "stage/scanline.h"

namespace ounce {

namespace {

constexpr double kMostPointsOnCpu = 40000;

bool matches(Color a, Color b) {
    return ((a.r ^ b.r) & 0xF8) == 0 && ((a.g ^ b.g) & 0xF8) == 0 && ((a.b ^ b.b) & 0xF0) == 0;
}

bool matchesMask(Rgba c, Color mask) {
    return c.a > 0 && ((c.r ^ mask.r) & 0xFC) == 0 && ((c.g ^ mask.g) & 0xFC) == 0 &&
           ((c.b ^ mask.b) & 0xFC) == 0;
}

using Candidates = std::vector<StageState::Memory::Candidate>;

// What is seen at a point through all candidates, the topmost first, on white. `column` counts from the
// area's left.
Color composite(std::vector<Scanline>& layers, int column) {
    Color c;
    double weight = 1;
    for (std::size_t i = 0; weight != 0 && i < layers.size(); i++) {
        const Rgba layer = layers[i].colorAt(column);
        if (layer.a == 0 && layer.r == 0 && layer.g == 0 && layer.b == 0) continue;
        if (layer.a == 255 && weight == 1) return {layer.r, layer.g, layer.b};
        c.r = clampedByte(c.r + layer.r * weight);
        c.g = clampedByte(c.g + layer.g * weight);
        c.b = clampedByte(c.b + layer.b * weight);
        weight *= 1 - layer.a / 255.0;
    }
    if (weight == 1) return {255, 255, 255};
    c.r = clampedByte(c.r + weight * 255);
    c.g = clampedByte(c.g + weight * 255);
    c.b = clampedByte(c.b + weight * 255);
    return c;
}

// The upper `rows` rows of the area as the GPU draws them, where the asking drawable is.
bool gpuFinds(StageState::Memory& memory, Drawable& asking, const Candidates& candidates,
              const Rectangle& area, int rows, Color color, const std::optional<Color>& mask) {
    const int width = static_cast<int>(area.width());
    if (rows <= 0 || width <= 0) return false;
    const View view{area.left, area.top, 1};
    const PixelArea clip{0, 0, width, rows};
    const auto index = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    std::vector<char> stencil(index(0, rows), 0);
    const auto inMask = [&](const Paint& p) {
        constexpr double kTolerance = 2 / 255.0;
        return std::abs(p[0] - mask->r / 255.0) <= kTolerance &&
               std::abs(p[1] - mask->g / 255.0) <= kTolerance &&
               std::abs(p[2] - mask->b / 255.0) <= kTolerance;
    };
    Painter(memory, asking, memory.texture(asking), static_cast<std::uint8_t>(~bitOf(Ghost)))
        .fill(view, clip, [&](int x, int y, const Paint& p) {
            if (mask ? inMask(p) : p[3] != 0) stencil[index(x, y)] = 1;
        });
    if (std::find(stencil.begin(), stencil.end(), 1) == stencil.end()) return false;
    std::vector<Color> picture(stencil.size(), Color{255, 255, 255});
    for (std::size_t i = candidates.size(); i-- > 0;) {
        Drawable& layer = *const_cast<Drawable*>(candidates[i].sampler.drawable);
        Painter(memory, layer, memory.texture(layer)).fill(view, clip, [&](int x, int y, const Paint& p) {
            blend(p, &picture[index(x, y)].r, 3);
        });
    }
    for (std::size_t i = 0; i < picture.size(); i++)
        if (stencil[i] && matches(picture[i], color)) return true;
    return false;
}

}  // namespace

bool StageState::Memory::findsColor(DrawableId id, Color color, const std::optional<Color>& mask) {
    Drawable& d = (*this)[id];
    const auto own = queryBounds(d);
    if (!own) return false;
    Candidates found;
    candidates(id, order, *own, found);
    Rectangle area = *own;
    if (!matches(color, {255, 255, 255})) {
        if (found.empty()) return false;
        area = found.front().overlap;
        for (const Candidate& c : found) area = unionOf(area, c.overlap);
    }
    Scanline self(sampler(d), area, static_cast<std::uint8_t>(~bitOf(Ghost)));
    std::vector<Scanline> layers;
    layers.reserve(found.size());
    for (const Candidate& c : found) layers.emplace_back(c.sampler, area);

    const double weight = static_cast<double>(found.size()) + 1;
    const int columns = static_cast<int>(area.width()) + 1;
    for (double y = area.bottom; y <= area.top; y++) {
        if (area.width() * (y - area.bottom) * weight >= kMostPointsOnCpu)
            return gpuFinds(*this, d, found, area, static_cast<int>(area.height() - (y - area.bottom)), color,
                            mask);
        self.startRow(y);
        for (Scanline& layer : layers) layer.startRow(y);
        for (int column = 0; column < columns; column++) {
            const bool selected = mask ? matchesMask(self.colorAt(column), *mask) : self.touches(column);
            if (selected && matches(composite(layers, column), color)) return true;
        }
    }
    return false;
}

bool StageState::touchesColor(DrawableId drawable, Color color) {
    return memory_->findsColor(drawable, color, std::nullopt);
}

bool StageState::colorTouchesColor(DrawableId drawable, Color mask, Color color) {
    return memory_->findsColor(drawable, color, mask);
}

}  // namespace ounce
