// Which program a worker is.
#pragma once

#include <string>

#include "base/result.h"

namespace ounce {

// A worker is `ounce worker`, whoever started it: this program if it is ounce itself; else what
// $OUNCE_PROGRAM names, or the ounce that lies beside this program, in .., in ../bin, or on the PATH.
Result<std::string> workerProgram();

}  // namespace ounce
