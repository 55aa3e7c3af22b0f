// Chromium draws the paths of a costume with its GPU code: curves become a few straight lines, and each pixel
// is covered by none to four of four sample points. A costume touches where a single sample is covered, so
// its shape depends on this.
#pragma once

#include <array>

#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

// Where the samples lie in a pixel.
inline constexpr std::array<Point, 4> kSamples{
    {{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}}};

// The corners of a polygon or polyline, as a path that is not closed.
std::vector<PathPiece> parsePoints(const SvgNode& shape);

// Curves become straight lines as they do at that scale, corners lie on sixteenths of a pixel.
std::vector<PathPiece> straightened(const std::vector<PathPiece>& pieces, const Affine& toPixels);

// Paths become straight lines as they do at that scale, and are drawn without softened edges. Returns whether
// there is something else that is drawn with softened edges (rectangles, ellipses, text, images).
bool straightenPaths(SvgNode& root, const Affine& toPixels);

// Moves everything but the paths by so many pixels.
void moveSoftShapes(SvgNode& root, const Affine& toPixels, Point pixels);

}  // namespace ounce
