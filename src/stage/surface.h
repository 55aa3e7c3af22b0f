// From cairo's pixels to ours.
#pragma once

#include <cstdint>
#include <vector>

struct _cairo_surface;

namespace ounce {

// The pixels of an ARGB32 image surface: red, green, blue, alpha, not premultiplied.
std::vector<std::uint8_t> straightPixels(_cairo_surface* surface);

}  // namespace ounce
