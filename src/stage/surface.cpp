#include "stage/surface.h"

#include <algorithm>

#include "stage/cairo_library.h"

namespace ounce {

std::vector<std::uint8_t> straightPixels(cairo_surface_t* surface) {
    cairo_surface_flush(surface);
    const unsigned char* data = cairo_image_surface_get_data(surface);
    const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
    const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
    std::vector<std::uint8_t> rgba(width * height * 4);
    if (!data) return rgba;
    std::uint8_t* out = rgba.data();
    for (std::size_t y = 0; y < height; y++) {
        const auto* row = reinterpret_cast<const std::uint32_t*>(
            data + y * static_cast<std::size_t>(cairo_image_surface_get_stride(surface)));
        for (std::size_t x = 0; x < width; x++, out += 4) {
            const std::uint32_t pixel = row[x], alpha = pixel >> 24;
            if (alpha == 0) continue;
            const auto straight = [alpha](std::uint32_t channel) {
                return static_cast<std::uint8_t>(std::min(255u, (channel * 255 + alpha / 2) / alpha));
            };
            out[0] = straight(pixel >> 16 & 255), out[1] = straight(pixel >> 8 & 255),
            out[2] = straight(pixel & 255);
            out[3] = static_cast<std::uint8_t>(alpha);
        }
    }
    return rgba;
}

}  // namespace ounce
