#include "project/sb3/key_order.h"

#include <algorithm>
#include <charconv>

namespace ounce {

std::uint64_t listPosition(std::string_view key) {
    if (key.empty() || key.size() > 10 || key[0] < '0' || key[0] > '9') return kNoPosition;
    if (key[0] == '0' && key.size() > 1) return kNoPosition;
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), value);
    if (error != std::errc() || end != key.data() + key.size()) return kNoPosition;
    return std::min(value, kNoPosition);
}

}  // namespace ounce
