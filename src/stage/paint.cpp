#include "stage/paint.h"

#include <algorithm>
#include <cmath>

#include "stage/bubble.h"
#include "stage/pen.h"

namespace ounce {

namespace {

constexpr double kEpsilon = 1e-3;  // the shaders add it to divisors

Paint texel(const Texture& texture, int x, int y) {
    if (texture.pen) {
        const Rgba c =
            texture.pen->at(std::clamp(x, 0, PenLayer::kWidth - 1), std::clamp(y, 0, PenLayer::kHeight - 1));
        return {double(c.r), double(c.g), double(c.b), double(c.a)};
    }
    const Bitmap& b = *texture.bitmap;
    const auto column = static_cast<std::size_t>(std::clamp(x, 0, b.width - 1)),
               row = static_cast<std::size_t>(std::clamp(y, 0, b.height - 1));
    const std::uint8_t* c = &b.rgba[(row * static_cast<std::size_t>(b.width) + column) * 4];
    return {double(c[0]), double(c[1]), double(c[2]), double(c[3])};
}

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
    // Beyond any texture everything is the edge; not a number has no place at all.
    const double x = std::clamp(std::isnan(u) ? 0 : u * width, -1e6, 1e6),
                 y = std::clamp(std::isnan(v) ? 0 : v * height, -1e6, 1e6);
    if (!linear) return texel(*this, static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)));
    const double left = std::floor(x - 0.5), top = std::floor(y - 0.5), fx = x - 0.5 - left,
                 fy = y - 0.5 - top;
    const int column = static_cast<int>(left), row = static_cast<int>(top);
    const Paint a = texel(*this, column, row), b = texel(*this, column + 1, row),
                c = texel(*this, column, row + 1), d = texel(*this, column + 1, row + 1);
    Paint out;
    for (std::size_t i = 0; i < 4; i++)
        out[i] = (a[i] * (1 - fx) + b[i] * fx) * (1 - fy) + (c[i] * (1 - fx) + d[i] * fx) * fy;
    return out;
}

Painter::Painter(StageState::Memory& memory, Drawable& drawable, const Texture& texture,
                 std::uint8_t effectMask)
    : model_(memory.model(drawable)),
      effects_(&drawable.effects),
      shape_(&memory.shape(drawable)),
      on_(drawable.effects.on & effectMask),
      texture_(texture) {}

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
