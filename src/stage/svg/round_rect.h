// Rectangles, circles and ellipses that are filled. Chromium's GPU code draws them all as a rectangle with
// round corners whose edges fade over about a pixel; how far the fading reaches decides which texels a
// costume has at its edges.
#pragma once

#include <vector>

#include "stage/svg/path.h"

namespace ounce {

struct RoundRect {
    double left = 0, top = 0, right = 0, bottom = 0;
    double radiusX = 0, radiusY = 0;  // of the corners
};

// How much of each of width × height pixels is covered, 0…1, row by row.
std::vector<float> coverageOf(const RoundRect& shape, const Affine& toPixels, int width, int height);

}  // namespace ounce
