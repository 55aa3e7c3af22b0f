// Pictures inside of SVG files, written as text.
#pragma once

#include <optional>
#include <string>

#include "stage/bitmap.h"
#include "stage/svg/round_rect.h"
#include "stage/svg/tree.h"

namespace ounce {

// The bytes of an image element; empty if they are not in the file.
std::string embeddedImage(const SvgNode& image);

// A bitmap and where it lies, in the units of its element.
struct PlacedImage {
    Bitmap bitmap;
    RoundRect place;
};
// None for what is no bitmap, or is placed in a way that is rarely seen.
std::optional<PlacedImage> placedImage(const SvgNode& image);

// Draws it over premultiplied bytes. Official Scratch makes images pixelated: a texel has the colour of the
// one bitmap pixel below its centre, however large or small that is, and only the image's edges fade.
void paintImage(const PlacedImage& image, const Affine& toPixels, double opacity, Bitmap& canvas);

}  // namespace ounce
