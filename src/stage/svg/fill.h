// Polygons by four samples a pixel, exactly: which samples lie inside follows from whole numbers.
#pragma once

#include <vector>

#include "stage/svg/path.h"

namespace ounce {

// How much of each pixel is covered, in quarters, row by row. `lines` has moves, lines and closings only, in
// the units of `toPixels`; open parts are closed.
std::vector<float> samplesIn(const std::vector<PathPiece>& lines, const Affine& toPixels, bool evenOdd,
                             int width, int height);

// The same for the fillings of small paths, which Chromium draws aside first, some of them lying on their
// side; there the samples lie otherwise. `path` is what `lines` was before its curves were straightened.
std::vector<float> smallSamplesIn(const std::vector<PathPiece>& path, const std::vector<PathPiece>& lines,
                                  const Affine& toPixels, bool evenOdd, int width, int height);

}  // namespace ounce
