// Monitors of Scratch 2: the children of the stage that are no sprites.
#pragma once

#include <string>
#include <vector>

#include "project/sb2/conversion.h"
#include "project/sb2/json_value.h"

namespace ounce::sb2 {

// `ids` are the ids under which the variables of the project's targets were made; `stageName` is what the
// file calls the stage. Monitors of blocks that Scratch 3 cannot show are left out.
void readMonitor(const Json& monitor, const std::string& stageName, const std::vector<std::string>& ids,
                 Conversion& conversion, Project& project);

}  // namespace ounce::sb2
