// A hash of 128 bits for telling states apart: two equal ones by chance are not to be expected.
#pragma once

#include <bit>
#include <cstdint>

namespace ounce {

class Hash {
  public:
    void add(std::uint64_t value) {
        low_ = (low_ ^ value) * 0x9E3779B97F4A7C15u;
        low_ ^= low_ >> 32;
        high_ = (high_ + value) * 0xD6E8FEB86659FD93u;
        high_ ^= high_ >> 29;
    }
    // Bit by bit, but 0 and -0, which programs can hardly tell apart, differ too.
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(std::int32_t value) { add(static_cast<std::uint64_t>(static_cast<std::int64_t>(value))); }
    void add(bool value) { add(std::uint64_t{value}); }

    [[nodiscard]] std::uint64_t low() const { return low_; }
    [[nodiscard]] std::uint64_t high() const { return high_; }

  private:
    std::uint64_t low_ = 0xCBF29CE484222325u, high_ = 0x243F6A8885A308D3u;
};

}  // namespace ounce
