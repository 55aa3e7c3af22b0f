// Graphic effects: what a value means to the renderer, how shape effects move a point of the skin, how colour
// effects change a colour.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "stage/stage.h"

namespace ounce {

constexpr std::uint8_t bitOf(Effect effect) { return static_cast<std::uint8_t>(1u << effect); }
constexpr std::uint8_t kShapeEffects = bitOf(Fisheye) | bitOf(Whirl) | bitOf(Pixelate) | bitOf(Mosaic);
constexpr std::uint8_t kColorEffects = bitOf(ColorEffect) | bitOf(Brightness);

// The effects of one drawable: which are on, and the numbers the renderer computes from their values.
struct Effects {
    std::uint8_t on = 0;
    std::array<double, EffectCount> uniform{0, 1, 0, 0, 1, 0, 1};

    void set(Effect effect, double value);
    // 0…1: how much a ghost leaves.
    [[nodiscard]] double opacity() const { return on & bitOf(Ghost) ? uniform[Ghost] : 1; }
    bool operator==(const Effects&) const = default;
};

// A point of the skin, (0, 0) top left to (1, 1) bottom right, in single precision.
struct SkinPoint {
    float u = 0, v = 0;
};
SkinPoint distort(const Effects& effects, double skinWidth, double skinHeight, SkinPoint point);

// Bytes as the renderer's clamped byte array keeps them: every store rounds to nearest, ties to even.
std::uint8_t clampedByte(double value);

// A premultiplied colour.
struct Rgba {
    std::uint8_t r = 0, g = 0, b = 0, a = 0;
    bool operator==(const Rgba& other) const {
        return std::bit_cast<std::uint32_t>(*this) == std::bit_cast<std::uint32_t>(other);
    }
};
// `mask` keeps effects: ~bitOf(Ghost) leaves ghost out.
Rgba recolor(const Effects& effects, Rgba color, std::uint8_t mask = 0xFF);

}  // namespace ounce
