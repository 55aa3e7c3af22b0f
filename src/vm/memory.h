// What texts take in memory, about.
#pragma once

#include <cstdint>

namespace ounce {

// The text itself, spare room behind it, and what the allocator keeps for it.
inline std::uint64_t textBytes(std::uint32_t length, bool wide) {
    if (length <= 1) return 0;
    const std::uint64_t bytes = std::uint64_t{length} << (wide ? 1 : 0);
    return 56 + bytes + (length < 65536 ? bytes : bytes / 4);
}

}  // namespace ounce
