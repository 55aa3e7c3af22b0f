#include "stage/paint.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "stage/bubble.h"
#include "stage/pen.h"

namespace ounce {

namespace {

constexpr double kEpsilon = 1e-3;  // the shaders add it to divisors

Rgba texel(const Texture& texture, int x, int y) {
    if (texture.pen)
        return texture.pen->at(std::clamp(x, 0, PenLayer::kWidth - 1),
                               std::clamp(y, 0, PenLayer::kHeight - 1));
    const Bitmap& b = *texture.bitmap;
    const auto column = static_cast<std::size_t>(std::clamp(x, 0, b.width - 1)),
               row = static_cast<std::size_t>(std::clamp(y, 0, b.height - 1));
    Rgba c;
    std::memcpy(&c, &b.rgba[(row * static_cast<std::size_t>(b.width) + column) * 4], 4);
    return c;
}

Paint paintOf(Rgba c) { return {double(c.r), double(c.g), double(c.b), double(c.a)}; }

// SwiftShader looks textures up with places of 16 bits, rounded down. That decides where a pixel lies exactly
// between two texels, as all pixels of a backdrop of twice the stage's size do.
std::uint32_t fixed(double place) {
    const double clamped = place > 0 ? std::min(place, 65535.0 / 65536) : 0;  // not a number: 0
    return static_cast<std::uint32_t>(clamped * 65536);
}

// Half a texel before and behind a place, and how much of the second.
struct FixedPair {
    FixedPair(std::uint32_t at, int size) {
        const std::uint32_t half = 0x8000u / static_cast<std::uint32_t>(size);
        first = at > half ? at - half : 0;
        second = std::min(at + half, 0xFFFFu);
        fraction = static_cast<double>(first * static_cast<std::uint64_t>(size) & 0xFFFF) / 65536;
    }
    std::uint32_t first, second;
    double fraction;
};

double clamp01(double value) { return std::clamp(value, 0.0, 1.0); }

void turnHue(double by, Paint& c) {
    double r = c[0], g = c[1], b = c[2];
    // As the shader: sorted channels and the offset of the hue's sector.
    std::array<double, 4> first = b > g ? std::array{b, g, -1.0, 2.0 / 3} : std::array{g, b, 0.0, -1.0 / 3};
    std::array<double, 4> sorted = r > first[0] ? std::array{r, first[1], first[2], first[0]}
                                                : std::array{first[0], first[1], first[3], r};
    const double chroma = sorted[0] - std::min(sorted[1], sorted[3]);
    double h = std::abs(sorted[2] + (sorted[3] - sorted[1]) / (6 * chroma + kEpsilon));
    double s = chroma / (sorted[0] + kEpsilon), v = sorted[0];
    if (v < 0.11 / 2)
        h = 0, s = 1, v = 0.11 / 2;
    else if (s < 0.09)
        h = 0, s = 0.09;
    h = h + by - std::floor(h + by);
    const double strength = v * s;
    const auto channel = [&](double full) { return clamp01(full) * strength + v - strength; };
    c[0] = channel(std::abs(h * 6 - 3) - 1);
    c[1] = channel(2 - std::abs(h * 6 - 2));
    c[2] = channel(2 - std::abs(h * 6 - 4));
}

}  // namespace

Paint Texture::sample(double u, double v) const {
    const int width = pen ? PenLayer::kWidth : bitmap->width,
              height = pen ? PenLayer::kHeight : bitmap->height;
    const std::uint32_t x = fixed(u), y = fixed(v);
    const auto index = [](std::uint32_t at, int size) {
        return static_cast<int>(at * static_cast<std::uint64_t>(size) >> 16);
    };
    if (!linear) return paintOf(texel(*this, index(x, width), index(y, height)));
    const FixedPair across(x, width), down(y, height);
    const int left = index(across.first, width), right = index(across.second, width),
              top = index(down.first, height), bottom = index(down.second, height);
    const Rgba a = texel(*this, left, top), b = texel(*this, right, top), c = texel(*this, left, bottom),
               d = texel(*this, right, bottom);
    if (!exact && a == b && a == c && a == d) return paintOf(a);
    const double fx = across.fraction, fy = down.fraction;
    const Paint topLeft = paintOf(a), topRight = paintOf(b), bottomLeft = paintOf(c),
                bottomRight = paintOf(d);
    Paint out;
    for (std::size_t i = 0; i < 4; i++)
        out[i] = (topLeft[i] * (1 - fx) + topRight[i] * fx) * (1 - fy) +
                 (bottomLeft[i] * (1 - fx) + bottomRight[i] * fx) * fy;
    return out;
}

Painter::Painter(StageState::Memory& memory, Drawable& drawable, const Texture& texture,
                 std::uint8_t effectMask)
    : model_(memory.model(drawable)),
      effects_(&drawable.effects),
      shape_(&memory.shape(drawable)),
      on_(drawable.effects.on & effectMask),
      texture_(texture) {
    // Without effects the last bits of a paint vanish when it becomes bytes: bytes on bytes come no nearer to
    // the border of rounding than 1/510.
    if (on_ & (kColorEffects | bitOf(Ghost))) texture_.exact = true;
}

Paint Painter::colorAt(double u, double v) const {
    if (on_ & kShapeEffects) {
        const SkinPoint p =
            distort(*effects_, shape_->width, shape_->height, {static_cast<float>(u), static_cast<float>(v)});
        u = p.u, v = p.v;
    }
    Paint c = texture_.sample(u, v);
    if (on_ & kColorEffects) {
        const double alpha = c[3] / 255 + kEpsilon;
        for (std::size_t i = 0; i < 3; i++) c[i] = clamp01(c[i] / 255 / alpha);
        if (on_ & bitOf(ColorEffect)) turnHue(effects_->uniform[ColorEffect], c);
        for (std::size_t i = 0; i < 3; i++) {
            if (on_ & bitOf(Brightness)) c[i] = clamp01(c[i] + effects_->uniform[Brightness]);
            c[i] *= alpha * 255;
        }
    }
    if (on_ & bitOf(Ghost))
        for (double& channel : c) channel *= effects_->uniform[Ghost];
    return c;
}

Texture StageState::Memory::texture(Drawable& d, double scale) {
    Texture t;
    if (d.skin == kPenSkin) {
        t.pen = pen.get();
    } else if (d.skin == kBubbleSkin && d.bubble) {
        t.bitmap = &d.bubble->raster().bitmap;
    } else if (d.skin >= 0) {
        const Skin& skin = (*skins)[d.skin];
        const auto sx = static_cast<float>(d.scaleX * scale), sy = static_cast<float>(d.scaleY * scale);
        t.raster = skin.raster(skin.levelFor(sx, sy));
        if (t.raster) t.bitmap = &t.raster->bitmap;
        t.linear = !usesNearest(d, scale);
    }
    return t;
}

void StageState::penStamp(DrawableId drawable) {
    Memory& m = *memory_;
    PenLayer& layer = m.penLayer();
    Drawable& d = m[drawable];
    const auto area = m.queryBounds(d);
    if (!area) return;
    m.wantRaster(d);
    const auto pixel = [](double stage, double origin) { return static_cast<int>(origin + stage); };
    const PixelArea clip{pixel(area->left, 240), pixel(-area->top, 180), pixel(area->right, 240),
                         pixel(-area->bottom, 180)};
    Painter(m, d, m.texture(d)).fill(View{}, clip, [&](int x, int y, const Paint& paint) {
        layer.paint(x, y, paint);
    });
}

}  // namespace ounce
