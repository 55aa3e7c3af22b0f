#include "stage/scanline.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "stage/pen.h"

namespace ounce {

// Where touching looks: rounded down, anything beyond the texels is as good as outside.
int Scanline::touchIndex(float at, int texels) {
    const double index = std::floor(at * static_cast<double>(texels - 1));
    return index >= -1 && index < texels ? static_cast<int>(index) : kOutside;
}

// Where colours look: nothing outside 0…1. Not a number ends at the last texel in the renderer's integer
// arithmetic.
int Scanline::colorIndex(float at, int texels) {
    if (at < 0 || at > 1) return kOutside;
    if (std::isnan(at)) return texels - 1;
    return std::min(static_cast<int>(at * static_cast<double>(texels - 1)), texels - 1);
}

Scanline::Scanline(const Sampler& sampler, const Rectangle& area, std::uint8_t effectMask, Use use)
    : sampler_(sampler), left_(area.left), right_(area.right), effectMask_(effectMask) {
    if (sampler_.pen) {
        texelsX_ = PenLayer::kWidth, texelsY_ = PenLayer::kHeight;
    } else if (sampler_.bitmap) {
        texelsX_ = sampler_.bitmap->width, texelsY_ = sampler_.bitmap->height;
    }
    if (use == Use::Few || texelsX_ == 0 || (sampler_.drawable->effects.on & kShapeEffects)) return;
    int varying = 0, columns = 0;
    for (double x = left_; x <= right_; x++, columns++) {
        const float u = sampler_.local(x, area.bottom).u, other = sampler_.local(x, area.top).u;
        const int touch = touchIndex(u, texelsX_), color = colorIndex(u, texelsX_);
        const bool same = isSame(u, other, texelsX_);
        if (!same && ++varying > 4 + columns / 2) return;
        touchColumns_.push_back(!same ? kVaries : touch == kOutside ? kOutside : touch + sampler_.linear);
        colorColumns_.push_back(same ? color : kVaries);
    }
    straight_ = true;
}

// Rounding keeps order: what is equal at both ends is equal in between.
bool Scanline::isSame(float from, float to, int texels) {
    if (from == to) return true;
    return std::abs(from - to) < 0.5f && touchIndex(from, texels) == touchIndex(to, texels) &&
           colorIndex(from, texels) == colorIndex(to, texels);
}

void Scanline::setRow(double y) {
    y_ = y;
    if (!straight_) return;
    const float v = sampler_.local(left_, y).v;
    straightRow_ = isSame(v, sampler_.local(right_, y).v, texelsY_);
    touchRow_ =
        sampler_.silhouette ? sampler_.silhouette->row(touchIndex(v, texelsY_), sampler_.linear) : nullptr;
    colorRow_ = colorIndex(v, texelsY_);
    const bool plain =
        straightRow_ && colorRow_ != kOutside && sampler_.bitmap && sampler_.drawable->effects.on == 0;
    plainRow_ =
        plain ? &sampler_.bitmap
                     ->rgba[static_cast<std::size_t>(colorRow_) * static_cast<std::size_t>(texelsX_) * 4]
              : nullptr;
}

Rgba Scanline::slowColorAt(int column) {
    if (texelsX_ == 0) return {};
    Rgba c;
    if (isStraight(column)) {
        c = texel(colorColumns_[static_cast<std::size_t>(column)], colorRow_);
    } else {
        const SkinPoint p = sampler_.local(left_ + column, y_);
        c = texel(colorIndex(p.u, texelsX_), colorIndex(p.v, texelsY_));
    }
    if (sampler_.drawable->effects.on == 0) return c;
    if (c == lastIn_) return lastOut_;
    lastIn_ = c;
    return lastOut_ = recolor(sampler_.drawable->effects, c, effectMask_);
}

Rgba Scanline::texel(int column, int row) const {
    if (column == kOutside || row == kOutside) return {};
    if (sampler_.pen) return sampler_.pen->at(column, row);
    Rgba c;
    std::memcpy(&c,
                &sampler_.bitmap->rgba[(static_cast<std::size_t>(row) * static_cast<std::size_t>(texelsX_) +
                                        static_cast<std::size_t>(column)) *
                                       4],
                4);
    return c;
}

}  // namespace ounce
