// A few rows of what the pen has drawn. Copies of the pen layer share bands, and with them what was found out
// about the pixels: that is known until someone draws on the band.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "stage/mask.h"
#include "stage/texel_set.h"

namespace ounce {

struct PenBand {
    static constexpr int kWidth = 480, kRows = 8;

    // Where a colour can be, a bit for each pixel.
    class Colors {
      public:
        Colors(const PenBand& band, const TexelTest& test);

        // 64 pixels from `column` >= -1 to the right: which ones show anything, which ones may show the
        // colour.
        [[nodiscard]] StageMask::Points at(int column, int row) const {
            const auto start = static_cast<std::size_t>(row) * kStride;
            return {word(&shown_[start], column), word(&possible_[start], column)};
        }
        // Bit i: whether the colour may be among the 64 pixels that start at column + 64 i.
        [[nodiscard]] std::uint64_t words(int column, int row) const {
            return wordsFrom(summaries_[static_cast<std::size_t>(row)], column);
        }
        [[nodiscard]] bool empty() const { return right < left; }
        int left = kWidth, right = -1, top = kRows, bottom = -1;  // where the colour may be, ends included

      private:
        friend struct PenBand;
        static constexpr std::size_t kStride = kWidth / 64 + 2;  // rows end with an empty word
        static std::uint64_t word(const std::uint64_t* row, int at) {
            if (at < 0) return row[0] << 1;
            const auto index = static_cast<std::size_t>(at) / 64;
            const int shift = at & 63;
            return shift == 0 ? row[index] : row[index] >> shift | row[index + 1] << (64 - shift);
        }
        std::uint64_t key_;
        const Colors* next_ = nullptr;
        std::array<std::uint64_t, kStride * kRows> shown_{}, possible_{};
        std::array<std::uint64_t, kRows> summaries_{};  // of the possible bits
    };

    PenBand() = default;
    PenBand(const PenBand& other) : pixels(other.pixels) {}
    PenBand& operator=(const PenBand&) = delete;
    ~PenBand() { forget(); }

    // Null: too many other colours are known.
    [[nodiscard]] const Colors* colors(const TexelTest& test) const;
    // For the only owner, who draws.
    void forget() {
        hash.store(0, std::memory_order_relaxed);
        if (colors_.load(std::memory_order_relaxed)) forgetColors();
    }

    std::array<Rgba, static_cast<std::size_t>(kWidth) * kRows> pixels{};
    mutable std::atomic<std::uint64_t> hash{0};  // 0: not known

  private:
    void forgetColors();
    mutable std::atomic<const Colors*> colors_{nullptr};  // a list that only grows until it is forgotten
};

}  // namespace ounce
