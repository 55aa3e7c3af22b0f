// What official Scratch takes out of an SVG and changes in it before it is drawn.
#pragma once

#include "stage/svg_tree.h"

namespace ounce {

// Removes what its sanitiser removes, makes images pixelated, gives the root its namespaces.
void cleanSvg(SvgNode& root);

// Scratch 2 drew gradients and text in its own way.
void applyScratch2Quirks(SvgNode& root);

// The largest stroke-width attribute; at least 1 as soon as something has a stroke or can have one.
double largestStrokeWidth(const SvgNode& root);

}  // namespace ounce
