#include "stage/raster_cache.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/file.h"

namespace ounce {

namespace {

// Part of the name: a change of how rasters are made makes old ones invisible.
constexpr std::string_view kVersion = "2";
constexpr std::size_t kLargestFile = 8 << 20;

std::filesystem::path folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache && *cache) return std::filesystem::path(cache) / "ounce";
    const char* home = std::getenv("HOME");
    return home && *home ? std::filesystem::path(home) / ".cache/ounce" : std::filesystem::path();
}

std::filesystem::path fileFor(const std::string& svgText, int level) {
    const std::filesystem::path base = folder();
    if (base.empty()) return {};
    return base / ("raster-" + std::string(kVersion) + "-" + md5(svgText) + "-" + std::to_string(level));
}

}  // namespace

bool isWorthKeeping(const std::string& svgText) { return svgText.size() > 50000; }

std::optional<Bitmap> loadRaster(const std::string& svgText, int level) {
    const std::filesystem::path path = fileFor(svgText, level);
    if (path.empty()) return std::nullopt;
    const auto bytes = readFile(path.string(), kLargestFile);
    std::int32_t size[2] = {};
    if (!bytes || bytes->size() < sizeof size) return std::nullopt;
    std::memcpy(size, bytes->data(), sizeof size);
    Bitmap bitmap;
    bitmap.width = size[0];
    bitmap.height = size[1];
    if (size[0] <= 0 || size[1] <= 0 || size[0] > 16384 || size[1] > 16384) return std::nullopt;
    const std::size_t pixels = static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]) * 4;
    if (bytes->size() != sizeof size + pixels) return std::nullopt;
    bitmap.rgba.assign(bytes->begin() + sizeof size, bytes->end());
    return bitmap;
}

void storeRaster(const std::string& svgText, int level, const Bitmap& bitmap) {
    const std::filesystem::path path = fileFor(svgText, level);
    if (path.empty() || bitmap.rgba.size() + 8 > kLargestFile) return;
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    const std::int32_t size[2] = {bitmap.width, bitmap.height};
    std::string bytes(sizeof size + bitmap.rgba.size(), '\0');
    std::memcpy(bytes.data(), size, sizeof size);
    std::memcpy(bytes.data() + sizeof size, bitmap.rgba.data(), bitmap.rgba.size());
    (void)writeFile(path.string(), bytes);
}

}  // namespace ounce
