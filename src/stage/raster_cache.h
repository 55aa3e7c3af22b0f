// Rasters of large SVG files kept between runs, in the folder $OUNCE_CACHE, else $XDG_CACHE_HOME/ounce, else
// ~/.cache/ounce, named by what they were made from; an empty OUNCE_CACHE switches that off. Several
// processes may use it at once; what can not be read or written is made again, silently. When the folder
// grows beyond 512 MB, those that were not used for the longest time go.
#pragma once

#include <optional>
#include <string>

#include "stage/bitmap.h"

namespace ounce {

// Whether drawing that much SVG text takes longer than reading a file.
bool isWorthKeeping(const std::string& svgText);

std::optional<Bitmap> loadRaster(const std::string& svgText, int level);
void storeRaster(const std::string& svgText, int level, const Bitmap& bitmap);

// Removes rasters from a folder, the ones that were not used for the longest time first, until the others
// take no more than `bytes`.
void trimRasters(const std::string& folder, std::uintmax_t bytes);

}  // namespace ounce
