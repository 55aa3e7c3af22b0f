#include "vm/color.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/cast.h"
#include "base/number.h"

namespace ounce {

Rgb hsvToRgb(Hsv hsv) {
    double h = std::fmod(hsv.h, 360);
    if (h < 0) h += 360;
    const double s = std::clamp(hsv.s, 0.0, 1.0), v = std::clamp(hsv.v, 0.0, 1.0);
    const int sector = static_cast<int>(std::floor(h / 60));
    const double f = h / 60 - sector;
    const double p = v * (1 - s), q = v * (1 - s * f), t = v * (1 - s * (1 - f));
    double r = v, g = t, b = p;
    switch (sector) {
        case 1: r = q, g = v, b = p; break;
        case 2: r = p, g = v, b = t; break;
        case 3: r = p, g = q, b = v; break;
        case 4: r = t, g = p, b = v; break;
        case 5: r = v, g = p, b = q; break;
        default: break;
    }
    return {std::floor(r * 255), std::floor(g * 255), std::floor(b * 255)};
}

Hsv rgbToHsv(Rgb rgb) {
    const double r = rgb.r / 255, g = rgb.g / 255, b = rgb.b / 255;
    const double low = std::min({r, g, b}), high = std::max({r, g, b});
    Hsv hsv;
    if (low != high) {
        // Distance of the middle channel from the lowest decides the hue within its sector.
        const double f = r == low ? g - b : g == low ? b - r : r - g;
        const double i = r == low ? 3 : g == low ? 5 : 1;
        hsv.h = std::fmod((i - f / (high - low)) * 60, 360);
        hsv.s = (high - low) / high;
    }
    hsv.v = high;
    return hsv;
}

Rgb mix(Rgb a, Rgb b, double fraction) {
    if (fraction <= 0) return a;
    if (fraction >= 1) return b;
    const double rest = 1 - fraction;
    return {rest * a.r + fraction * b.r, rest * a.g + fraction * b.g, rest * a.b + fraction * b.b};
}

ColorValue toRgba(const Value& value) {
    if (value.isText() && value.asText().length() > 0 && value.asText()[0] == '#') {
        std::string digits = value.asText().utf8().substr(1);
        if (digits.size() == 3) digits = {digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]};
        const double number = digits.size() == 6 ? textToNumber("0x" + digits) : std::nan("");
        if (std::isnan(number)) return {};
        const auto bits = static_cast<std::uint32_t>(number);
        return {static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8),
                static_cast<std::uint8_t>(bits), 255, false};
    }
    const auto bits = static_cast<std::uint32_t>(toInt32(toNumber(value)));
    const auto alpha = static_cast<std::uint8_t>(bits >> 24);
    return {static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits), alpha == 0 ? std::uint8_t{255} : alpha, true};
}

}  // namespace ounce
