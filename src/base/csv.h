// Cells of comma-separated values, RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// Spreadsheets take what begins like this for a formula, and a formula can do harm; numbers are left alone.
inline bool looksLikeFormula(std::string_view text) {
    if (text.empty()) return false;
    if (text[0] == '=' || text[0] == '@' || text[0] == '\t' || text[0] == '\r') return true;
    if (text[0] != '+' && text[0] != '-') return false;
    return text.find_first_not_of("0123456789.eE+-") != std::string_view::npos;
}

// The text as a cell: in quotes where it has to be. An apostrophe makes a text of what looks like a formula.
inline std::string csvCell(std::string_view text) {
    if (looksLikeFormula(text)) return csvCell(std::string("'").append(text));
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted += '"';
}

}  // namespace ounce
