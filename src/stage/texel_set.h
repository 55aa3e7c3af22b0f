// Which texels of a raster can show a colour that someone looks for. Most pictures hold it nowhere, or in a
// corner: a search then has nothing, or little, to look at. Sets are made when they pay, belong to their
// raster and are shared by all threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "stage/bitmap.h"
#include "stage/effects.h"

namespace ounce {

// Colours are compared by 5, 5 and 4 bits; a mask colour by 6 each.
inline bool matches(Color a, Color b) {
    return ((a.r ^ b.r) & 0xF8) == 0 && ((a.g ^ b.g) & 0xF8) == 0 && ((a.b ^ b.b) & 0xF0) == 0;
}
inline bool matchesMask(Rgba c, Color mask) {
    return c.a > 0 && ((c.r ^ mask.r) & 0xFC) == 0 && ((c.g ^ mask.g) & 0xFC) == 0 &&
           ((c.b ^ mask.b) & 0xFC) == 0;
}

inline Rgba texelAt(const Bitmap& bitmap, int x, int y) {
    Rgba c;
    std::memcpy(&c,
                &bitmap.rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(bitmap.width) +
                              static_cast<std::size_t>(x)) *
                             4],
                4);
    return c;
}

// What is looked for in a single texel.
class TexelTest {
  public:
    // Whether `color` can be seen where the texel is the topmost one that shows anything, whatever is below.
    // `layers`: how many there are at most, because each one rounds. `opacity`: 0…1, what a ghost leaves of
    // the texel.
    static TexelTest shows(Color color, std::size_t layers, double opacity = 1) {
        const int wanted = 2 * (static_cast<int>(std::min<std::size_t>(layers, 200)) + 2);
        // Few different margins and opacities, so that sets can be used again. The less there is of a texel,
        // the more can be seen with it: what cannot be seen with less of it cannot be seen with more.
        return {color, wanted <= 16 ? 16 : wanted <= 64 ? 64 : 999, static_cast<int>(opacity * kOpaque)};
    }
    // Whether it is a mask colour.
    static TexelTest isMask(Color color) { return {color, kMask, kOpaque}; }

    bool operator()(Rgba c) const {
        if (margin_ == kMask) return matchesMask(c, color_);
        if (c.a == 255 && opacity_ == kOpaque) return matches({c.r, c.g, c.b}, color_);
        if (c == Rgba{}) return false;
        const int through = 255 - c.a;
        return mixes({c.r, c.g, c.b}, {c.r + through, c.g + through, c.b + through});
    }
    // The same for any mixture of texels whose colours reach from `low` to `high`; `high` has what shines
    // through added.
    [[nodiscard]] bool mixes(const std::array<int, 3>& low, const std::array<int, 3>& high) const {
        const auto reaches = [&](std::size_t i, int wanted, int bits) {
            const int lowest = wanted & bits, highest = lowest | (255 ^ bits);
            return low[i] * opacity_ <= (highest + margin_) * kOpaque &&
                   (255 - high[i]) * opacity_ <= (255 - lowest + margin_) * kOpaque;
        };
        return reaches(0, color_.r, 0xF8) && reaches(1, color_.g, 0xF8) && reaches(2, color_.b, 0xF0);
    }
    // Never 0; equal if all answers are. Below 2^48.
    [[nodiscard]] std::uint64_t key() const;

  private:
    static constexpr int kMask = -1, kOpaque = 4;
    TexelTest(Color color, int margin, int opacity) : color_(color), margin_(margin), opacity_(opacity) {}
    Color color_;
    int margin_;
    int opacity_;  // in quarters, rounded down
};

class TexelSet {
  public:
    TexelSet(const Bitmap& bitmap, const TexelTest& test);

    [[nodiscard]] bool empty() const { return right < left; }
    [[nodiscard]] bool has(int x, int y) const {
        if (x < left || x > right || y < top || y > bottom) return false;
        const auto bit = static_cast<unsigned>(x - left);
        return bits_[static_cast<std::size_t>(y - top) * stride_ + bit / 64] >> (bit & 63) & 1;
    }
    int left = 0, right = -1, top = 0, bottom = -1;  // the box around them, its ends included

  private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> bits_;  // of the box only
};

// The sets of one raster.
class TexelSets {
  public:
    TexelSets() = default;
    TexelSets(const TexelSets&) = delete;
    TexelSets& operator=(const TexelSets&) = delete;
    ~TexelSets();
    // Null as long as making it does not pay: `points` is how many would be looked at without it.
    const TexelSet* find(const Bitmap& bitmap, const TexelTest& test, double points);

  private:
    struct Entry {
        std::atomic<std::uint64_t> key{0};  // 0: free
        std::atomic<std::uint64_t> use{0};
        std::atomic<const TexelSet*> set{nullptr};
    };
    // Programs look for few colours; whoever looks for more does without.
    std::array<Entry, 32> entries_{};
};

}  // namespace ounce
