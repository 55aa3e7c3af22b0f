#include "stage/pen_band.h"

#include <algorithm>
#include <memory>

namespace ounce {

PenBand::Colors::Colors(const PenBand& band, const TexelTest& test) : key_(test.key()) {
    constexpr int kWord = 64;
    Rgba last;
    bool lastAnswer = false;
    for (int row = 0; row < kRows; row++)
        for (int from = 0; from < kWidth; from += kWord) {
            const Rgba* pixels = &band.pixels[static_cast<std::size_t>(row * kWidth + from)];
            const int count = std::min(kWord, kWidth - from);
            if (std::all_of(pixels, pixels + count, [](Rgba c) { return c == Rgba{}; })) continue;
            std::uint64_t shown = 0, possible = 0;
            for (int i = 0; i < count; i++) {
                const Rgba c = pixels[i];
                if (c != last) {
                    last = c;
                    lastAnswer = test(c);
                }
                shown |= std::uint64_t{c != Rgba{}} << i;
                possible |= std::uint64_t{lastAnswer} << i;
            }
            const auto index =
                static_cast<std::size_t>(row) * kStride + static_cast<std::size_t>(from / kWord);
            shown_[index] = shown;
            possible_[index] = possible;
            if (possible == 0) continue;
            summaries_[static_cast<std::size_t>(row)] |= std::uint64_t{1} << (from / kWord);
            left = std::min(left, from + std::countr_zero(possible));
            right = std::max(right, from + kWord - 1 - std::countl_zero(possible));
            top = std::min(top, row), bottom = row;
        }
}

const PenBand::Colors* PenBand::colors(const TexelTest& test) const {
    constexpr int kMost = 4;
    const std::uint64_t key = test.key();
    const Colors* first = colors_.load(std::memory_order_acquire);
    int known = 0;
    for (const Colors* colors = first; colors; colors = colors->next_, known++)
        if (colors->key_ == key) return colors;
    if (known >= kMost) return nullptr;
    // Two threads may add the same colour; both are right.
    auto made = std::make_unique<Colors>(*this, test);
    made->next_ = first;
    while (!colors_.compare_exchange_weak(made->next_, made.get(), std::memory_order_acq_rel)) {
    }
    return made.release();
}

void PenBand::forgetColors() {
    const Colors* colors = colors_.exchange(nullptr);
    while (colors) {
        const std::unique_ptr<const Colors> owned(colors);
        colors = owned->next_;
    }
}

}  // namespace ounce
