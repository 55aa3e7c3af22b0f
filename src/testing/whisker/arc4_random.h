// The generator that Whisker puts in the place of Math.random: RC4 as a source of numbers, as the JavaScript
// libraries seedrandom and seed-random define it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ounce {

class Arc4Random {
  public:
    explicit Arc4Random(std::string_view seed);
    double next();  // in [0, 1), with all 52 digits
    void skip(std::uint64_t numbers) {
        while (numbers-- > 0) next();
    }

  private:
    std::uint8_t byte();

    std::array<std::uint8_t, 256> s_;
    std::uint8_t i_ = 0, j_ = 0;
};

}  // namespace ounce
