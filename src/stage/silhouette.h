// Which texels of a raster count when things touch: one bit each, and a second map that holds for every texel
// whether it or its neighbours to the right and below count, so that the renderer's linear test is one bit as
// well.
#pragma once

#include <cstdint>
#include <vector>

#include "stage/effects.h"

namespace ounce {

class Silhouette {
  public:
    Silhouette() = default;
    // `rgba`: four bytes a texel, row by row from the top.
    Silhouette(const std::uint8_t* rgba, int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

    // The renderer multiplies by width - 1, not width: the last texel is reached at 1 and beyond. Not a
    // number: no.
    [[nodiscard]] bool touches(SkinPoint p, bool linear) const {
        const double x = p.u * static_cast<double>(width_ - 1), y = p.v * static_cast<double>(height_ - 1);
        return linear ? linearAt(x, y) : nearestAt(x, y);
    }
    // At a texel position before it is rounded down.
    [[nodiscard]] bool nearestAt(double x, double y) const {
        if (!(x >= 0 && x < width_ && y >= 0 && y < height_)) return false;
        return bit(nearest_, static_cast<int>(x), static_cast<int>(y));
    }
    [[nodiscard]] bool linearAt(double x, double y) const {
        if (!(x >= -1 && x < width_ && y >= -1 && y < height_)) return false;
        return bit(linear_, floorOf(x) + 1, floorOf(y) + 1);
    }

    // The bits of a row, for looking along it: column x is bit x, or x + 1 for the linear test. Null outside.
    [[nodiscard]] const std::uint64_t* row(int y, bool linear) const {
        if (y < (linear ? -1 : 0) || y >= height_) return nullptr;
        return linear ? &linear_[static_cast<std::size_t>(y + 1) * stride_]
                      : &nearest_[static_cast<std::size_t>(y) * stride_];
    }

  private:
    static int floorOf(double value) {
        const int whole = static_cast<int>(value);
        return whole - (value < whole);
    }
    [[nodiscard]] bool bit(const std::vector<std::uint64_t>& map, int x, int y) const {
        return map[static_cast<std::size_t>(y) * stride_ + static_cast<unsigned>(x) / 64] >> (x & 63) & 1;
    }

    int width_ = 0, height_ = 0;
    std::size_t stride_ = 0;  // words a row; both maps have width + 1 columns and height + 1 rows
    std::vector<std::uint64_t> nearest_, linear_;
};

}  // namespace ounce
