// The points of the stage that a drawable covers, as bits, relative to its position: made once for a raster,
// size and direction, used wherever the drawable goes. Single precision makes the renderer's answer at the
// border of a texel depend on the position, so each point has two bits: surely covered, and possibly covered.
// Only points that are possible but not sure are asked again, exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "stage/transform.h"

namespace ounce {

class Silhouette;
struct Sampler;

// Bit i of `summary` says whether the i-th 64 of a row's bits have one that is set. Says the same of the 64
// bits that start at `at`, of the next 64, and so on.
inline std::uint64_t wordsFrom(std::uint64_t summary, int at) {
    const auto shifted = [summary](int by) {
        return by >= 64 || by <= -64 ? 0 : by >= 0 ? summary >> by : summary << -by;
    };
    const int first = at >> 6;
    return shifted(first) | shifted(first + 1);
}

class StageMask {
  public:
    static constexpr std::uint64_t kTouchNearest = 0, kTouchLinear = 1;
    // What, besides the raster, decides the bits.
    struct Key {
        float scaleX = 0, scaleY = 0, cos = 0, sin = 0;
        std::uint64_t what = kTouchNearest;  // or which colours (color_mask.h)
        bool operator==(const Key&) const = default;
    };

    // Null when the shape is too large or has no inverse.
    static std::shared_ptr<const StageMask> make(const Silhouette& silhouette, const SkinShape& skin,
                                                 const Matrix& model, const Key& key);

    [[nodiscard]] const Key& key() const { return key_; }
    [[nodiscard]] bool belongsTo(const Silhouette& silhouette, const Key& key) const {
        return silhouette_ == &silhouette && key_ == key;
    }
    // The margins hold for origins that are not too far from the stage.
    [[nodiscard]] bool reaches(const Matrix& model) const;
    [[nodiscard]] std::size_t bytes() const {
        return (bits_.size() + summaries_.size()) * sizeof(std::uint64_t);
    }

    // Whether both cover a whole-numbered point of the area.
    static bool meet(const StageMask& a, const Sampler& readyA, const StageMask& b, const Sampler& readyB,
                     const Rectangle& area);

    // 64 points from (x, y) to the right, relative to the drawable's position; bit 0 is x.
    struct Points {
        std::uint64_t sure = 0, maybe = 0;
    };
    [[nodiscard]] Points points(int x, int y) const {
        if (y < bottom_ || y >= bottom_ + height_ || x <= left_ - 64 || x >= left_ + width_) return {};
        const std::uint64_t* row = &bits_[static_cast<std::size_t>(y - bottom_) * stride_ * 2];
        return {word(row, x - left_), word(row + stride_, x - left_)};
    }

    // Bit i: whether a point may be covered among the 64 that start at (x + 64 i, y).
    [[nodiscard]] std::uint64_t words(int x, int y) const {
        if (y < bottom_ || y >= bottom_ + height_) return 0;
        if (stride_ > 64) return ~std::uint64_t{0};
        return wordsFrom(summaries_[static_cast<std::size_t>(y - bottom_)], x - left_);
    }

  private:
    friend class MaskFrame;
    // `at` > -64; rows end with an empty word.
    [[nodiscard]] std::uint64_t word(const std::uint64_t* row, int at) const {
        if (at < 0) return row[0] << -at;
        const auto index = static_cast<std::size_t>(at) / 64;
        const int shift = at & 63;
        return shift == 0 ? row[index] : row[index] >> shift | row[index + 1] << (64 - shift);
    }

    const Silhouette* silhouette_ = nullptr;  // of a mask of touches
    Key key_{};
    int left_ = 0, bottom_ = 0, width_ = 0, height_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> bits_;       // each row: the sure bits, then the possible ones
    std::vector<std::uint64_t> summaries_;  // of each row's possible bits; means nothing for very wide masks
};

// The masks of one raster, shared by all threads. Bounded: when it is full it starts anew.
class MaskCache {
  public:
    std::shared_ptr<const StageMask> find(const StageMask::Key& key) const;
    // Returns the one to use: `mask`, or what another thread added meanwhile.
    std::shared_ptr<const StageMask> add(const StageMask::Key& key, std::shared_ptr<const StageMask> mask);

    // Whether a mask that takes `cost` to make is worth it, with `points` more that it would have saved.
    bool pays(const StageMask::Key& key, double points, double cost);

  private:
    struct Use {
        StageMask::Key key;
        double points = 0;
    };
    mutable std::mutex lock_;
    std::vector<Use> uses_;
    std::vector<std::shared_ptr<const StageMask>> masks_;
    std::size_t bytes_ = 0;
};

}  // namespace ounce
