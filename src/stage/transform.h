// Where a drawable lies: the renderer's matrices, computed in double and stored in single precision as it
// does, because a touch at the edge of a costume is decided by those last bits.
#pragma once

#include <array>

#include "stage/stage.h"

namespace ounce {

// The size of a skin in stage units and its rotation centre, measured from the top left corner.
struct SkinShape {
    double width = 0, height = 0;
    float centerX = 0, centerY = 0;
};

struct Rotation {
    float cos = -1, sin = 0;
};
Rotation rotationFor(double direction);

// Maps the unit square around the origin to the stage: X = a*x + c*y + e, Y = b*x + d*y + f.
struct Matrix {
    float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
};
Matrix modelMatrix(const SkinShape& skin, float scaleX, float scaleY, Rotation rotation, float x, float y);
// Of no use (infinite, not a number) when the drawable has no area.
Matrix inverseOf(const Matrix& model);

// The box of the whole skin. It carries the rounding error of sin(180 degrees) on purpose.
Rectangle boxOf(const Matrix& model);

// Outwards to whole numbers.
Rectangle snapped(const Rectangle& box);
// Limited to the stage from both directions: a box outside collapses at the edge.
Rectangle clampedToStage(const Rectangle& box);
bool intersects(const Rectangle& a, const Rectangle& b);  // touching edges count
Rectangle intersection(const Rectangle& a, const Rectangle& b);
Rectangle unionOf(const Rectangle& a, const Rectangle& b);

}  // namespace ounce
