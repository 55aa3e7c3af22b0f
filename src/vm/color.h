// Colours as Scratch computes with them.
#pragma once

#include <cstdint>

#include "base/value.h"

namespace ounce {

struct Rgb {
    double r = 0, g = 0, b = 0;  // 0…255
};

struct Hsv {
    double h = 0, s = 0, v = 0;  // h 0…360, the others 0…1
};

struct ColorValue {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool hasAlpha = false;  // given as a number, whose top byte is the alpha
};

Rgb hsvToRgb(Hsv hsv);  // channels rounded down
Hsv rgbToHsv(Rgb rgb);
Rgb mix(Rgb a, Rgb b, double fraction);

// "#rgb" and "#rrggbb"; any other text that begins with # is black; everything else is a number.
ColorValue toRgba(const Value& value);

}  // namespace ounce
