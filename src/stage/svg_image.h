// Pictures inside of SVG files, written as text.
#pragma once

#include <string>

#include "stage/svg_tree.h"

namespace ounce {

// The bytes of an image element; empty if they are not in the file.
std::string embeddedImage(const SvgNode& image);

}  // namespace ounce
