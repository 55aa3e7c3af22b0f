// Filling a StageMask: where each of its points lies on the skin, and how exactly that is known.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "stage/mask.h"

namespace ounce {

// How far from the stage a drawable's origin may be for the margins to hold.
constexpr double kFarthestOrigin = 600;

class MaskFrame {
  public:
    // None when the shape is too large or has no inverse. `shift`: where in its square a point lies, 0 or a
    // half.
    static std::optional<MaskFrame> of(const SkinShape& skin, const Matrix& model, const StageMask::Key& key,
                                       int texelsX, int texelsY, double shift = 0);

    // How far the renderer's single precision can move u and v away from the true ones, and how far a place
    // on the skin moves for a unit of the stage.
    double marginU = 0, marginV = 0, unitU = 0, unitV = 0;

    // Calls look(u, v), which says {surely, possibly}, for every point.
    template <class Look>
    std::shared_ptr<StageMask> fill(const StageMask::Key& key, Look look) const {
        auto mask = std::make_shared<StageMask>();
        mask->key_ = key;
        mask->left_ = static_cast<int>(std::floor(e_ - extentX_));
        mask->bottom_ = static_cast<int>(std::floor(f_ - extentY_));
        mask->width_ = static_cast<int>(std::ceil(e_ + extentX_)) - mask->left_ + 1;
        mask->height_ = static_cast<int>(std::ceil(f_ + extentY_)) - mask->bottom_ + 1;
        mask->stride_ = static_cast<std::size_t>(mask->width_) / 64 + 2;
        mask->bits_.assign(mask->stride_ * 2 * static_cast<std::size_t>(mask->height_), 0);
        mask->summaries_.assign(static_cast<std::size_t>(mask->height_), 0);
        for (int row = 0; row < mask->height_; row++) {
            std::uint64_t* sure = &mask->bits_[static_cast<std::size_t>(row) * mask->stride_ * 2];
            std::uint64_t* maybe = sure + mask->stride_;
            const double dy = mask->bottom_ + row + shift_ - f_;
            for (int column = 0; column < mask->width_; column++) {
                const double dx = mask->left_ + column + shift_ - e_;
                const auto [surely, possibly] =
                    look(0.5 - (dx * d_ - dy * c_) * r_, 0.5 + (dy * a_ - dx * b_) * r_);
                const auto index = static_cast<std::size_t>(column) / 64;
                sure[index] |= std::uint64_t{surely} << (column & 63);
                maybe[index] |= std::uint64_t{possibly} << (column & 63);
            }
            std::uint64_t& summary = mask->summaries_[static_cast<std::size_t>(row)];
            for (std::size_t i = 0; i < std::min<std::size_t>(mask->stride_, 64); i++)
                summary |= std::uint64_t{maybe[i] != 0} << i;
        }
        return mask;
    }

  private:
    double a_ = 0, b_ = 0, c_ = 0, d_ = 0, r_ = 0;  // the model matrix and the inverse of its determinant
    double e_ = 0, f_ = 0;                          // the skin's middle, relative to the position
    double extentX_ = 0, extentY_ = 0, shift_ = 0;
};

}  // namespace ounce
