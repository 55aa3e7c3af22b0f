// ounce generate --algorithm neatest: networks that play, instead of tests that are always the same.
#pragma once

#include "cli/command.h"
#include "cli/generate_settings.h"

namespace ounce {

// Whether the settings ask for networks: by the algorithm, or by the kind of the configuration.
bool wantsNetworks(const GenerateSettings& settings);

Result<int> generateNetworksFor(const GenerateSettings& settings, const CommonOptions& common);

}  // namespace ounce
