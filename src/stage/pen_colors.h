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

  private:
    [[nodiscard]] StageMask::Points pixels(int column, int row) const {
        if (row < 0 || row >= PenLayer::kHeight) return {};
        const PenBand::Colors* colors = bands_[static_cast<std::size_t>(row / PenBand::kRows)];
        return colors ? colors->at(column, row % PenBand::kRows) : StageMask::Points{};
    }

    bool points_;
    std::optional<Rectangle> place_{};
    std::array<const PenBand::Colors*, PenLayer::kBands> bands_{};  // null: nothing drawn, or not asked
    std::vector<std::unique_ptr<const PenBand::Colors>> own_{};     // those that their bands do not keep
};

}  // namespace ounce
