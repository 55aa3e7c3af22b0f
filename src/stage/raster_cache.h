// Rasters of large SVG files kept between runs, under $XDG_CACHE_HOME/ounce (default ~/.cache/ounce), named
// by what they were made from. Several processes may use it at once; what can not be read or written is made
// again, silently.
#pragma once

#include <optional>
#include <string>

#include "stage/bitmap.h"

namespace ounce {

// Whether drawing that much SVG text takes longer than reading a file.
bool isWorthKeeping(const std::string& svgText);

std::optional<Bitmap> loadRaster(const std::string& svgText, int level);
void storeRaster(const std::string& svgText, int level, const Bitmap& bitmap);

}  // namespace ounce
