// The characters of the text form: escapes, quotes, and what looks like a number or a colour.
#pragma once

#include <string>
#include <string_view>

#include "project/project.h"

namespace ounce::text {

// Spaces and tabs off both ends; other white space may be part of a name.
std::string_view trimSpaces(std::string_view text);

bool isNumberText(std::string_view text);  // 10, -1.5, .5, 1e6: what stands in round brackets as it is
bool isColourText(std::string_view text);  // #rgb, #rrggbb
bool isColourName(std::string_view name);  // the CSS colour names

// `\n`, `\t`, `\r`, `\u{1f}` and, for every other character, the character itself.
std::string unescape(std::string_view raw);

// A name as bare words: (my \(odd\) name).
std::string escapeName(std::string_view name);
// Text between square brackets, where little is special.
std::string escapeText(std::string_view text);
// What stands before the ` v` of a menu.
std::string escapeMenu(std::string_view text, char bracket);

std::string quote(std::string_view text);
// The same among blocks, where brackets are counted before anything is read.
std::string quoteInPhrase(std::string_view text);
// A name in the frame: bare if that reads back, quoted otherwise.
std::string quoteIfNeeded(std::string_view name);

// A value as JSON shows it: "text", 10, true, null; also NaN and Infinity.
std::string scalarToText(const Scalar& value);
// The bare ones of these: 10, true, null.
bool bareScalar(std::string_view text, Scalar& value);

// The place of a byte as people count: characters, from 1.
int columnOf(std::string_view line, std::size_t byte);

}  // namespace ounce::text
