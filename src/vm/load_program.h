// From a file to a program.
#pragma once

#include <memory>
#include <string>

#include "vm/program.h"

namespace ounce {

// Loads a project of any format and compiles it; whatever goes wrong is said with the path.
Result<std::shared_ptr<const Program>> loadProgram(const std::string& path);

}  // namespace ounce
