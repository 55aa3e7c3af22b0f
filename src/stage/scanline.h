// A drawable looked at along rows of an area, point by point, exactly as Sampler answers. As long as the
// drawable is not turned, the texel column depends only on x and the texel row only on y, and both are
// computed once; where single precision comes too near the border of a texel, points are computed one by one.
#pragma once

#include <cstring>
#include <limits>
#include <vector>

#include "stage/memory.h"

namespace ounce {

class Scanline {
  public:
    // What the columns show is worked out first, which pays for whole rows, not for `Few` points.
    enum class Use : std::uint8_t { Rows, Few };
    // `effectMask` keeps colour effects.
    Scanline(const Sampler& sampler, const Rectangle& area, std::uint8_t effectMask = 0xFF,
             Use use = Use::Rows);

    void startRow(double y) {
        if (y != y_) setRow(y);
    }
    // `column` counts from the left of the area.
    [[nodiscard]] bool touches(int column) const {
        if (!isStraight(column) || sampler_.pen) return sampler_.touches(left_ + column, y_);
        const int bit = touchColumns_[static_cast<std::size_t>(column)];
        return touchRow_ && bit >= 0 && (touchRow_[static_cast<unsigned>(bit) / 64] >> (bit & 63) & 1);
    }
    // The premultiplied colour there; always of the nearest texel, whatever the filter.
    Rgba colorAt(int column) {
        if (!plainRow_) return slowColorAt(column);
        const int texelColumn = colorColumns_[static_cast<std::size_t>(column)];
        if (texelColumn < 0) return texelColumn == kVaries ? slowColorAt(column) : Rgba{};
        Rgba c;
        std::memcpy(&c, plainRow_ + static_cast<std::ptrdiff_t>(texelColumn) * 4, 4);
        return c;
    }

    // Whether the texel that gives the colour there belongs to a set of its bitmap.
    [[nodiscard]] bool isIn(const TexelSet& set, int column) const {
        if (isStraight(column)) return set.has(colorColumns_[static_cast<std::size_t>(column)], colorRow_);
        const SkinPoint p = sampler_.local(left_ + column, y_);
        return set.has(colorIndex(p.u, texelsX_), colorIndex(p.v, texelsY_));
    }

  private:
    void setRow(double y);
    static constexpr int kOutside = -9, kVaries = -8;
    [[nodiscard]] bool isStraight(int column) const {
        return straightRow_ && colorColumns_[static_cast<std::size_t>(column)] != kVaries;
    }
    static bool isSame(float from, float to, int texels);
    static int touchIndex(float at, int texels);
    static int colorIndex(float at, int texels);
    [[nodiscard]] Rgba texel(int column, int row) const;
    Rgba slowColorAt(int column);

    Sampler sampler_;
    double left_, right_, y_ = std::numeric_limits<double>::quiet_NaN();
    int texelsX_ = 0, texelsY_ = 0;
    std::uint8_t effectMask_;
    bool straight_ = false;     // texel columns do not depend on y, but for a few
    bool straightRow_ = false;  // and in this row, rows do not depend on x
    std::vector<int> touchColumns_, colorColumns_;
    const std::uint64_t* touchRow_ = nullptr;  // null: no texel there
    int colorRow_ = 0;
    const std::uint8_t* plainRow_ = nullptr;  // the row's texels if nothing has to be computed
    Rgba lastIn_{}, lastOut_{};               // effects are slow, neighbours alike
};

}  // namespace ounce
