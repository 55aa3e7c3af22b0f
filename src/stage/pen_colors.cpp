#include "stage/pen_colors.h"

#include <algorithm>

#include "stage/transform.h"

namespace ounce {

PenColors::PenColors(const PenLayer& pen, const TexelTest& test, Sampling sampling, const Rectangle& area)
    : points_(sampling == Sampling::Points) {
    constexpr int kLeft = PenLayer::kWidth / 2, kTop = PenLayer::kHeight / 2;
    const auto bandOf = [](double row) {
        return static_cast<int>(std::clamp(row, 0.0, PenLayer::kHeight - 1.0)) / PenBand::kRows;
    };
    // A point shows a pixel of the row above or of the one below.
    for (int i = bandOf(kTop - area.top - 1); i <= bandOf(kTop - area.bottom); i++) {
        const PenBand* band = pen.band(i);
        if (!band) continue;
        const PenBand::Colors* colors = band->colors(test);
        if (!colors) colors = own_.emplace_back(std::make_unique<const PenBand::Colors>(*band, test)).get();
        bands_[static_cast<std::size_t>(i)] = colors;
        if (colors->empty()) continue;
        const double row = i * PenBand::kRows;
        const Rectangle box{.left = colors->left - kLeft + 0.0,
                            .right = colors->right + 1.0 - kLeft,
                            .bottom = kTop - (row + colors->bottom + 1),
                            .top = kTop - (row + colors->top)};
        place_ = place_ ? unionOf(*place_, box) : box;
    }
    if (!place_) return;
    if (intersects(*place_, area))
        place_ = intersection(*place_, area);
    else
        place_.reset();
}

StageMask::Points PenColors::at(int x, int y) const {
    const int column = columnOf(x), row = rowOf(y);
    if (!points_) return pixels(column, row);
    // A point is a corner of four pixels. Rounding decides which one it shows.
    const StageMask::Points a = pixels(column - 1, row), b = pixels(column, row),
                            c = pixels(column - 1, row + 1), d = pixels(column, row + 1);
    return {a.sure & b.sure & c.sure & d.sure, a.maybe | b.maybe | c.maybe | d.maybe};
}

}  // namespace ounce
