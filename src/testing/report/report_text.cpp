#include "testing/report/report_text.h"

#include "base/text.h"

namespace ounce {

namespace {

// How many columns a terminal gives a letter: Chinese, Japanese and Korean ones and pictures are two wide,
// marks on other letters none.
std::size_t columnsOf(char32_t letter) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range kMarks[] = {{0x300, 0x36F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F}};
    static constexpr Range kWide[] = {
        {0x1100, 0x115F}, {0x2E80, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
    for (const Range& range : kMarks)
        if (letter >= range.first && letter <= range.last) return 0;
    for (const Range& range : kWide)
        if (letter >= range.first && letter <= range.last) return 2;
    return 1;
}

}  // namespace

std::size_t widthOf(std::string_view text) {
    std::size_t width = 0;
    const std::u16string units = toUtf16(text);
    for (std::size_t i = 0; i < units.size(); i++) {
        char32_t letter = units[i];
        if ((letter & 0xFC00) == 0xD800 && i + 1 < units.size())
            letter = 0x10000 + ((letter & 0x3FF) << 10) + (units[++i] & 0x3FF);
        width += columnsOf(letter);
    }
    return width;
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t own = widthOf(text);
    if (own < width) text.append(width - own, ' ');
    return text;
}

std::string plain(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool c1 = isC1Control(text, i);
        out += byte < 0x20 || byte == 0x7F || c1 ? ' ' : text[i];
        if (c1) i++;
    }
    return out;
}

}  // namespace ounce
