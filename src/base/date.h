// Dates as people write them: 2026-11-17, or 2026-11-17T08:30, or with seconds; UTC.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ounce {

// Milliseconds since 1970; nothing if the text is no date between the years 1 and 9999.
std::optional<double> readDate(std::string_view text);
// The shortest of the three forms that says the same, to the second.
std::string writeDate(double milliseconds);

}  // namespace ounce
