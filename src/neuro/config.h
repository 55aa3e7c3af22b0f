// Configurations of Whisker's neuroevolution.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "neuro/neatest.h"

namespace ounce::neuro {

// Whether a configuration is one for networks.
bool isNeuroevolutionConfig(std::string_view json);

// `name` stands in messages. What the file does not say is as in Whisker.
Result<NeatestConfig> parseNeatestConfig(std::string_view json, const std::string& name);
Result<NeatestConfig> readNeatestConfig(const std::string& path);

// What Ounce adds to the paper, by the words of --without.
std::vector<std::string> improvementWords();
// Switches them off: words with commas.
Result<void> switchOff(NeatestConfig& config, std::string_view words);

}  // namespace ounce::neuro
