// Which inputs the blocks of a program look at, as JSON for random_inputs.js.
#pragma once

#include <string>

#include "project/project.h"

namespace ounce {

std::string detectInputs(const Project& project);

}  // namespace ounce
