// ounce mutate with networks: how surprised are they by small changes of the program?
#pragma once

#include "cli/command.h"
#include "cli/each_project.h"
#include "neuro/network_mutation.h"

namespace ounce {

// What is told of it. `minScore`: exit code 1 below that many percent.
ProjectOutcome networkOutcome(neuro::NetworkMutation analysis, std::optional<double> minScore,
                              const CommonOptions& common);

}  // namespace ounce
