// ounce mutate with networks: how surprised are they by small changes of the program?
#pragma once

#include "cli/command.h"
#include "neuro/network_mutation.h"

namespace ounce {

// Prints what came out. `minScore`: exit code 1 below that many percent.
Result<int> mutateWithNetworks(const std::string& project, const std::string& suite,
                               neuro::NetworkMutationOptions options, std::optional<double> minScore,
                               const CommonOptions& common);

}  // namespace ounce
