#include "stage/color_mask.h"

#include <algorithm>
#include <cmath>

#include "stage/mask_build.h"

namespace ounce {

namespace {

// Texels from (left, top) to (right, bottom), their ends included and inside of the bitmap.
struct TexelRange {
    int left, top, right, bottom;
};

class RangeTest {
  public:
    RangeTest(const Bitmap& bitmap, const std::optional<TexelTest>& test, bool mixed)
        : bitmap_(bitmap), test_(test), mixed_(mixed) {}

    // {whether all texels show something, whether one of them, or a mixture, can show the colour}
    std::pair<bool, bool> operator()(const TexelRange& range) {
        bool all = true, any = false, some = false;
        std::array<int, 3> low{255, 255, 255}, high{0, 0, 0};
        for (int y = range.top; y <= range.bottom; y++)
            for (int x = range.left; x <= range.right; x++) {
                const Rgba c = texelAt(bitmap_, x, y);
                const bool shown = c != Rgba{};
                all &= shown;
                some |= shown;
                if (!mixed_ || !test_) {
                    any |= test_ ? passes(c) : shown;
                    continue;
                }
                const std::array<int, 3> channels{c.r, c.g, c.b};
                for (std::size_t i = 0; i < 3; i++) {
                    low[i] = std::min(low[i], channels[i]);
                    high[i] = std::max(high[i], channels[i] + 255 - c.a);
                }
            }
        if (mixed_ && test_) any = some && test_->mixes(low, high);
        return {all, any};
    }

  private:
    // Neighbours are often alike.
    bool passes(Rgba c) {
        if (c != last_) {
            last_ = c;
            lastAnswer_ = (*test_)(c);
        }
        return lastAnswer_;
    }

    const Bitmap& bitmap_;
    const std::optional<TexelTest>& test_;
    const bool mixed_;
    Rgba last_{};
    bool lastAnswer_ = false;  // transparent texels pass no test
};

std::shared_ptr<const StageMask> maskByPoints(const Bitmap& bitmap, const MaskFrame& frame,
                                              const StageMask::Key& key, RangeTest test) {
    const double lastX = bitmap.width - 1, lastY = bitmap.height - 1;
    const double marginX = frame.marginU * lastX, marginY = frame.marginV * lastY;
    return frame.fill(key, [&](double u, double v) {
        const double x = u * lastX, y = v * lastY;
        // Nothing is seen outside of 0…1.
        if (!(x + marginX >= 0 && x - marginX <= lastX && y + marginY >= 0 && y - marginY <= lastY))
            return std::pair(false, false);
        const auto clamped = [](double at, double last) {
            return static_cast<int>(std::clamp(at, 0.0, last));
        };
        auto [hides, shows] = test({clamped(x - marginX, lastX), clamped(y - marginY, lastY),
                                    clamped(x + marginX, lastX), clamped(y + marginY, lastY)});
        hides &= x - marginX >= 0 && x + marginX <= lastX && y - marginY >= 0 && y + marginY <= lastY;
        return std::pair(hides, shows);
    });
}

// The GPU rounds the corners to sixteenths of a pixel, texture places to 16 bits, and looks half a texel to
// both sides when it mixes.
std::shared_ptr<const StageMask> maskByPixels(const Bitmap& bitmap, const MaskFrame& frame,
                                              const StageMask::Key& key, bool linear, RangeTest test) {
    constexpr double kCorner = 1.0 / 32 + 1e-6, kPlace = 2.0 / 65536;
    constexpr double kMostTexels = 8;  // more of them are not worth a look
    const double marginU = frame.marginU + frame.unitU * kCorner + kPlace,
                 marginV = frame.marginV + frame.unitV * kCorner + kPlace;
    const double half = linear ? 0.5 : 0;
    const double reachX = marginU * bitmap.width + half, reachY = marginV * bitmap.height + half;
    if (!(reachX < kMostTexels && reachY < kMostTexels)) return nullptr;
    return frame.fill(key, [&](double u, double v) {
        if (!(u + marginU >= 0 && u - marginU <= 1 && v + marginV >= 0 && v - marginV <= 1))
            return std::pair(false, false);
        const auto clamped = [](double at, int texels) {
            return static_cast<int>(std::clamp(at, 0.0, texels - 1.0));
        };
        const double x = u * bitmap.width, y = v * bitmap.height;
        auto [hides, shows] = test({clamped(x - reachX, bitmap.width), clamped(y - reachY, bitmap.height),
                                    clamped(x + reachX, bitmap.width), clamped(y + reachY, bitmap.height)});
        hides &= u - marginU >= 0 && u + marginU <= 1 && v - marginV >= 0 && v + marginV <= 1;
        return std::pair(hides, shows);
    });
}

}  // namespace

std::shared_ptr<const StageMask> makeColorMask(const Bitmap& bitmap, const SkinShape& skin,
                                               const Matrix& model, const StageMask::Key& key,
                                               Sampling sampling, const std::optional<TexelTest>& test) {
    const bool points = sampling == Sampling::Points, linear = sampling == Sampling::LinearPixels;
    const auto frame = MaskFrame::of(skin, model, key, bitmap.width, bitmap.height, points ? 0 : 0.5);
    if (!frame) return nullptr;
    const RangeTest rangeTest(bitmap, test, linear);
    return points ? maskByPoints(bitmap, *frame, key, rangeTest)
                  : maskByPixels(bitmap, *frame, key, linear, rangeTest);
}

ColorMask::ColorMask(const Drawable& d, const SkinShape& shape, const Raster* raster, Sampling sampling,
                     const std::optional<TexelTest>& test, double points) {
    constexpr double kFew = 256;  // finding a mask takes as long
    if (!raster || points < kFew || (d.effects.on & kShapeEffects)) return;
    const std::uint64_t what = (test ? test->key() : 0) | std::uint64_t{static_cast<std::uint8_t>(sampling)}
                                                              << 60;
    const StageMask::Key key{d.scaleX, d.scaleY, d.rotation.cos, d.rotation.sin, what};
    mask_ = raster->colorMasks.find(key);
    if (!mask_ && raster->colorMasks.pays(key, points, d.box.width() * d.box.height()))
        mask_ =
            raster->colorMasks.add(key, makeColorMask(raster->bitmap, shape, d.model, key, sampling, test));
    if (mask_ && !mask_->reaches(d.model)) mask_.reset();
    x_ = static_cast<int>(d.x), y_ = static_cast<int>(d.y);
}

}  // namespace ounce
