// Where programs keep things of a user.
#pragma once

#include <filesystem>

namespace ounce {

// The folder `ounce` where the variable `xdg` of the environment says, else in the usual place in the user's
// home; empty if there is none.
std::filesystem::path userFolder(const char* xdg, const char* usual);

}  // namespace ounce
