// The folder that a generation leaves behind: suite.json, suite.js, statistics.csv.
#pragma once

#include <string>
#include <vector>

#include "generate/generate.h"

namespace ounce {

// Makes the folder if need be. Returns the files written, in the order of their names' importance.
Result<std::vector<std::string>> writeGeneration(const Generation& generation,
                                                 const GenerationOptions& options, const std::string& folder);

}  // namespace ounce
