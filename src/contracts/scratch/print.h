// A generated program as a Scratch project: the original with a new sprite that does what the program says
// when it is clicked, and with the scripts that let it call custom blocks of others.
#pragma once

#include <string>

#include "base/result.h"
#include "contracts/core/program.h"
#include "contracts/scratch/target.h"

namespace ounce::contracts {

Project projectOf(const ScratchTarget& target, const Program& program);
// The calls alone, a line each.
std::string printScratch(const ScratchTarget& target, const Program& program);

}  // namespace ounce::contracts
