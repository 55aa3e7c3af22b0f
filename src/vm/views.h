// What lies over the stage in a state: the monitors that are shown, with their values, and the question.
#pragma once

#include "stage/overlay.h"
#include "vm/look.h"

namespace ounce {

Overlay overlayOf(Look& look);

// The stage with monitors; empty without renderer.
StagePicture pictureOf(Look& look, int scale = 1);

}  // namespace ounce
