// Any bytes as a costume: refused or turned into pixels of the size that was promised. The first byte says
// how to read the others: even as a bitmap, odd as SVG.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "stage/bitmap.h"
#include "stage/svg/svg.h"

namespace {

using namespace ounce;

constexpr std::uint64_t kMostPixels = 1u << 20;  // larger pictures are slow, not interesting

void check(bool holds) {
    if (!holds) std::abort();
}

void checkPixels(const Bitmap& bitmap) {
    check(bitmap.rgba.size() ==
          static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height) * 4);
}

void readBitmap(std::string_view file) {
    const auto size = bitmapSize(file);
    if (!size) {
        check(!decodeBitmap(file));
        return;
    }
    if (static_cast<std::uint64_t>(size->width) * static_cast<std::uint64_t>(size->height) > kMostPixels)
        return;
    auto bitmap = decodeBitmap(file);
    if (!bitmap) return;
    check(bitmap->width == size->width && bitmap->height == size->height);
    checkPixels(*bitmap);
    passThroughCanvas(*bitmap);
    checkPixels(doubled(*bitmap));
}

void readSvg(std::string_view file, bool scratch2) {
    const auto picture = prepareSvg(file, scratch2);
    if (!picture) return;
    for (const double scale : {0.5, 1.0}) {
        const Bitmap size = svgRasterSize(*picture, scale);
        if (static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) > kMostPixels)
            continue;
        const Bitmap raster = rasterizeSvg(*picture, scale);
        check(raster.width == size.width && raster.height == size.height);
        checkPixels(raster);
    }
}

}  // namespace

// Fontconfig keeps what it has read until the end.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] & 1)
        readSvg(file, data[0] & 2);
    else
        readBitmap(file);
    return 0;
}
