#include "stage/effects.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/number.h"

namespace ounce {

namespace {

double uniformOf(Effect effect, double value) {
    if (std::isnan(value)) return value;  // JavaScript's Math.min and Math.max pass it on
    switch (effect) {
        case ColorEffect: return std::fmod(value / 200, 1);
        case Fisheye: return std::max(0.0, (value + 100) / 100);
        case Whirl: return -value * std::numbers::pi / 180;
        case Pixelate: return std::abs(value) / 10;
        case Mosaic: return std::max(1.0, std::min(512.0, roundHalfUp((std::abs(value) + 10) / 10)));
        case Brightness: return std::max(-100.0, std::min(value, 100.0)) / 100;
        case Ghost: return 1 - std::max(0.0, std::min(value, 100.0)) / 100;
        case EffectCount: break;
    }
    return 0;
}

SkinPoint mosaic(double tiles, SkinPoint p) {
    return {static_cast<float>(std::fmod(tiles * p.u, 1)), static_cast<float>(std::fmod(tiles * p.v, 1))};
}

SkinPoint pixelate(double size, double width, double height, SkinPoint p) {
    const double across = width / size, down = height / size;
    return {static_cast<float>((std::floor(p.u * across) + 0.5) / across),
            static_cast<float>((std::floor(p.v * down) + 0.5) / down)};
}

SkinPoint whirl(double angle, SkinPoint p) {
    const double x = p.u - 0.5, y = p.v - 0.5;
    const double near = std::max(1.0 - std::sqrt(x * x + y * y) / 0.5, 0.0);
    const double turn = angle * near * near;
    const double sin = std::sin(turn), cos = std::cos(turn);
    return {static_cast<float>(cos * x + sin * y + 0.5), static_cast<float>(-sin * x + cos * y + 0.5)};
}

SkinPoint fisheye(double power, SkinPoint p) {
    const double x = (p.u - 0.5) / 0.5, y = (p.v - 0.5) / 0.5;
    const double length = std::sqrt(x * x + y * y);
    // JavaScript's 1 to the power of infinity is not a number.
    const double bent =
        length >= 1 && std::isinf(power) ? std::nan("") : std::pow(std::min(length, 1.0), power);
    const double r = bent * std::max(1.0, length);
    return {static_cast<float>(0.5 + r * (x / length) * 0.5),
            static_cast<float>(0.5 + r * (y / length) * 0.5)};
}

struct Hsv {
    double h, s, v;
};

Hsv toHsv(double r, double g, double b) {
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    r /= 255, g /= 255, b /= 255;
    double k = 0;
    if (g < b) std::swap(g, b), k = -1;
    if (r < g) std::swap(r, g), k = -2 / 6.0 - k;
    const double chroma = r - std::min(g, b);
    return {std::abs(k + (g - b) / (6 * chroma + kEpsilon)), chroma / (r + kEpsilon), r};
}

// Half a byte is added to each channel although the byte array rounds too: colours come out up to one too
// large.
void storeHsv(const Hsv& c, Rgba& out) {
    const auto byte = [](double value) { return clampedByte(value * 255 + 0.5); };
    if (c.s == 0) {
        out.r = out.g = out.b = byte(c.v);
        return;
    }
    const double h = std::fmod(c.h, 1);
    const int sector = static_cast<int>(h * 6);
    const double f = h * 6 - sector;
    const double p = c.v * (1 - c.s), q = c.v * (1 - c.s * f), t = c.v * (1 - c.s * (1 - f));
    double r = c.v, g = t, b = p;
    switch (sector) {
        case 1: r = q, g = c.v, b = p; break;
        case 2: r = p, g = c.v, b = t; break;
        case 3: r = p, g = q, b = c.v; break;
        case 4: r = t, g = p, b = c.v; break;
        case 5: r = c.v, g = p, b = q; break;
        default: break;
    }
    out.r = byte(r), out.g = byte(g), out.b = byte(b);
}

void turnHue(double by, Rgba& color) {
    Hsv hsv = toHsv(color.r, color.g, color.b);
    if (hsv.v < 0.11 / 2)
        hsv = {0, 1, 0.11 / 2};
    else if (hsv.s < 0.09)
        hsv.h = 0, hsv.s = 0.09;
    hsv.h = by + hsv.h + 1;
    storeHsv(hsv, color);
}

}  // namespace

void Effects::set(Effect effect, double value) {
    if (value != 0 && !std::isnan(value))
        on |= bitOf(effect);
    else
        on &= static_cast<std::uint8_t>(~bitOf(effect));
    uniform[effect] = uniformOf(effect, value);
}

SkinPoint distort(const Effects& effects, double skinWidth, double skinHeight, SkinPoint p) {
    if (effects.on & bitOf(Mosaic)) p = mosaic(effects.uniform[Mosaic], p);
    if (effects.on & bitOf(Pixelate)) p = pixelate(effects.uniform[Pixelate], skinWidth, skinHeight, p);
    if (effects.on & bitOf(Whirl)) p = whirl(effects.uniform[Whirl], p);
    if (effects.on & bitOf(Fisheye)) p = fisheye(effects.uniform[Fisheye], p);
    return p;
}

std::uint8_t clampedByte(double value) {
    if (!(value > 0)) return 0;  // not a number becomes 0 too
    if (value >= 255) return 255;
    return static_cast<std::uint8_t>(std::nearbyint(value));
}

Rgba recolor(const Effects& effects, Rgba color, std::uint8_t mask) {
    const std::uint8_t on = effects.on & mask;
    if (color.a == 0 || on == 0) return color;
    const auto each = [&](auto change) {
        color.r = clampedByte(change(color.r)), color.g = clampedByte(change(color.g)),
        color.b = clampedByte(change(color.b));
    };
    if (on & kColorEffects) {
        const double alpha = color.a / 255.0;
        each([&](double c) { return c / alpha; });
        if (on & bitOf(ColorEffect)) turnHue(effects.uniform[ColorEffect], color);
        if (on & bitOf(Brightness)) each([&](double c) { return c + effects.uniform[Brightness] * 255; });
        each([&](double c) { return c * alpha; });
    }
    if (on & bitOf(Ghost)) {
        const double ghost = effects.uniform[Ghost];
        each([&](double c) { return c * ghost; });
        color.a = clampedByte(color.a * ghost);
    }
    return color;
}

}  // namespace ounce
