// The part of a search for a colour that official Scratch leaves to the GPU: where the asking drawable is
// drawn, what the others draw. Pixels are drawn one by one, from the topmost layer down to the first opaque
// one, and only where the colour can be.
#include <algorithm>
#include <bit>
#include <cmath>

#include "stage/color_mask.h"
#include "stage/colors.h"
#include "stage/paint.h"
#include "stage/pen_colors.h"

namespace ounce {

namespace {

bool isMask(const Paint& p, Color mask) {
    constexpr double kTolerance = 2;  // of 255
    return std::abs(p[0] - mask.r) <= kTolerance && std::abs(p[1] - mask.g) <= kTolerance &&
           std::abs(p[2] - mask.b) <= kTolerance;
}

// A drawable that can be seen in the area.
struct Layer {
    Drawable* drawable;
    Texture texture;
    std::optional<Rectangle> place{};  // where it can show the colour; none: nowhere
    ColorMask mask{};
    std::unique_ptr<const PenColors> pen{};  // instead of a mask

    // Which of 64 pixels it hides from what is below, and at which ones it may show the colour.
    [[nodiscard]] StageMask::Points at(int x, int y) const {
        if (mask) return mask.at(x, y);
        return pen ? pen->at(x, y) : StageMask::Points{0, ~std::uint64_t{0}};
    }
    // Bit i: whether it may show the colour among the 64 pixels that start at (x + 64 i, y).
    [[nodiscard]] std::uint64_t words(int x, int y) const {
        if (mask) return mask.words(x, y);
        return pen ? pen->words(x, y) : ~std::uint64_t{0};
    }
};

// The topmost first.
std::vector<Layer> layersOf(const ColorQuery& query) {
    std::vector<Layer> layers;
    layers.reserve(query.seen.size());
    for (const auto& seen : query.seen) {
        Drawable& d = (*query.memory)[seen.id];
        if (isGone(d)) continue;
        layers.push_back({.drawable = &d, .texture = query.memory->texture(d)});
        Layer& layer = layers.back();
        const Texture& texture = layer.texture;
        if (texture.pen) {
            layer.pen =
                std::make_unique<PenColors>(*texture.pen, query.shows(), Sampling::NearestPixels, query.area);
            layer.place = layer.pen->place();
            continue;
        }
        const TexelSet* set = nullptr;
        // A linear filter makes new colours.
        if (const auto test = query.shows(d); test && texture.raster && !texture.linear)
            set = texture.raster->colors.find(*texture.bitmap, *test, kMostPointsOnCpu);
        layer.place = whereSeen(d, texture.bitmap, set, query.area);
    }
    return layers;
}

// The part of the area with layers that can show the colour; none: nowhere.
std::optional<Rectangle> whereDrawn(const ColorQuery& query, const std::vector<Layer>& layers) {
    if (matches(query.color, {255, 255, 255})) return query.area;
    std::optional<Rectangle> all;
    for (const Layer& layer : layers)
        if (layer.place) all = all ? unionOf(*all, *layer.place) : *layer.place;
    return all;
}

ColorMask maskOf(const ColorQuery& query, const Drawable& d, const Texture& texture,
                 const std::optional<TexelTest>& test, double pixels) {
    return {d,
            query.memory->shape(d),
            texture.raster,
            texture.linear ? Sampling::LinearPixels : Sampling::NearestPixels,
            test,
            pixels};
}

// Which pixels may have the colour, as far as masks know: those of the asking drawable and of the layers.
class LivePixels {
  public:
    LivePixels(const ColorMask& own, const std::vector<Layer>& layers, bool onWhite)
        : own_(own), layers_(layers), onWhite_(onWhite) {}

    // Bit i: whether to look among the 64 pixels that start at (x + 64 i, y).
    [[nodiscard]] std::uint64_t words(int x, int y) const {
        std::uint64_t live = onWhite_ ? ~std::uint64_t{0} : 0;
        for (const Layer& layer : layers_) live |= layer.words(x, y);
        return own_ ? live & own_.words(x, y) : live;
    }
    // 64 pixels from (x, y) to the right.
    [[nodiscard]] std::uint64_t at(int x, int y) const {
        std::uint64_t word = own_ ? own_.at(x, y).maybe : ~std::uint64_t{0}, live = 0;
        for (const Layer& layer : layers_) {
            if (word == 0) return live;
            const StageMask::Points points = layer.at(x, y);
            live |= word & points.maybe;
            word &= ~points.sure;
        }
        return onWhite_ ? live | word : live;
    }

  private:
    const ColorMask& own_;
    const std::vector<Layer>& layers_;
    const bool onWhite_;
};

}  // namespace

bool findsAmongPixels(const ColorQuery& query, int rows) {
    const Rectangle& area = query.area;
    const int width = static_cast<int>(area.width());
    if (rows <= 0 || width <= 0) return false;
    StageState::Memory& memory = *query.memory;
    std::vector<Layer> layers = layersOf(query);
    const auto part = whereDrawn(query, layers);
    if (!part) return false;
    const double pixels = pointsIn(*part);
    for (Layer& layer : layers)
        layer.mask = maskOf(query, *layer.drawable, layer.texture, query.shows(*layer.drawable), pixels);
    Texture own = memory.texture(*query.asking);
    // Transparent pixels can have a mask colour, too.
    const ColorMask ownMask =
        query.mask ? ColorMask() : maskOf(query, *query.asking, own, std::nullopt, pixels);

    const View view{area.left, area.top, 1};
    const PixelArea clip{static_cast<int>(part->left - area.left), static_cast<int>(area.top - part->top),
                         std::min(width, static_cast<int>(part->right - area.left)),
                         std::min(rows, static_cast<int>(area.top - part->bottom))};
    own.exact = query.mask.has_value();
    PaintedRows self(Painter(memory, *query.asking, own, static_cast<std::uint8_t>(~bitOf(Ghost))), view,
                     clip);
    std::vector<PaintedRows> painted;
    for (const Layer& layer : layers)
        painted.emplace_back(Painter(memory, *layer.drawable, layer.texture), view, clip);

    std::vector<Paint> paints;  // the topmost first
    const auto colorAt = [&](std::int64_t x, int y) {
        paints.clear();
        for (PaintedRows& layer : painted) {
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
    const LivePixels livePixels(ownMask, layers, matches(query.color, {255, 255, 255}));
    const int left = static_cast<int>(area.left) + clip.left;
    const int wordsInRow = (clip.right - clip.left + 63) / 64;
    for (int y = clip.top; y < clip.bottom; y++) {
        const int stageY = static_cast<int>(area.top) - y - 1;
        for (std::uint64_t words = livePixels.words(left, stageY) & firstBits(wordsInRow); words != 0;
             words &= words - 1) {
            const int offset = 64 * std::countr_zero(words), x = clip.left + offset;
            std::uint64_t live = livePixels.at(left + offset, stageY) & firstBits(clip.right - x);
            if (live == 0) continue;
            self.startRow(y);
            for (; live != 0; live &= live - 1)
                if (finds(x + std::countr_zero(live), y)) return true;
        }
    }
    return false;
}

}  // namespace ounce
