#include "base/user_folder.h"

#include <cstdlib>

namespace ounce {

std::filesystem::path userFolder(const char* xdg, const char* usual) {
    const char* base = std::getenv(xdg);
    if (base && *base) return std::filesystem::path(base) / "ounce";
    const char* home = std::getenv("HOME");
    return home && *home ? std::filesystem::path(home) / usual / "ounce" : std::filesystem::path();
}

}  // namespace ounce
