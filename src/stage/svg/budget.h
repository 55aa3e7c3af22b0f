// How much work an SVG picture is, counted before anything is drawn. Libraries that draw take minutes for
// small hostile files: lines that cross each other a million times, masks in masks, a line of text as long as
// a book. What does not fit into the budget is left out, the same on every machine; pictures that people draw
// use a small part of it.
#pragma once

#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

// Removes what would go beyond the budget when the picture is drawn with that many pixels. True: something
// was removed.
bool leaveOutTooMuch(SvgNode& root, const Affine& toPixels, double width, double height);

}  // namespace ounce
