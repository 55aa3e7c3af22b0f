// The order in which JavaScript walks through an object: keys that look like a list position first.
#pragma once

#include <cstdint>
#include <string_view>

namespace ounce {

inline constexpr std::uint64_t kNoPosition = 4294967295;

// The list position that a key stands for ("0" … "4294967294", no leading zeros), or kNoPosition.
std::uint64_t listPosition(std::string_view key);

}  // namespace ounce
