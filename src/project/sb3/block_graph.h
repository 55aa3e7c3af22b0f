// Blocks refer to each other by id, so a damaged or hostile file can describe scripts without end. Everybody
// behind the reader may walk along `next` and the inputs without looking back.
#pragma once

#include <optional>
#include <string>

#include "project/project.h"

namespace ounce {

struct GraphProblem {
    std::string blockId;
    std::string what;
};

// A block that follows or contains itself, inputs nested deeper than 2000, or blocks shared by so many others
// that the script written out would have more than a million.
std::optional<GraphProblem> findEndlessScript(const BlockMap& blocks);

}  // namespace ounce
