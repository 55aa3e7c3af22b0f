// The graphs in Graphviz's language.
#pragma once

#include <span>
#include <string>

#include "analysis/fitness.h"

namespace ounce {

// `covered`: per statement, coloured when given. Scripts stand in the box of their sprite; what no run can
// reach is dashed.
std::string controlFlowToDot(const Fitness& fitness, std::span<const std::uint8_t> covered = {});
std::string controlDependenceToDot(const Fitness& fitness, std::span<const std::uint8_t> covered = {});

}  // namespace ounce
