// JSON as JavaScript reads it is a little wider than JSON as simdjson reads it. What only JavaScript accepts
// is rewritten here before the real parser sees it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ounce {

// The number of values and members in a JSON text, counted without building anything (an upper bound of what
// a parser would have to keep).
std::size_t countJsonNodes(std::string_view json);

// Whether a string holds the escape of a backspace, which official Scratch removes before it parses.
bool hasBackspaceEscape(std::string_view json);

// - Half of a surrogate pair ("\ud83d" alone) becomes U+FFFD.
// - Whole numbers of more than 18 digits get a decimal point, numbers beyond the range of a double its
// largest.
// - Backspaces go away.
// Says in `warnings` what it changed; nothing else is touched, so that what is broken stays broken.
std::string repairJson(std::string_view json, std::vector<std::string>& warnings);

}  // namespace ounce
