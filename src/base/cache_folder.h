// Where Ounce keeps what it may lose.
#pragma once

#include <filesystem>

namespace ounce {

// $OUNCE_CACHE, or the folder `ounce` in the user's cache; empty if there is none.
std::filesystem::path cacheFolder();

}  // namespace ounce
