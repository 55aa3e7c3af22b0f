// A JavaScript expression that says whether a value is of a type.
#pragma once

#include <string>

#include "contracts/core/types.h"

namespace ounce::contracts {

// `value` is an expression, too.
std::string typeTest(const World& world, TypeId id, const std::string& value);
// A text as it is written in JavaScript.
std::string quoted(const std::string& text);

}  // namespace ounce::contracts
