// Strokes as triangles, cut as Chromium's GPU code cuts them: a curve gets so many edges for its bends and so
// many for its turning, and the outline is straight in between.
#pragma once

#include "stage/svg/path.h"

namespace ounce {

struct StrokeStyle {
    double width = 1;
    double miterLimit = 4;
    enum class Join { Miter, Round, Bevel } join = Join::Miter;
    enum class Cap { Butt, Round, Square } cap = Cap::Butt;
};

// The triangles as closed pieces, all turning the same way, to be filled with the nonzero rule.
std::vector<PathPiece> strokeOutline(const std::vector<PathPiece>& path, const StrokeStyle& style,
                                     const Affine& toPixels);

// How many straight lines a curve becomes at a quarter of a pixel (Wang's formula); not rounded.
double bendsOf(const Affine& toPixels, Point p0, Point p1, Point p2, Point p3);

}  // namespace ounce
