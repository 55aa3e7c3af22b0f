// The head of a sprite, out: `sprite Cat` and what it has before its scripts.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "project/project.h"

namespace ounce::text {

// `messages` and `extensions` are those that the scripts do not mention.
Result<std::vector<std::string>> writeHead(const Project& project, std::size_t target,
                                           const std::string& folder,
                                           const std::vector<std::string>& messages,
                                           const std::vector<std::string>& extensions);

}  // namespace ounce::text
