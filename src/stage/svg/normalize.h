// What official Scratch does to every SVG costume before it is measured and drawn: transforms, colours and
// stroke widths of groups move down to the shapes, and paths are written anew in the coordinates of the
// picture, with a stroke that is equally wide all around.
#pragma once

#include <string>

#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

void pushDownTransforms(SvgNode& root);

// Path data with the matrix applied, as official Scratch writes it: absolute, four decimals.
std::string bakePath(const std::string& data, const Affine& matrix);

// How much a matrix widens a stroke: the quadratic mean of its two scales.
double strokeScale(const Affine& matrix);

}  // namespace ounce
