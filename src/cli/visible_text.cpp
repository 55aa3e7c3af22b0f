#include "cli/visible_text.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ounce {
namespace {

constexpr std::size_t kLongestColour = 20;  // ESC[38;2;255;255;255m

std::size_t sequenceLength(unsigned char lead) {
    return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// ESC [ numbers m: the length, 0 if it is something else, npos if more is needed to know.
std::size_t colourLength(std::string_view text) {
    for (std::size_t i = 1; i < kLongestColour; i++) {
        if (i >= text.size()) return std::string_view::npos;
        if (i == 1 && text[i] != '[') return 0;
        if (i > 1 && text[i] == 'm') return i + 1;
        if (i > 1 && text[i] != ';' && (text[i] < '0' || text[i] > '9')) return 0;
    }
    return 0;
}

// Only what changes the colour or weight of letters; hidden or blinking ones are not ours.
bool isOwnColour(std::string_view sequence) {
    const std::string_view numbers = sequence.substr(2, sequence.size() - 3);
    return numbers == "0" || numbers == "1" || numbers == "2" || numbers.starts_with("38;2;") ||
           (numbers.size() == 2 && (numbers[0] == '3' || numbers[0] == '9'));
}

}  // namespace

std::string VisibleText::add(std::string_view text) {
    waiting_ += text;
    return take(false);
}

std::string VisibleText::finish() { return take(true); }

std::string VisibleText::take(bool last) {
    std::string out;
    const std::string_view text = waiting_;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::string_view rest = text.substr(at);
        if ((byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t') {
            out += text[at++];
        } else if (byte == '\r') {
            out += "\\r";
            at++;
        } else if (byte < 0x20 || byte == 0x7F) {
            const std::size_t colour = byte == 0x1B && color_ ? colourLength(rest) : 0;
            if (colour == std::string_view::npos && !last) break;
            const bool own =
                colour != 0 && colour != std::string_view::npos && isOwnColour(rest.substr(0, colour));
            out += own ? std::string(rest.substr(0, colour)) : fmt::format("\\u{{{:x}}}", byte);
            at += own ? colour : 1;
        } else {
            const std::size_t length = sequenceLength(byte);
            if (rest.size() < length && !last) break;
            const std::string_view character = rest.substr(0, length);
            if (!isValidUtf8(character)) {
                out += "\xEF\xBF\xBD";
                at++;
            } else if (isC1Control(character, 0)) {
                out += fmt::format("\\u{{{:x}}}", static_cast<unsigned char>(character[1]));
                at += 2;
            } else {
                out += character;
                at += length;
            }
        }
    }
    waiting_.erase(0, at);
    return out;
}

}  // namespace ounce
