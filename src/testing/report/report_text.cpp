#include "testing/report/report_text.h"

#include "base/text.h"

namespace ounce {

std::size_t widthOf(std::string_view text) {
    std::size_t width = 0;
    for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
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
