// Picks, for an expression, the function that evaluates it as a number or as a condition.
//
// Most operands are variables and constants. Instead of asking each time what an operand is, there is one
// small function per operator and pair of operand kinds, chosen once while compiling: `x * 3` is one call.
#pragma once

#include "vm/code.h"

namespace ounce {

// Sets toNumber and test of an expression whose operands are already there. May use its `slot`, `slot2` and
// `number`.
void specialize(const Program& program, Operation& e);

}  // namespace ounce
