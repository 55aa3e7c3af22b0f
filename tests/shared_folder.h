// Where the reference material lies that some tests need: OUNCE_SHARED, by default beside the source.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace ounce {

inline std::filesystem::path sharedFolder() {
    const char* given = std::getenv("OUNCE_SHARED");
    return given ? std::filesystem::path(given) : std::filesystem::path(OUNCE_SOURCE_DIR) / "../shared";
}

inline std::filesystem::path corpus() { return sharedFolder() / "corpus"; }

}  // namespace ounce
