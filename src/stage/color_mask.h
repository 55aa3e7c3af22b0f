// Where on the stage a drawable can show a colour, and where it surely shows something, so that nothing below
// can decide what is seen: bits relative to its position, 64 points or pixels at a time. In these masks
// `sure` says "hides what is below" and `maybe` says "may show the colour where it is the topmost".
#pragma once

#include <optional>

#include "stage/mask.h"
#include "stage/memory.h"
#include "stage/texel_set.h"

namespace ounce {

// How a drawable is looked at: as points, or as the GPU draws pixels with one filter or the other.
enum class Sampling : std::uint8_t { Points, NearestPixels, LinearPixels };

// Without a test: any texel that shows anything. Null when the shape is too large or has no inverse.
std::shared_ptr<const StageMask> makeColorMask(const Bitmap& bitmap, const SkinShape& skin,
                                               const Matrix& model, const StageMask::Key& key,
                                               Sampling sampling, const std::optional<TexelTest>& test);

// A drawable's mask, ready for one query.
class ColorMask {
  public:
    ColorMask() = default;
    // Stays empty where a mask says nothing or does not pay; `points` would be looked at without it.
    ColorMask(const Drawable& drawable, const SkinShape& shape, const Raster* raster, Sampling sampling,
              const std::optional<TexelTest>& test, double points);

    explicit operator bool() const { return mask_ != nullptr; }
    // 64 points from (x, y) to the right. The pixel right above and to the right of a point has its place.
    [[nodiscard]] StageMask::Points at(int x, int y) const { return mask_->points(x - x_, y - y_); }

    // Bit i: whether one of the 64 points that start at (x + 64 i, y) may show the colour.
    [[nodiscard]] std::uint64_t words(int x, int y) const { return mask_->words(x - x_, y - y_); }

  private:
    std::shared_ptr<const StageMask> mask_{};
    int x_ = 0, y_ = 0;
};

// The bits of a word that lie within `count` places from the first one.
inline std::uint64_t firstBits(int count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace ounce
