// Which function gives the value of a node; evaluate.cpp.
#pragma once

#include "vm/code.h"

namespace ounce {

ValueFunction evaluateFunction(Node node);

}  // namespace ounce
