// How often the lines of a path cross each other, at most and roughly: cairo's time grows with it.
#pragma once

#include "stage/svg/path.h"
#include "stage/transform.h"

namespace ounce {

struct PathWork {
    double lines = 0;      // curves count as several
    double crossings = 0;  // an estimate from above
    double length = 0;     // in pixels
    Rectangle box{};       // in pixels
};
PathWork workOf(const std::vector<PathPiece>& pieces, const Affine& toPixels);

}  // namespace ounce
