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

// Nothing when the bytes are no picture that Scratch shows. Looks at the header only.
std::optional<PictureInfo> inspectPicture(std::string_view bytes);

struct SoundInfo {
    double seconds = 0;  // as it lasts in Scratch, which plays everything but ADPCM at 44100 samples a second
    double rate = 0;     // of the file
    double samples = 0;  // of one channel, in the file
    bool operator==(const SoundInfo&) const = default;
};

// Nothing when the bytes are no sound that Scratch plays. Decodes nothing.
std::optional<SoundInfo> inspectSound(std::string_view bytes);

// What official Scratch shows for a costume whose file is missing or broken: an opaque light grey square with
// a black question mark, turning around its centre. A vector costume gets it 128 units wide, a bitmap costume
// 128 pixels of its bitmap resolution.
inline constexpr int kPlaceholderSize = 128;
const Bytes& placeholderPicture();  // as SVG

// What it plays for a missing or broken sound: a single silent sample.
SoundInfo placeholderSound();

// Adds a warning for every costume and sound whose file is missing or broken.
void checkAssets(Project& project);

}  // namespace ounce
