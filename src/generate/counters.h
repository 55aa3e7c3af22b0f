// Numbers that a program counts towards: `moves = 9`, `score > 20`. A search that comes nearer to them plays
// longer and better, long before a block depends on it.
#pragma once

#include <vector>

#include "spec/watch.h"
#include "vm/program.h"

namespace ounce {

// One property for each variable that is compared with a number, and each such number: that it never happens.
// To violate them is worth a try, nothing more.
std::vector<spec::Monitor> counterGoals(const Program& program);

}  // namespace ounce
