// UTF-8 outside, UTF-16 units inside: Scratch counts and compares texts by UTF-16 unit.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// Broken UTF-8 becomes U+FFFD; a surrogate without its partner becomes U+FFFD on the way out.
std::u16string toUtf16(std::string_view utf8);
std::string toUtf8(std::u16string_view utf16);
bool isValidUtf8(std::string_view text);

// JavaScript's white space (also NBSP, BOM, line ends) off both ends.
std::string_view trimWhiteSpace(std::string_view utf8);
bool isWhiteSpace(char16_t unit);

char16_t lowerCase(char16_t unit);
std::string lowerCase(std::string_view utf8);
std::string upperCase(std::string_view utf8);

}  // namespace ounce
