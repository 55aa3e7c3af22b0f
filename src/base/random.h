// The one source of random numbers: mulberry32, a 32-bit state, the same numbers on every machine.
#pragma once

#include <cstdint>

namespace ounce {

class Random {
  public:
    explicit Random(std::uint32_t seed = 1) : state_(seed) {}

    // A number in [0, 1), as JavaScript's Math.random.
    double next() {
        state_ += 0x6D2B79F5u;
        std::uint32_t t = (state_ ^ (state_ >> 15)) * (1u | state_);
        t = (t + (t ^ (t >> 7)) * (61u | t)) ^ t;
        return (t ^ (t >> 14)) / 4294967296.0;
    }

    [[nodiscard]] std::uint32_t state() const { return state_; }
    bool operator==(const Random&) const = default;

  private:
    std::uint32_t state_;
};

}  // namespace ounce
