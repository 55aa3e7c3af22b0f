#include "stage/text_width.h"

#include <array>
#include <cstdint>

#include "base/text.h"

namespace ounce {

namespace {

// Thousandths of the font size for U+0020 … U+007E.
constexpr std::array<std::uint16_t, 95> kAscii{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

int thousandths(char32_t c) {
    if (c < 0x20 || (c >= 0x300 && c < 0x370) || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F))
        return 0;  // marks, joiners
    if (c <= 0x7E) return kAscii[c - 0x20];
    if (c == 0xA0) return 278;
    if (c < 0xC0) return 556;
    if (c < 0xDF) return 722;   // Latin capitals with accents
    if (c < 0x250) return 556;  // Latin small letters with accents
    // East Asian characters and emoji fill the square.
    if ((c >= 0x1100 && c < 0x1160) || (c >= 0x2E80 && c < 0xD7A4) || (c >= 0xF900 && c < 0xFB00) ||
        (c >= 0xFF00 && c < 0xFF61))
        return 1000;
    if (c >= 0x1F000) return 1250;
    return 600;
}

}  // namespace

std::u32string toUtf32(std::string_view utf8) {
    std::u32string out;
    const std::u16string units = toUtf16(utf8);
    for (std::size_t i = 0; i < units.size(); i++) {
        char32_t c = units[i];
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < units.size())
            c = 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00);
        out += c;
    }
    return out;
}

std::string fromUtf32(std::u32string_view line) {
    std::u16string units;
    for (const char32_t c : line) {
        if (c < 0x10000) {
            units += static_cast<char16_t>(c);
        } else {
            units += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
            units += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
        }
    }
    return toUtf8(units);
}

double textWidth(std::u32string_view text) {
    int sum = 0;
    for (const char32_t c : text) sum += thousandths(c);
    return sum * 14 / 1000.0;
}

}  // namespace ounce
