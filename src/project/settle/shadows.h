// Inputs whose shadow got lost.
#pragma once

#include "project/project.h"

namespace ounce {

// An input that refers to a shadow that is not there gets a copy of the one that another block of the same
// kind has there, or else an empty text. A shadow is never the top of a script.
void settleShadows(BlockMap& blocks);

}  // namespace ounce
