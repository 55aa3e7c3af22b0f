// UTF-8 outside, UTF-16 units inside: Scratch counts and compares texts by UTF-16 unit.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// Broken UTF-8 becomes U+FFFD; a surrogate without its partner becomes U+FFFD on the way out.
std::u16string toUtf16(std::string_view utf8);
std::string toUtf8(std::u16string_view utf16);
bool isValidUtf8(std::string_view text);

// Whether one of the control characters U+0080 to U+009F begins there: two bytes, which terminals obey.
inline bool isC1Control(std::string_view utf8, std::size_t at) {
    return utf8[at] == '\xC2' && at + 1 < utf8.size() && (utf8[at + 1] & 0xE0) == 0x80;
}

// JavaScript's white space (also NBSP, BOM, line ends) off both ends.
std::string_view trimWhiteSpace(std::string_view utf8);
bool isWhiteSpace(char16_t unit);

char16_t lowerCase(char16_t unit);
// Whether the lower case of a text with that unit is more than that of its units: İ becomes two, Σ depends on
// its neighbours, letters beyond U+FFFF are two units.
inline bool needsWholeText(char16_t unit) {
    return unit == 0x130 || unit == 0x3A3 || (unit & 0xFC00) == 0xD800;
}
// JavaScript's toLowerCase().
std::u16string lowerCase(std::u16string_view text);
std::string lowerCase(std::string_view utf8);
std::string upperCase(std::string_view utf8);

}  // namespace ounce
