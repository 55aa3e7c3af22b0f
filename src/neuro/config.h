// Configurations of Whisker's neuroevolution.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "neuro/neatest.h"

namespace ounce::neuro {

// Whether a configuration is one for networks.
bool isNeuroevolutionConfig(std::string_view json);

// `name` stands in messages. What the file does not say is as in Whisker.
Result<NeatestConfig> parseNeatestConfig(std::string_view json, const std::string& name);
Result<NeatestConfig> readNeatestConfig(const std::string& path);

}  // namespace ounce::neuro
