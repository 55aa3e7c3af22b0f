// The generator that Whisker puts in the place of Math.random: RC4 as a source of numbers, as the JavaScript
// libraries seedrandom and seed-random define it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ounce {

class Arc4Random {
  public:
    explicit Arc4Random(std::string_view seed);
    double next();  // in [0, 1), with all 52 digits
    void skip(std::uint64_t numbers) {
        while (numbers-- > 0) next();
    }
    bool operator==(const Arc4Random&) const = default;

    // What it is in: the permutation and the two places in it.
    static constexpr std::size_t kStateBytes = 258;
    [[nodiscard]] std::array<std::uint8_t, kStateBytes> state() const;
    static Arc4Random withState(std::span<const std::uint8_t, kStateBytes> state);

  private:
    Arc4Random() = default;
    std::uint8_t byte();

    std::array<std::uint8_t, 256> s_{};
    std::uint8_t i_ = 0, j_ = 0;
};

}  // namespace ounce
