// Where the pen may show a colour, ready for one query.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "stage/color_mask.h"
#include "stage/pen.h"

namespace ounce {

class PenColors {
  public:
    // Whether it is worth looking at whole bands of what the pen has drawn.
    static bool pays(const Rectangle& area) { return area.width() >= 48; }

    // Nothing outside of `area` is asked.
    PenColors(const PenLayer& pen, const TexelTest& test, Sampling sampling, const Rectangle& area);

    // The part of the area that can have the colour; none: nowhere.
    [[nodiscard]] const std::optional<Rectangle>& place() const { return place_; }

    // 64 points from (x, y) to the right, as ColorMask gives them.
    [[nodiscard]] StageMask::Points at(int x, int y) const;
    // Bit i: whether one of the 64 pixels that start at (x + 64 i, y) may show the colour. Not for points.
    [[nodiscard]] std::uint64_t words(int x, int y) const {
        const int row = rowOf(y);
        const PenBand::Colors* colors = bandAt(row);
        return colors ? colors->words(columnOf(x), row % PenBand::kRows) : 0;
    }

  private:
    static int columnOf(int x) { return x + PenLayer::kWidth / 2; }
    static int rowOf(int y) { return PenLayer::kHeight / 2 - 1 - y; }
    [[nodiscard]] const PenBand::Colors* bandAt(int row) const {
        if (row < 0 || row >= PenLayer::kHeight) return nullptr;
        return bands_[static_cast<std::size_t>(row / PenBand::kRows)];
    }
    [[nodiscard]] StageMask::Points pixels(int column, int row) const {
        const PenBand::Colors* colors = bandAt(row);
        return colors ? colors->at(column, row % PenBand::kRows) : StageMask::Points{};
    }

    bool points_;
    std::optional<Rectangle> place_{};
    std::array<const PenBand::Colors*, PenLayer::kBands> bands_{};  // null: nothing drawn, or not asked
    std::vector<std::unique_ptr<const PenBand::Colors>> own_{};     // those that their bands do not keep
};

}  // namespace ounce
