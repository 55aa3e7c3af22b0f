// Scratch 2 drew gradients and text in its own way, and its files say the wrong size: the drawing is
// measured.
#pragma once

#include "stage/svg/tree.h"

namespace ounce {

// Before anything else; the rest after transforms were pushed down.
void completeGradients(SvgNode& root);
void applyScratch2Quirks(SvgNode& root);

}  // namespace ounce
