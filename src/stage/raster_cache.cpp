#include "stage/raster_cache.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <vector>

#include "base/cache_folder.h"
#include "base/file.h"

namespace ounce {

namespace {

// Part of the name: a change of how rasters are made makes old ones invisible.
constexpr std::string_view kVersion = "6";
constexpr std::size_t kLargestFile = 8 << 20;
constexpr std::uintmax_t kLargestFolder = std::uintmax_t{512} << 20;

std::filesystem::path fileFor(const std::string& svgText, int level) {
    const std::filesystem::path base = cacheFolder();
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
    std::error_code ignored;  // the time of its last use; decides what goes first, never what a run does
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now(), ignored);
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
    if (writeFile(path.string(), bytes)) trimRasters(path.parent_path().string(), kLargestFolder);
}

void trimRasters(const std::string& folder, std::uintmax_t bytes) {
    namespace fs = std::filesystem;
    struct File {
        fs::file_time_type used;
        std::string path;
        std::uintmax_t size;
    };
    std::vector<File> files;
    std::uintmax_t sum = 0;
    std::error_code error;
    // Another process may remove files at the same time: what is gone is gone.
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->path().filename().string().starts_with("raster-")) continue;
        std::error_code gone;
        File file{it->last_write_time(gone), it->path().string(), 0};
        if (!gone) file.size = it->file_size(gone);
        if (gone) continue;
        sum += file.size;
        files.push_back(std::move(file));
    }
    if (sum <= bytes) return;
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) {
        return std::tie(a.used, a.path) < std::tie(b.used, b.path);
    });
    // Some more than needed, so that not every further raster makes us look through the folder and remove.
    for (const File& file : files) {
        if (sum <= bytes / 8 * 7) break;
        fs::remove(file.path, error);
        sum -= file.size;
    }
}

}  // namespace ounce
