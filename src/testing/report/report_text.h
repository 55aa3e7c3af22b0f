// Text in reports: cells of tables on a terminal and in files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ounce {

// Columns on a terminal, near enough: a letter is one wide.
std::size_t widthOf(std::string_view text);
std::string padded(std::string text, std::size_t width);
// Names come from files; what would move the cursor stays out of the terminal.
std::string plain(std::string_view text);

}  // namespace ounce
