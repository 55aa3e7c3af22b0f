// Cells of comma-separated values, RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// The text as a cell: in quotes where it has to be.
inline std::string csvCell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted += '"';
}

}  // namespace ounce
