#include "base/cache_folder.h"

#include <cstdlib>

namespace ounce {

std::filesystem::path cacheFolder() {
    if (const char* own = std::getenv("OUNCE_CACHE")) return own;
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache && *cache) return std::filesystem::path(cache) / "ounce";
    const char* home = std::getenv("HOME");
    return home && *home ? std::filesystem::path(home) / ".cache/ounce" : std::filesystem::path();
}

}  // namespace ounce
