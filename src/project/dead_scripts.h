// Scripts that can never start, whatever the player does.
#pragma once

#include <string>
#include <vector>

#include "project/project.h"

namespace ounce {

// In the order of the file: "Sprite1: when I receive [never sent v]". A script is alive when the player can
// start it or another live script may: by a message, a clone, a backdrop, a call. Computed names may be any
// name. Hats without blocks below are no scripts.
std::vector<std::string> findDeadScripts(const Project& project);

}  // namespace ounce
