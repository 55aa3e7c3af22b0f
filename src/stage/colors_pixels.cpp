// The part of a search for a colour that official Scratch leaves to the GPU: where the asking drawable is
// drawn, what the others draw. Pixels are drawn one by one, from the topmost layer down to the first opaque
// one, and only where the colour can be.
#include <algorithm>
#include <bit>
#include <cmath>

#include "stage/color_mask.h"
#include "stage/colors.h"
#include "stage/paint.h"
#include "stage/pen.h"

namespace ounce {

namespace {

bool isMask(const Paint& p, Color mask) {
    constexpr double kTolerance = 2;  // of 255
    return std::abs(p[0] - mask.r) <= kTolerance && std::abs(p[1] - mask.g) <= kTolerance &&
           std::abs(p[2] - mask.b) <= kTolerance;
}

// The part of the area with drawables that can show the colour; none: nowhere.
std::optional<Rectangle> whereDrawn(const ColorQuery& query, const std::vector<Texture>& textures) {
    if (matches(query.color, {255, 255, 255})) return query.area;
    std::optional<Rectangle> all;
    for (std::size_t i = 0; i < textures.size(); i++) {
        const Drawable& d = *query.seen[i].sampler.drawable;
        const Texture& texture = textures[i];
        const TexelSet* set = nullptr;
        // A linear filter makes new colours.
        if (texture.raster && !texture.linear && !(d.effects.on & (kColorEffects | bitOf(Ghost))))
            set = texture.raster->colors.find(*texture.bitmap, query.shows(), kMostPointsOnCpu);
        const auto place = whereSeen(d, texture.bitmap, set, query.area);
        if (place) all = all ? unionOf(*all, *place) : *place;
    }
    return all;
}

// Which of 64 pixels may have the colour, as far as masks know.
class Masks {
  public:
    Masks(const ColorQuery& query, const Texture& own, const std::vector<Texture>& textures, double pixels)
        : area_(query.area), onWhite_(matches(query.color, {255, 255, 255})) {
        const auto maskOf = [&](Drawable& d, const Texture& texture, const std::optional<TexelTest>& test) {
            return ColorMask(d, query.memory->shape(d), texture.raster,
                             texture.linear ? Sampling::LinearPixels : Sampling::NearestPixels, test, pixels);
        };
        // Transparent pixels can have a mask colour, too.
        if (!query.mask) own_ = maskOf(*query.asking, own, std::nullopt);
        for (std::size_t i = 0; i < textures.size(); i++) {
            Drawable& d = (*query.memory)[query.seen[i].id];
            layers_.push_back(maskOf(d, textures[i], query.shows(d)));
        }
    }

    [[nodiscard]] std::uint64_t live(std::int64_t column, int row) const {
        const int x = static_cast<int>(area_.left) + static_cast<int>(column),
                  y = static_cast<int>(area_.top) - row - 1;
        std::uint64_t word = own_ ? own_.at(x, y).maybe : ~std::uint64_t{0}, live = 0;
        for (const ColorMask& layer : layers_) {
            if (word == 0) return live;
            const StageMask::Points points = layer ? layer.at(x, y) : StageMask::Points{0, ~std::uint64_t{0}};
            live |= word & points.maybe;
            word &= ~points.sure;
        }
        return onWhite_ ? live | word : live;
    }

  private:
    Rectangle area_;
    bool onWhite_;
    ColorMask own_;
    std::vector<ColorMask> layers_;  // the topmost first
};

}  // namespace

bool findsAmongPixels(const ColorQuery& query, int rows) {
    const Rectangle& area = query.area;
    const int width = static_cast<int>(area.width());
    if (rows <= 0 || width <= 0) return false;
    StageState::Memory& memory = *query.memory;
    std::vector<Texture> textures;
    for (const auto& c : query.seen) textures.push_back(memory.texture(memory[c.id]));
    const auto part = whereDrawn(query, textures);
    if (!part) return false;

    const View view{area.left, area.top, 1};
    const PixelArea clip{static_cast<int>(part->left - area.left), static_cast<int>(area.top - part->top),
                         std::min(width, static_cast<int>(part->right - area.left)),
                         std::min(rows, static_cast<int>(area.top - part->bottom))};
    Texture own = memory.texture(*query.asking);
    own.exact = query.mask.has_value();
    PaintedRows self(Painter(memory, *query.asking, own, static_cast<std::uint8_t>(~bitOf(Ghost))), view,
                     clip);
    std::vector<PaintedRows> layers;
    for (std::size_t i = 0; i < textures.size(); i++)
        layers.emplace_back(Painter(memory, memory[query.seen[i].id], textures[i]), view, clip);

    std::vector<Paint> paints;  // the topmost first
    const auto colorAt = [&](std::int64_t x, int y) {
        paints.clear();
        for (PaintedRows& layer : layers) {
            layer.startRow(y);
            layer.at(x, [&](const Paint& paint) { paints.push_back(paint); });
            if (!paints.empty() && paints.back()[3] == 255) break;  // nothing below shines through
        }
        Color color{255, 255, 255};
        for (std::size_t i = paints.size(); i-- > 0;) blend(paints[i], &color.r, 3);
        return color;
    };
    const auto finds = [&](std::int64_t x, int y) {
        bool selected = false;
        self.at(x, [&](const Paint& p) { selected |= query.mask ? isMask(p, *query.mask) : p[3] != 0; });
        return selected && matches(colorAt(x, y), query.color);
    };
    const Masks masks(query, own, textures, pointsIn(*part));
    for (int y = clip.top; y < clip.bottom; y++) {
        self.startRow(y);
        const auto span = self.span();
        for (std::int64_t x = span.from; x <= span.to; x += 64) {
            const auto left = static_cast<int>(span.to - x + 1);
            for (std::uint64_t live = masks.live(x, y) & firstBits(left); live != 0; live &= live - 1)
                if (finds(x + std::countr_zero(live), y)) return true;
        }
    }
    return false;
}

}  // namespace ounce
