// What lies over the stage in a state: the monitors that are shown, with their values, and the question.
#pragma once

#include "stage/overlay.h"
#include "vm/machine.h"

namespace ounce {

// Changes nothing that a program can see.
Overlay overlayOf(Machine& machine);

}  // namespace ounce
