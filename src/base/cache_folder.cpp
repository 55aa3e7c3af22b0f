#include "base/cache_folder.h"

#include <cstdlib>

#include "base/user_folder.h"

namespace ounce {

std::filesystem::path cacheFolder() {
    if (const char* own = std::getenv("OUNCE_CACHE")) return own;
    return userFolder("XDG_CACHE_HOME", ".cache");
}

}  // namespace ounce
