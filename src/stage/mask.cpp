#include "stage/mask.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "stage/memory.h"

namespace ounce {

namespace {

constexpr double kFarthest = 600;            // of a drawable's origin, for the margins below
constexpr double kMostPoints = 1 << 20;      // of one mask
constexpr std::size_t kMostBytes = 4 << 20;  // of all masks of a raster
constexpr std::size_t kMostMasks = 720;

// How far the renderer's single precision can move a texture coordinate away from the true one: the inverse
// matrix and the result are rounded, and values within a millionth of 0 are moved to 0.
double margin(double perX, double perY) {
    constexpr double kHalfUlp = 1.0 / (1 << 24);
    return (std::abs(perX) + std::abs(perY)) * kFarthest * 4 * kHalfUlp + 4 * kHalfUlp + 1e-6;
}

}  // namespace

std::shared_ptr<const StageMask> StageMask::make(const Silhouette& silhouette, const SkinShape& skin,
                                                 const Matrix& model, const Key& key) {
    const int texelsX = silhouette.width(), texelsY = silhouette.height();
    const double a = model.a, b = model.b, c = model.c, d = model.d, r = 1 / (a * d - c * b);
    if (texelsX < 2 || texelsY < 2 || !std::isfinite(r)) return nullptr;
    // The origin of the skin's middle, relative to the position, before it is rounded.
    const double offsetX = static_cast<float>((skin.centerX - skin.width / 2) * key.scaleX / 100);
    const double offsetY = static_cast<float>((skin.centerY - skin.height / 2) * key.scaleY / 100 * -1);
    const double e = key.cos * offsetX - double{key.sin} * offsetY,
                 f = key.sin * offsetX + double{key.cos} * offsetY;

    // Texels reach from -1 to their number; half a texel more leaves room for the margin.
    const auto reach = [](int texels) { return 0.5 + 1.5 / (texels - 1) + 0.01; };
    const double reachX = reach(texelsX), reachY = reach(texelsY);
    const double extentX = std::abs(a) * reachX + std::abs(c) * reachY,
                 extentY = std::abs(b) * reachX + std::abs(d) * reachY;
    if (!(extentX * extentY * 4 < kMostPoints)) return nullptr;
    if (!(std::abs(e) + extentX < kMostPoints && std::abs(f) + extentY < kMostPoints)) return nullptr;

    auto mask = std::make_shared<StageMask>();
    mask->silhouette_ = &silhouette;
    mask->key_ = key;
    mask->left_ = static_cast<int>(std::floor(e - extentX));
    mask->bottom_ = static_cast<int>(std::floor(f - extentY));
    mask->width_ = static_cast<int>(std::ceil(e + extentX)) - mask->left_ + 1;
    mask->height_ = static_cast<int>(std::ceil(f + extentY)) - mask->bottom_ + 1;
    mask->stride_ = static_cast<std::size_t>(mask->width_) / 64 + 2;
    mask->bits_.assign(mask->stride_ * 2 * static_cast<std::size_t>(mask->height_), 0);

    const double marginX = margin(d * r, c * r) * (texelsX - 1),
                 marginY = margin(b * r, a * r) * (texelsY - 1);
    const auto covered = [&](double x, double y) {
        return key.linear ? silhouette.linearAt(x, y) : silhouette.nearestAt(x, y);
    };
    for (int row = 0; row < mask->height_; row++) {
        std::uint64_t* sure = &mask->bits_[static_cast<std::size_t>(row) * mask->stride_ * 2];
        std::uint64_t* maybe = sure + mask->stride_;
        const double dy = mask->bottom_ + row - f;
        for (int column = 0; column < mask->width_; column++) {
            const double dx = mask->left_ + column - e;
            const double x = (0.5 - (dx * d - dy * c) * r) * (texelsX - 1),
                         y = (0.5 + (dy * a - dx * b) * r) * (texelsY - 1);
            const double lowX = std::floor(x - marginX), highX = std::floor(x + marginX);
            const double lowY = std::floor(y - marginY), highY = std::floor(y + marginY);
            const bool first = covered(lowX, lowY);
            bool all = first, any = first;
            if (lowX != highX || lowY != highY)
                for (const bool other : {covered(highX, lowY), covered(lowX, highY), covered(highX, highY)})
                    all &= other, any |= other;
            const auto index = static_cast<std::size_t>(column) / 64;
            sure[index] |= std::uint64_t{all} << (column & 63);
            maybe[index] |= std::uint64_t{any} << (column & 63);
        }
    }
    return mask;
}

bool StageMask::reaches(const Matrix& model) const {
    return std::abs(model.e) < kFarthest && std::abs(model.f) < kFarthest;
}

bool StageMask::meet(const StageMask& a, const Sampler& readyA, const StageMask& b, const Sampler& readyB,
                     const Rectangle& area) {
    const int left = static_cast<int>(area.left), right = static_cast<int>(area.right);
    const int ax = static_cast<int>(readyA.drawable->x), ay = static_cast<int>(readyA.drawable->y);
    const int bx = static_cast<int>(readyB.drawable->x), by = static_cast<int>(readyB.drawable->y);
    for (int y = static_cast<int>(area.bottom); y <= static_cast<int>(area.top); y++)
        for (int x = left; x <= right; x += 64) {
            const Points pa = a.points(x - ax, y - ay), pb = b.points(x - bx, y - by);
            const std::uint64_t inside =
                right - x >= 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << (right - x)) - 1;
            std::uint64_t maybe = pa.maybe & pb.maybe & inside;
            if (maybe == 0) continue;
            if (pa.sure & pb.sure & inside) return true;
            for (; maybe != 0; maybe &= maybe - 1) {
                const double px = x + std::countr_zero(maybe);
                if (readyA.touches(px, y) && readyB.touches(px, y)) return true;
            }
        }
    return false;
}

std::shared_ptr<const StageMask> MaskCache::find(const StageMask::Key& key) const {
    const std::lock_guard guard(lock_);
    for (const auto& mask : masks_)
        if (mask->key() == key) return mask;
    return nullptr;
}

std::shared_ptr<const StageMask> MaskCache::add(const StageMask::Key& key,
                                                std::shared_ptr<const StageMask> mask) {
    if (!mask) return nullptr;
    const std::lock_guard guard(lock_);
    for (const auto& other : masks_)
        if (other->key() == key) return other;
    if (bytes_ + mask->bytes() > kMostBytes || masks_.size() >= kMostMasks) {
        masks_.clear();
        bytes_ = 0;
    }
    bytes_ += mask->bytes();
    masks_.push_back(mask);
    return mask;
}

}  // namespace ounce
