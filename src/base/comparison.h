// What Scratch's comparisons see in a value.
#pragma once

#include "base/value.h"

namespace ounce {

// The number that a comparison sees. False: it compares texts.
bool comparedNumber(const Value& value, double& number);

}  // namespace ounce
