// The head of a sprite, out: `sprite Cat` and what it has before its scripts.
#pragma once

#include <string>
#include <vector>

#include "project/load.h"
#include "project/text/monitors.h"

namespace ounce::text {

// `messages` and `extensions` are those that the scripts do not mention.
std::vector<std::string> writeHead(const Project& project, std::size_t target, AssetFiles* files,
                                   const Monitors& monitors, const std::vector<std::string>& messages,
                                   const std::vector<std::string>& extensions);

}  // namespace ounce::text
