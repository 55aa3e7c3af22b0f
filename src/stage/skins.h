// The skins of a program: one for each costume. Geometry is known from the start; rasters are made when
// someone looks, once, whoever comes first, and never change.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "stage/bitmap.h"
#include "stage/hull.h"
#include "stage/mask.h"
#include "stage/silhouette.h"
#include "stage/svg/svg.h"
#include "stage/texel_set.h"
#include "stage/transform.h"

namespace ounce {

constexpr SkinId kNoSkin = -1, kPenSkin = -2, kBubbleSkin = -3;

// Rasters of SVG skins exist at 2^level times the size; bitmaps have one raster, called level 0.
constexpr int kLowestLevel = -8, kHighestLevel = 11;
constexpr std::int8_t kNoLevel = -100;

struct Raster {
    explicit Raster(Bitmap pixels);  // not premultiplied
    Bitmap bitmap;                   // premultiplied, as every colour query wants it
    Silhouette silhouette;
    bool opaque = false;  // every texel
    mutable MaskCache masks{}, colorMasks{};
    mutable TexelSets colors{};
    // The hull of a drawable without shape effects; made on demand.
    mutable std::once_flag hullOnce{};
    mutable Hull hull{};
    mutable HullCache hulls{};  // with them
};

class Skin {
  public:
    enum class Kind : std::uint8_t { Empty, Bitmap, Svg };

    SkinShape shape{};
    Kind kind = Kind::Empty;

    // The level that a drawable of this scale (percent) asks for; kNoLevel if official Scratch can make no
    // raster there.
    [[nodiscard]] std::int8_t levelFor(float scaleX, float scaleY) const;
    // Whether there is anything to look at when a query asks for the 100 % texture.
    [[nodiscard]] bool hasTexture() const { return kind != Kind::Svg || levelFor(100, 100) != kNoLevel; }
    // `level` as levelFor gave it; nullptr for kNoLevel.
    [[nodiscard]] const Raster* raster(int level) const;

  private:
    friend class Skins;
    [[nodiscard]] std::unique_ptr<const Raster> make(int level) const;

    SvgPicture svg_{};
    std::shared_ptr<const std::string> bytes_{};      // of a bitmap
    std::shared_ptr<const std::string> textBytes_{};  // of the picture that lies on it, if there is one
    bool doubled_ = false;
    double largestScale_ = 1;
    mutable std::mutex lock_{};
    mutable std::array<std::atomic<const Raster*>, kHighestLevel - kLowestLevel + 1> rasters_{};
    mutable std::vector<std::unique_ptr<const Raster>> owned_{};
};

class Skins {
  public:
    explicit Skins(const Project& project);
    [[nodiscard]] const Skin& operator[](SkinId skin) const { return skins_[static_cast<std::size_t>(skin)]; }
    [[nodiscard]] int count() const { return static_cast<int>(skins_.size()); }
    [[nodiscard]] SkinId find(int target, int costume) const;

    std::vector<std::string> warnings;

  private:
    // `largePixels`: of all large bitmaps so far.
    void add(const Project& project, const Target& target, const Costume& costume, double& largePixels);

    std::deque<Skin> skins_;
    std::vector<SkinId> firstOfTarget_;
};

}  // namespace ounce
