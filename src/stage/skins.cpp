#include "stage/skins.h"

#include <algorithm>
#include <cmath>

#include "project/assets/assets.h"
#include "stage/raster_cache.h"

namespace ounce {

namespace {

constexpr double kLargestTexture = 2048;
constexpr double kLargePicture = 1 << 20, kMostLargePixels = 48 << 20;

// The largest power of two from 2 on at which the texture is not larger than 2048; 1 if there is none.
double largestScaleFor(const SkinShape& shape) {
    const double dimension = std::ceil(std::max(shape.width, shape.height));
    double scale = 1;
    for (double next = 2; dimension * next <= kLargestTexture && next <= 2048; next *= 2) scale = next;
    return scale;
}

Bitmap svgRaster(const SvgPicture& picture, int level) {
    const double scale = std::ldexp(1, level);
    if (!isWorthKeeping(picture.text)) return rasterizeSvg(picture, scale);
    const Bitmap size = svgRasterSize(picture, scale);
    auto kept = loadRaster(picture.text, level);
    if (kept && kept->width == size.width && kept->height == size.height) return std::move(*kept);
    Bitmap bitmap = rasterizeSvg(picture, scale);
    storeRaster(picture.text, level, bitmap);
    return bitmap;
}

}  // namespace

Raster::Raster(Bitmap pixels)
    : bitmap(std::move(pixels)), silhouette(bitmap.rgba.data(), bitmap.width, bitmap.height) {
    opaque = !bitmap.rgba.empty();
    for (std::size_t i = 0; i < bitmap.rgba.size(); i += 4) {
        if (bitmap.rgba[i + 3] == 255) continue;
        opaque = false;
        const double alpha = bitmap.rgba[i + 3] / 255.0;
        for (std::size_t k = i; k < i + 3; k++) bitmap.rgba[k] = clampedByte(bitmap.rgba[k] * alpha);
    }
}

std::int8_t Skin::levelFor(float scaleX, float scaleY) const {
    if (kind != Kind::Svg) return 0;
    const double wanted =
        std::min(std::max(std::abs(double{scaleX}), std::abs(double{scaleY})) / 100, largestScale_);
    int level = kLowestLevel;
    if (wanted > 0) {
        const double fraction = std::frexp(wanted, &level);  // 0.5 <= fraction < 1
        if (fraction == 0.5) level--;
        level = std::clamp(level, kLowestLevel, kHighestLevel);
    }
    return svgRasterSize(svg_, std::ldexp(1, level)).width == 0 ? kNoLevel : static_cast<std::int8_t>(level);
}

const Raster* Skin::raster(int level) const {
    if (level == kNoLevel || kind == Kind::Empty) return nullptr;
    std::atomic<const Raster*>& slot = rasters_[static_cast<std::size_t>(level - kLowestLevel)];
    if (const Raster* made = slot.load(std::memory_order_acquire)) return made;
    const std::lock_guard guard(lock_);
    if (const Raster* made = slot.load(std::memory_order_relaxed)) return made;
    owned_.push_back(make(level));
    slot.store(owned_.back().get(), std::memory_order_release);
    return owned_.back().get();
}

std::unique_ptr<const Raster> Skin::make(int level) const {
    if (kind == Kind::Svg) return std::make_unique<const Raster>(svgRaster(svg_, level));
    Result<Bitmap> decoded = decodeBitmap(*bytes_);
    Bitmap bitmap = decoded ? std::move(*decoded) : Bitmap{};
    if (textBytes_ && decoded)
        if (const Result<Bitmap> text = decodeBitmap(*textBytes_)) drawOver(*text, bitmap);
    passThroughCanvas(bitmap);
    if (doubled_) bitmap = doubled(bitmap);
    return std::make_unique<const Raster>(std::move(bitmap));
}

Skins::Skins(const Project& project) {
    double largePixels = 0;
    for (const Target& target : project.targets) {
        firstOfTarget_.push_back(count());
        for (const Costume& costume : target.costumes) add(project, target, costume, largePixels);
    }
    firstOfTarget_.push_back(count());
}

SkinId Skins::find(int target, int costume) const {
    if (target < 0 || costume < 0 || static_cast<std::size_t>(target) + 1 >= firstOfTarget_.size())
        return kNoSkin;
    const SkinId skin = firstOfTarget_[static_cast<std::size_t>(target)] + costume;
    return skin < firstOfTarget_[static_cast<std::size_t>(target) + 1] ? skin : kNoSkin;
}

void Skins::add(const Project& project, const Target& target, const Costume& costume, double& largePixels) {
    Skin& skin = skins_.emplace_back();
    const auto warn = [&](const std::string& why) {
        warnings.push_back(target.name + ": costume \"" + costume.name + "\": " + why +
                           "; a placeholder is shown instead");
    };
    const auto setSvg = [&](const SvgPicture& svg, bool useCenter) {
        skin.shape.width = svg.width;
        skin.shape.height = svg.height;
        if (svg.width == 0 || svg.height == 0) return;  // stays empty
        skin.kind = Skin::Kind::Svg;
        const bool given = useCenter && costume.rotationCenterX && costume.rotationCenterY;
        skin.shape.centerX = static_cast<float>((given ? *costume.rotationCenterX : svg.width / 2) - svg.x);
        skin.shape.centerY = static_cast<float>((given ? *costume.rotationCenterY : svg.height / 2) - svg.y);
        skin.largestScale_ = largestScaleFor(skin.shape);
        skin.svg_ = svg;
    };
    // The grey question mark has as many pixels as units if the costume was to be a bitmap.
    const auto setPlaceholder = [&] {
        // The same for all: a file may name hundreds of thousands of costumes that are not there.
        static const Result<SvgPicture> prepared = prepareSvg(*placeholderPicture(), false);
        if (!prepared) return;
        SvgPicture svg = *prepared;
        const double resolution = costume.dataFormat == "svg"                 ? 1
                                  : costume.bitmapResolution.value_or(1) == 1 ? 1
                                                                              : 2;
        svg.x = svg.y = 0;
        svg.width = svg.height = svg.intrinsicWidth = svg.intrinsicHeight = kPlaceholderSize / resolution;
        setSvg(svg, false);
    };

    const auto asset = project.assets.find(costume.fileName());
    if (asset == project.assets.end() || !asset->second) {
        warn("its file " + costume.fileName() + " is missing");
        return setPlaceholder();
    }
    if (costume.dataFormat == "svg") {
        auto svg = prepareSvg(*asset->second, project.format == Format::Sb2);
        if (svg && svg->incomplete)
            warnings.push_back(target.name + ": costume \"" + costume.name +
                               "\" has too much in it to draw; parts of it are left out");
        if (svg) return setSvg(*svg, true);
        warn(svg.error().message());
        return setPlaceholder();
    }
    const auto size = bitmapSize(*asset->second);
    if (!size) {
        warn(size.error().message());
        return setPlaceholder();
    }
    // Scratch 1.4 kept the text on a picture in a second one. Without it there is no costume.
    for (const auto& [name, value] : costume.extra) {
        if (name != "textLayerMD5") continue;
        const auto text = project.assets.find(value.substr(1, value.size() - 2));  // without quotes
        if (text == project.assets.end() || !text->second) continue;
        if (const auto textSize = bitmapSize(*text->second); !textSize) {
            warn("its text layer: " + textSize.error().message());
            return setPlaceholder();
        }
        skin.textBytes_ = text->second;
    }
    // A few bytes can say that a picture has millions of pixels, of one colour. Scratch's own editor never
    // makes pictures of more than 960 × 720; what is larger counts.
    const double pixels = static_cast<double>(size->width) * size->height;
    if (pixels > kLargePicture && (largePixels += pixels) > kMostLargePixels) {
        warn("it and other large pictures have too many pixels together");
        return setPlaceholder();
    }
    skin.kind = Skin::Kind::Bitmap;
    skin.bytes_ = asset->second;
    skin.doubled_ = costume.bitmapResolution == 1;
    const double texels = skin.doubled_ ? 2 : 1;
    skin.shape.width = size->width * texels / 2;
    skin.shape.height = size->height * texels / 2;
    const bool given = costume.rotationCenterX && costume.rotationCenterY;
    skin.shape.centerX =
        static_cast<float>(given ? *costume.rotationCenterX * texels / 2 : skin.shape.width / 2);
    skin.shape.centerY =
        static_cast<float>(given ? *costume.rotationCenterY * texels / 2 : skin.shape.height / 2);
}

}  // namespace ounce
