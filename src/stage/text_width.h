// How wide text is in the bubbles' font, 14 px Helvetica: its published advance widths, so that bubbles have
// the same size on every machine, whatever fonts are installed.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

double textWidth(std::u32string_view text);

// Whole characters, which is what has a width.
std::u32string toUtf32(std::string_view utf8);
std::string fromUtf32(std::u32string_view text);

}  // namespace ounce
