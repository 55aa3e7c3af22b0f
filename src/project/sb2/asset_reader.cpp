#include "project/sb2/asset_reader.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace ounce::sb2 {
namespace {

struct FileName {
    std::string stem;
    std::string extension;  // as it stands in the file
    std::string format;     // the same in lower case
};

FileName split(const std::string& md5Name, const std::string& usualExtension) {
    const auto dot = md5Name.find('.');
    FileName name{md5Name.substr(0, dot), dot == std::string::npos ? "" : md5Name.substr(dot + 1), ""};
    if (name.extension.empty()) name.extension = usualExtension;
    name.format = lowerCase(name.extension);
    return name;
}

}  // namespace

void AssetReader::read(const Json& object, Target& target) {
    for (const Json& json : memberItems(object, "costumes")) {
        if (!conversion_.mayMakeObject()) return;
        target.costumes.push_back(readCostume(json, target));
    }
    for (const Json& json : memberItems(object, "sounds")) {
        if (!conversion_.mayMakeObject()) return;
        target.sounds.push_back(readSound(json, target));
    }
}

Costume AssetReader::readCostume(const Json& json, const Target& target) {
    Costume costume;
    costume.name = memberText(json, "costumeName");
    const double resolution = memberNumber(json, "bitmapResolution", 1);
    costume.bitmapResolution = resolution == 0 ? 1 : resolution;
    if (target.isStage) {
        costume.rotationCenterX = 240 * *costume.bitmapResolution;
        costume.rotationCenterY = 180 * *costume.bitmapResolution;
    } else {
        const auto centre = [&](std::string_view name) {
            auto value = member(json, name);
            return value ? numberOf(*value) : std::nullopt;
        };
        costume.rotationCenterX = centre("rotationCenterX");
        costume.rotationCenterY = centre("rotationCenterY");
    }
    const FileName name = split(memberText(json, "baseLayerMD5"), "png");
    costume.dataFormat = name.format;
    const std::string sum = store(memberText(json, "baseLayerID") + "." + name.extension, name.format);
    if (sum.empty())
        conversion_.warn(fmt::format("{}: the file of costume \"{}\" is missing", target.name, costume.name));
    costume.assetId = sum.empty() ? name.stem : sum;
    costume.md5ext = costume.assetId + "." + (sum.empty() ? name.extension : name.format);

    const std::string textLayer = memberText(json, "textLayerMD5");
    if (!textLayer.empty() && textLayer != "null") {
        // Scratch 1.4 kept the text on a picture in a second picture. Whoever draws the costume finds it
        // here.
        const std::string textSum = store(memberText(json, "textLayerID") + ".png", "png");
        if (textSum.empty()) {
            conversion_.warn(
                fmt::format("{}: the text on costume \"{}\" is missing", target.name, costume.name));
        } else {
            JsonWriter file;
            file.string(textSum + ".png");
            costume.extra.emplace_back("textLayerMD5", file.take());
        }
    }
    return costume;
}

Sound AssetReader::readSound(const Json& json, const Target& target) {
    Sound sound;
    sound.name = memberText(json, "soundName");
    sound.format = memberText(json, "format");
    if (auto rate = member(json, "rate")) sound.rate = numberOf(*rate);
    if (auto count = member(json, "sampleCount")) sound.sampleCount = numberOf(*count);
    const FileName name = split(memberText(json, "md5"), "wav");
    const std::string stored = name.format == "mp3" ? "mp3" : "wav";
    const std::string sum = store(memberText(json, "soundID") + "." + name.format, stored);
    if (sum.empty())
        conversion_.warn(fmt::format("{}: the file of sound \"{}\" is missing", target.name, sound.name));
    sound.dataFormat = sum.empty() ? name.format : stored;
    sound.assetId = sum.empty() ? name.stem : sum;
    sound.md5ext = sound.assetId + "." + (sum.empty() ? name.extension : stored);
    return sound;
}

std::string AssetReader::store(const std::string& fileName, const std::string& extension) {
    const Bytes bytes = asset_ ? asset_(fileName) : nullptr;
    if (!bytes) return "";
    std::string sum = md5(*bytes);
    project_.assets.try_emplace(sum + "." + extension, bytes);
    return sum;
}

}  // namespace ounce::sb2
