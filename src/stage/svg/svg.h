// SVG costumes: what official Scratch does to the file before it draws it, and the drawing (librsvg).
#pragma once

#include <string>
#include <string_view>

#include "stage/bitmap.h"

namespace ounce {

struct SvgPicture {
    std::string text;                                // ready to draw
    double x = 0, y = 0, width = 0, height = 0;      // the view box, single precision as browsers keep it
    double intrinsicWidth = 0, intrinsicHeight = 0;  // from the width and height attributes
    bool incomplete = false;                         // parts were left out because there is too much to draw
};

// `scratch2`: the project came from Scratch 2, whose quirks are applied first.
Result<SvgPicture> prepareSvg(std::string_view file, bool scratch2);

// An SVG of Scratch 2 as Scratch 3 saves it: its quirks are part of the file, and its size is the drawing's.
Result<std::string> scratch3Svg(std::string_view file);

// The size of the raster at `scale`; 0 x 0 when official Scratch would have none.
Bitmap svgRasterSize(const SvgPicture& picture, double scale);
// Loads librsvg now and not when something is drawn: processes that are copies of this one need not do so
// again.
void loadSvgLibrary();

// The raster; transparent where librsvg fails.
Bitmap rasterizeSvg(const SvgPicture& picture, double scale);

}  // namespace ounce
