// Pictures in files, to bytes: four a pixel, red, green, blue, alpha, not premultiplied.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce {

struct Bitmap {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

// PNG, JPEG, GIF or BMP, as the content says.
Result<Bitmap> decodeBitmap(std::string_view bytes);

// The same without pixels: only the size is read.
Result<Bitmap> bitmapSize(std::string_view bytes);

// Each pixel becomes four: what official Scratch does to bitmaps of resolution 1.
Bitmap doubled(const Bitmap& bitmap);

// Draws a picture over another one, both from their top left corners. The size of the lower one stays.
void drawOver(const Bitmap& above, Bitmap& below);

// A browser's canvas keeps premultiplied bytes, so that translucent colours lose precision on the way through
// it.
void passThroughCanvas(Bitmap& bitmap);

}  // namespace ounce
