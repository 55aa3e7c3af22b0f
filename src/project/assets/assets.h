// What lies in a costume or sound file. The content decides, not the name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "project/project.h"

namespace ounce {

enum class AssetKind : std::uint8_t { Unknown, Png, Jpeg, Svg, Gif, Bmp, Wav, Mp3 };

AssetKind assetKind(std::string_view bytes);

struct PictureInfo {
    AssetKind kind = AssetKind::Unknown;
    int width = 0, height = 0;  // in pixels; 0 for SVG, whose size only a renderer knows
    bool operator==(const PictureInfo&) const = default;
};

// Nothing when the bytes are no picture that Scratch shows.
std::optional<PictureInfo> inspectPicture(std::string_view bytes);

struct SoundInfo {
    double seconds = 0;
    double rate = 0;     // samples a second
    double samples = 0;  // of one channel
    bool operator==(const SoundInfo&) const = default;
};

// Nothing when the bytes are no sound that Scratch plays.
std::optional<SoundInfo> inspectSound(std::string_view bytes);

// Adds a warning for every costume and sound whose file is missing or broken.
void checkAssets(Project& project);

}  // namespace ounce
