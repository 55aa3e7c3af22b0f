// Circles and ellipses that are stroked: Chromium's GPU code measures how far a pixel is from both edges of
// the ring. Long ellipses and turned ones are stroked like any other path.
#pragma once

#include <optional>
#include <vector>

#include "stage/svg/path.h"
#include "stage/svg/round_rect.h"

namespace ounce {

// How much of each pixel the stroke covers; none if it is drawn as a path. `shape` is round all over.
std::optional<std::vector<float>> ringCoverageOf(const RoundRect& shape, double strokeWidth,
                                                 const Affine& toPixels, int width, int height);

}  // namespace ounce
