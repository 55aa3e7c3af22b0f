#include "stage/old_bitmap.h"

#include <algorithm>
#include <cstring>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <memory>

#include "base/late_library.h"

namespace ounce {

namespace {

const LateLibrary& gdkPixbuf() {
    static const LateLibrary library("libgdk_pixbuf-2.0.so.0");
    return library;
}

OUNCE_LATE_FUNCTION(gdkPixbuf, g_object_unref);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_loader_new_with_type);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_loader_write);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_loader_close);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_loader_get_pixbuf);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_get_width);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_get_height);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_get_n_channels);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_get_rowstride);
OUNCE_LATE_FUNCTION(gdkPixbuf, gdk_pixbuf_read_pixels);

struct LoaderRelease {
    void operator()(GdkPixbufLoader* loader) const { g_object_unref(loader); }
};

bool isGif(std::string_view bytes) { return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"); }
bool isBmp(std::string_view bytes) { return bytes.starts_with("BM"); }

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; i++)
        value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

}  // namespace

bool isOldBitmap(std::string_view bytes) { return isGif(bytes) || isBmp(bytes); }

OldBitmapSize oldBitmapSize(std::string_view bytes) {
    if (isGif(bytes) && bytes.size() >= 10) return {number(bytes, 6, 2), number(bytes, 8, 2)};
    if (!isBmp(bytes) || bytes.size() < 26) return {};
    constexpr std::uint32_t kOldestHeader = 12;  // has sizes of two bytes
    if (number(bytes, 14, 4) == kOldestHeader) return {number(bytes, 18, 2), number(bytes, 20, 2)};
    const auto positive = [](std::uint32_t value) {
        return value < 0x80000000u ? value : 0u - value;  // negative: stored from the top
    };
    return {number(bytes, 18, 4), positive(number(bytes, 22, 4))};
}

Result<void> decodeOldBitmap(std::string_view bytes, Bitmap& bitmap) {
    const char* name = isGif(bytes) ? "GIF" : "BMP";
    const auto damaged = [&] { return fail("the " + std::string(name) + " picture is damaged"); };
    const std::unique_ptr<GdkPixbufLoader, LoaderRelease> loader{
        gdk_pixbuf_loader_new_with_type(isGif(bytes) ? "gif" : "bmp", nullptr)};
    if (!loader) return fail(std::string(name) + " pictures cannot be read on this machine");
    const bool written = gdk_pixbuf_loader_write(loader.get(), reinterpret_cast<const guchar*>(bytes.data()),
                                                 bytes.size(), nullptr);
    const bool closed = gdk_pixbuf_loader_close(loader.get(), nullptr);
    const GdkPixbuf* pixels = gdk_pixbuf_loader_get_pixbuf(loader.get());
    // Browsers show what there is of a file that was cut off.
    if (!pixels || (!written && !closed)) return damaged();
    const int width = std::min(bitmap.width, gdk_pixbuf_get_width(pixels)),
              height = std::min(bitmap.height, gdk_pixbuf_get_height(pixels));
    const int channels = gdk_pixbuf_get_n_channels(pixels);
    const guchar* data = gdk_pixbuf_read_pixels(pixels);
    if (!data || channels < 3) return damaged();
    bitmap.rgba.assign(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height) * 4,
                       0);
    for (int y = 0; y < height; y++) {
        const guchar* from = data + static_cast<std::ptrdiff_t>(gdk_pixbuf_get_rowstride(pixels)) * y;
        std::uint8_t* to =
            &bitmap.rgba[static_cast<std::size_t>(y) * static_cast<std::size_t>(bitmap.width) * 4];
        for (int x = 0; x < width; x++, from += channels, to += 4) {
            std::memcpy(to, from, 3);
            to[3] = channels == 4 ? from[3] : 255;
        }
    }
    return {};
}

}  // namespace ounce
