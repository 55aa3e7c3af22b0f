// A generated program as the driver reads it (driver/statements.js): JSON arrays.
#pragma once

#include <string>

#include "contracts/core/program.h"

namespace ounce::contracts {

std::string encodeForDriver(const Program& program, const World& world);

}  // namespace ounce::contracts
