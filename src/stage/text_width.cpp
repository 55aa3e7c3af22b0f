#include "stage/text_width.h"

#include <array>
#include <cstdint>

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

double textWidth(std::u32string_view text) {
    int sum = 0;
    for (const char32_t c : text) sum += thousandths(c);
    return sum * 14 / 1000.0;
}

}  // namespace ounce
