// Mutations in the raw form: JSON in, JSON out.
#pragma once

#include <string>

#include "base/result.h"
#include "project/project.h"

namespace ounce::text {

Result<void> readRawMutation(const std::string& json, Block& block);
std::string writeRawMutation(const Block& block);

}  // namespace ounce::text
