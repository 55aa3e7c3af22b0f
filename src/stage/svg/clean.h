// What official Scratch takes out of an SVG and changes in it before it is drawn.
#pragma once

#include "stage/svg/tree.h"

namespace ounce {

// Removes what its sanitiser removes, makes images pixelated, gives the root its namespaces.
void cleanSvg(SvgNode& root);

// The largest stroke-width attribute; at least 1 as soon as something has a stroke.
double largestStrokeWidth(const SvgNode& root);

// The fonts of Scratch's paint editor under the names they are installed as, with what comes nearest behind.
void nameFonts(SvgNode& root);

}  // namespace ounce
