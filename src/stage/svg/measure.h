// How large a drawing is, as a browser's getBBox says it: the boxes of the shapes themselves, without
// strokes.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

struct SvgBox {
    double left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    void unite(const SvgBox& other) {
        left = std::min(left, other.left), top = std::min(top, other.top);
        right = std::max(right, other.right), bottom = std::max(bottom, other.bottom);
    }
};

// Of the curves themselves, not of their handles. None without a single piece.
std::optional<SvgBox> boxOfPath(const std::vector<PathPiece>& pieces);

// Of everything that is drawn but text, which only those who know the fonts can measure.
std::optional<SvgBox> boxOfShapes(const SvgNode& root);
// The same drawing with nothing but its text; false if there is none.
bool keepOnlyText(SvgNode& root);

}  // namespace ounce
