#include "stage/mask.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "stage/mask_build.h"
#include "stage/memory.h"

namespace ounce {

namespace {

constexpr double kMostPoints = 1 << 20;      // of one mask
constexpr std::size_t kMostBytes = 4 << 20;  // of all masks of a raster
constexpr std::size_t kMostMasks = 720;
constexpr std::size_t kMostUses = 64;

// The inverse matrix and the result are rounded, and values within a millionth of 0 are moved to 0.
double margin(double perX, double perY) {
    constexpr double kHalfUlp = 1.0 / (1 << 24);
    return (std::abs(perX) + std::abs(perY)) * kFarthestOrigin * 4 * kHalfUlp + 4 * kHalfUlp + 1e-6;
}

}  // namespace

std::optional<MaskFrame> MaskFrame::of(const SkinShape& skin, const Matrix& model, const StageMask::Key& key,
                                       int texelsX, int texelsY, double shift) {
    MaskFrame frame;
    const double a = model.a, b = model.b, c = model.c, d = model.d, r = 1 / (a * d - c * b);
    if (texelsX < 2 || texelsY < 2 || !std::isfinite(r)) return std::nullopt;
    // The origin of the skin's middle, relative to the position, before it is rounded.
    const double offsetX = static_cast<float>((skin.centerX - skin.width / 2) * key.scaleX / 100);
    const double offsetY = static_cast<float>((skin.centerY - skin.height / 2) * key.scaleY / 100 * -1);
    frame.e_ = key.cos * offsetX - double{key.sin} * offsetY;
    frame.f_ = key.sin * offsetX + double{key.cos} * offsetY;

    // Texels reach from -1 to their number; half a texel more leaves room for the margin.
    const auto reach = [](int texels) { return 0.5 + 1.5 / (texels - 1) + 0.01; };
    const double reachX = reach(texelsX), reachY = reach(texelsY);
    frame.extentX_ = std::abs(a) * reachX + std::abs(c) * reachY + shift;
    frame.extentY_ = std::abs(b) * reachX + std::abs(d) * reachY + shift;
    if (!(frame.extentX_ * frame.extentY_ * 4 < kMostPoints)) return std::nullopt;
    if (!(std::abs(frame.e_) + frame.extentX_ < kMostPoints &&
          std::abs(frame.f_) + frame.extentY_ < kMostPoints))
        return std::nullopt;
    frame.a_ = a, frame.b_ = b, frame.c_ = c, frame.d_ = d, frame.r_ = r, frame.shift_ = shift;
    frame.marginU = margin(d * r, c * r), frame.marginV = margin(b * r, a * r);
    frame.unitU = (std::abs(d) + std::abs(c)) * std::abs(r);
    frame.unitV = (std::abs(b) + std::abs(a)) * std::abs(r);
    return frame;
}

std::shared_ptr<const StageMask> StageMask::make(const Silhouette& silhouette, const SkinShape& skin,
                                                 const Matrix& model, const Key& key) {
    const int texelsX = silhouette.width(), texelsY = silhouette.height();
    const auto frame = MaskFrame::of(skin, model, key, texelsX, texelsY);
    if (!frame) return nullptr;
    const double marginX = frame->marginU * (texelsX - 1), marginY = frame->marginV * (texelsY - 1);
    const auto covered = [&](double x, double y) {
        return key.what == kTouchLinear ? silhouette.linearAt(x, y) : silhouette.nearestAt(x, y);
    };
    const auto mask = frame->fill(key, [&](double u, double v) {
        const double x = u * (texelsX - 1), y = v * (texelsY - 1);
        const double lowX = std::floor(x - marginX), highX = std::floor(x + marginX);
        const double lowY = std::floor(y - marginY), highY = std::floor(y + marginY);
        const bool first = covered(lowX, lowY);
        bool all = first, any = first;
        if (lowX != highX || lowY != highY)
            for (const bool other : {covered(highX, lowY), covered(lowX, highY), covered(highX, highY)})
                all &= other, any |= other;
        return std::pair(all, any);
    });
    mask->silhouette_ = &silhouette;
    return mask;
}

bool StageMask::reaches(const Matrix& model) const {
    return std::abs(model.e) < kFarthestOrigin && std::abs(model.f) < kFarthestOrigin;
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

bool MaskCache::pays(const StageMask::Key& key, double points, double cost) {
    const std::lock_guard guard(lock_);
    for (Use& use : uses_) {
        if (use.key != key) continue;
        if ((use.points += points) <= cost) return false;
        std::swap(use, uses_.back());
        uses_.pop_back();
        return true;
    }
    if (points > cost) return true;
    if (uses_.size() >= kMostUses) uses_.clear();
    uses_.push_back({key, points});
    return false;
}

}  // namespace ounce
