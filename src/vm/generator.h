// The numbers that a program draws, a part of its state: mulberry32 as the reference runs have it, or the
// generator of Whisker, so that tests recorded there find their numbers again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/arc4_random.h"
#include "base/random.h"
#include "vm/machine_options.h"

namespace ounce {

class Generator {
  public:
    Generator() = default;
    explicit Generator(std::uint32_t seed) : plain_(seed) {}
    // `seed` as text: JavaScript's libraries append a zero to a number.
    static Generator whiskers(std::uint32_t seed, std::string_view text) {
        Generator generator(seed);
        generator.whiskers_.emplace(text);
        return generator;
    }
    static Generator whiskers(std::uint32_t seed) {
        std::string text = std::to_string(seed);
        text.push_back('\0');
        return whiskers(seed, text);
    }
    static Generator of(Numbers numbers, std::uint32_t seed) {
        return numbers == Numbers::Whisker ? whiskers(seed) : Generator(seed);
    }
    // The same kind of numbers, from another seed.
    [[nodiscard]] Generator seeded(std::uint32_t seed) const {
        return whiskers_ ? whiskers(seed) : Generator(seed);
    }

    double next() { return whiskers_ ? whiskers_->next() : plain_.next(); }
    // A clone or a bubble got an id: scratch-vm draws its twenty letters from the generator that Whisker
    // replaces.
    void idMade() {
        constexpr std::uint64_t kLetters = 20;
        if (whiskers_) whiskers_->skip(kLetters);
    }

    [[nodiscard]] const Random& plain() const { return plain_; }
    [[nodiscard]] const std::optional<Arc4Random>& whiskers() const { return whiskers_; }
    void restore(Random plain, std::optional<Arc4Random> whiskers) {
        plain_ = plain;
        whiskers_ = whiskers;
    }
    bool operator==(const Generator&) const = default;

  private:
    Random plain_;
    std::optional<Arc4Random> whiskers_{};
};

}  // namespace ounce
