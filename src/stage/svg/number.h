// Numbers of paths, points, transforms and view boxes, as a browser reads them.
#pragma once

#include <optional>
#include <string_view>

namespace ounce {

// The number that the text begins with, and the text after it. Chromium adds up the digits in single
// precision, so that the last bit may differ from the nearest float (9.14677 becomes 9.14677048,
// not 9.14676952): sizes depend on it. None if there is no number, or a dot without a digit behind it, or it
// is too large.
std::optional<float> readSvgNumber(std::string_view& text);

}  // namespace ounce
