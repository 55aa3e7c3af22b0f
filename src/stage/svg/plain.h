// Plain pictures, which is most of what people draw: shapes filled and stroked with single colours. They are
// drawn here, texel by texel as Chromium does; whatever needs more (gradients, text, masks, groups that are
// see-through) is left to librsvg.
#pragma once

#include <optional>
#include <vector>

#include "stage/bitmap.h"
#include "stage/svg/path.h"
#include "stage/svg/tree.h"

namespace ounce {

// The picture, colours not premultiplied; none if it is not plain, or too much to draw.
std::optional<Bitmap> drawPlainSvg(const SvgNode& root, const Affine& toPixels, int width, int height);

}  // namespace ounce
