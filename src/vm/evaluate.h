// Which function gives the value of a node; evaluate.cpp.
#pragma once

#include "vm/program.h"

namespace ounce {

ValueFunction evaluateFunction(Node node);

}  // namespace ounce
