// Random numbers for decisions that Scratch never sees (search, sampling, shuffling): 64 bits wide and
// splittable, so that every piece of work has a stream of its own and its numbers do not depend on what ran
// before it. What a Scratch program draws comes from random.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ounce {

// SplitMix64.
class Stream {
  public:
    explicit Stream(std::uint64_t seed) : state_(mix(seed + kGamma)) {}

    std::uint64_t bits() {
        state_ += kGamma;
        return mix(state_);
    }
    // In [0, 1).
    double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    // In [0, bound), each equally often; bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        // Values beyond the last whole multiple of the bound would favour small results.
        const std::uint64_t surplus = (0 - bound) % bound;
        std::uint64_t drawn = bits();
        while (drawn < surplus) drawn = bits();
        return drawn % bound;
    }
    // In [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool chance(double probability) { return uniform() < probability; }
    // Mean 0, deviation 1: the sum of twelve uniform numbers, because a logarithm may differ between
    // machines.
    double gaussian() {
        double sum = -6;
        for (int i = 0; i < 12; i++) sum += uniform();
        return sum;
    }

    // The stream of that number below this one. Does not advance this one.
    [[nodiscard]] Stream split(std::uint64_t number) const { return Stream(state_ ^ mix(number * 2 + 1)); }

    bool operator==(const Stream&) const = default;

  private:
    static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15;
    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

}  // namespace ounce
