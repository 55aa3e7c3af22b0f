#include "project/text/head_writer.h"

#include <algorithm>

#include "base/file.h"
#include "base/number.h"
#include "project/text/picture.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

constexpr std::size_t kLineWidth = 100;

std::string number(double value) { return scalarToText(value); }

std::string extensionOf(std::string_view file) {
    const auto dot = file.rfind('.');
    return dot == std::string_view::npos ? std::string() : std::string(file.substr(dot + 1));
}

const std::string* bytesOf(const Project& project, const std::string& fileName) {
    const auto at = project.assets.find(fileName);
    return at == project.assets.end() ? nullptr : at->second.get();
}

// What every asset has behind its kind; `file` is the name it was written under.
template <class Asset>
std::string nameOptions(const Asset& asset, const std::string& file) {
    std::string out;
    const std::string extension = extensionOf(file);
    if (asset.dataFormat != extension) out += " format " + quote(asset.dataFormat);
    if (asset.assetId != file.substr(0, std::min(file.rfind('.'), file.size())))
        out += " id " + quote(asset.assetId);
    return out;
}

// A file name made of the content: names in a project may be anything, also a path to somewhere else.
std::string safeName(const std::string& bytes, std::string_view format) {
    const bool plain = !format.empty() && format.size() <= 4 &&
                       std::all_of(format.begin(), format.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return md5(bytes) + "." + std::string(plain || format == "mp3" ? format : "bin");
}

// `file "…"`, or `asset "…"` where nobody takes files or there is no content.
template <class Asset>
std::string storedAsset(const Project& project, const Asset& asset, AssetFiles* files) {
    const auto at = project.assets.find(asset.fileName());
    if (files == nullptr || at == project.assets.end() || !at->second) {
        return "asset " + quote(asset.fileName()) + nameOptions(asset, asset.fileName());
    }
    const std::string name = safeName(*at->second, asset.dataFormat);
    files->files[name] = at->second;
    std::string text = "file " + quote(files->folder.empty() ? name : files->folder + "/" + name);
    if (asset.dataFormat != extensionOf(name)) text += " format " + quote(asset.dataFormat);
    return text;
}

std::string shapeText(const Picture& picture) {
    switch (picture.kind) {
        case Picture::Kind::Circle: return "circle " + number(picture.width) + ' ' + picture.colour;
        case Picture::Kind::Rect:
            return "rect " + number(picture.width) + ' ' + number(picture.height) + ' ' + picture.colour;
        case Picture::Kind::Text:
            return "text " + quote(picture.text) + ' ' + number(picture.height) + ' ' + picture.colour;
        default: return "empty";
    }
}

bool isOwnName(const std::string& assetId, const std::string& fileName, const std::string& bytes,
               std::string_view format) {
    return assetId == md5(bytes) && fileName == assetId + "." + std::string(format);
}

std::string costumeLine(const Project& project, const Target& target, const Costume& costume,
                        AssetFiles* files) {
    std::string line = (target.isStage ? "backdrop " : "costume ") + quote(costume.name) + ' ';
    const std::string* bytes = bytesOf(project, costume.fileName());
    std::optional<Picture> picture = bytes != nullptr ? pictureOf(*bytes) : std::nullopt;
    const bool validColour = picture && (picture->kind == Picture::Kind::Empty ||
                                         isColourText(picture->colour) || isColourName(picture->colour));
    bool centred = false;
    if (validColour && isOwnName(costume.assetId, costume.fileName(), *bytes, "svg") &&
        costume.dataFormat == "svg") {
        line += shapeText(*picture);
        centred = costume.rotationCenterX == pictureWidth(*picture) / 2 &&
                  costume.rotationCenterY == pictureHeight(*picture) / 2;
    } else {
        line += storedAsset(project, costume, files);
    }
    if (!centred && costume.rotationCenterX && costume.rotationCenterY) {
        line += " centre " + number(*costume.rotationCenterX) + ' ' + number(*costume.rotationCenterY);
    }
    if (costume.bitmapResolution) line += " resolution " + number(*costume.bitmapResolution);
    return line;
}

std::string soundLine(const Project& project, const Sound& sound, AssetFiles* files) {
    std::string line = "sound " + quote(sound.name) + ' ';
    const std::string* bytes = bytesOf(project, sound.fileName());
    const std::optional<double> seconds = bytes != nullptr ? silenceOf(*bytes) : std::nullopt;
    if (seconds && isOwnName(sound.assetId, sound.fileName(), *bytes, "wav") && sound.format.empty()) {
        return line + "silence " + number(*seconds) + " seconds";
    }
    line += storedAsset(project, sound, files);
    if (!sound.format.empty()) line += " coding " + quote(sound.format);
    if (sound.rate) line += " rate " + number(*sound.rate);
    if (sound.sampleCount) line += " samples " + number(*sound.sampleCount);
    return line;
}

// The items after one another; a line that ends with a comma goes on in the next.
void addList(std::vector<std::string>& lines, const ListVariable& list) {
    std::string line = "list " + quoteIfNeeded(list.name);
    if (!list.items.empty()) line += " =";
    for (std::size_t i = 0; i < list.items.size(); i++) {
        std::string item = ' ' + scalarToText(list.items[i]);
        if (i + 1 < list.items.size()) item += ',';
        if (line.size() + item.size() > kLineWidth && i > 0) {
            lines.push_back(std::move(line));
            line = "   ";
        }
        line += item;
    }
    lines.push_back(std::move(line));
}

std::string rotationText(const std::string& style) {
    for (std::string_view known : {"all around", "left-right", "don't rotate"}) {
        if (style == known) return style;
    }
    return quote(style);
}

// Where and how a sprite stands, and what is unusual about it.
std::vector<std::string> stateLines(const Target& target, std::size_t position) {
    std::vector<std::string> lines;
    std::string line;
    const auto add = [&](bool unusual, const std::string& text) {
        if (unusual) line += (line.empty() ? "" : "  ") + text;
    };
    if (!target.isStage) {
        add(true, "at x: " + number(target.x) + " y: " + number(target.y));
        add(target.size != 100, "size " + number(target.size));
        add(target.direction != 90, "direction " + number(target.direction));
        add(target.rotationStyle != "all around", "rotation " + rotationText(target.rotationStyle));
        add(!target.visible, "hidden");
        add(target.draggable, "draggable");
    } else {
        add(target.tempo != 60, "tempo " + number(target.tempo));
        add(target.videoState != "on", "video " + quote(target.videoState));
        add(target.videoTransparency != 50, "transparency " + number(target.videoTransparency));
        if (target.textToSpeechLanguage) add(true, "speech " + quote(*target.textToSpeechLanguage));
    }
    add(target.currentCostume != 0,
        (target.isStage ? "current backdrop " : "current costume ") + number(target.currentCostume + 1));
    add(target.volume != 100, "volume " + number(target.volume));
    const double usualLayer = static_cast<double>(position);
    add(target.layerOrder && *target.layerOrder != usualLayer,
        "layer " + number(target.layerOrder.value_or(0)));
    if (!line.empty()) lines.push_back(std::move(line));
    return lines;
}

}  // namespace

std::vector<std::string> writeHead(const Project& project, std::size_t position, AssetFiles* files,
                                   const Monitors& monitors, const std::vector<std::string>& messages,
                                   const std::vector<std::string>& extensions) {
    const Target& target = project.targets[position];
    std::vector<std::string> lines;
    for (const Costume& costume : target.costumes) {
        lines.push_back(costumeLine(project, target, costume, files));
    }
    if (target.costumes.empty()) lines.emplace_back(target.isStage ? "no backdrops" : "no costumes");
    for (const Sound& sound : target.sounds) {
        lines.push_back(soundLine(project, sound, files));
    }
    for (std::string& line : stateLines(target, position)) lines.push_back(std::move(line));
    for (const Variable& variable : target.variables) {
        lines.push_back((variable.cloud ? "cloud variable " : "variable ") + quoteIfNeeded(variable.name) +
                        " = " + scalarToText(variable.value) + monitors.of(variable.id, false));
    }
    for (const ListVariable& list : target.lists) {
        const std::string monitor = monitors.of(list.id, true);
        // Without items the name alone must say where it ends.
        if (list.items.empty() && !monitor.empty()) {
            lines.push_back("list " + quote(list.name) + monitor);
            continue;
        }
        addList(lines, list);
        lines.back() += monitor;
    }
    if (target.isStage) lines.insert(lines.end(), monitors.lines().begin(), monitors.lines().end());
    for (const std::string& message : messages) lines.push_back("message " + quote(message));
    for (const std::string& extension : extensions) lines.push_back("extension " + quote(extension));
    std::string header = target.isStage ? "stage" : "sprite " + quoteIfNeeded(target.name);
    if (target.isStage && target.name != "Stage") header += ' ' + quote(target.name);
    for (std::string& line : lines) line.insert(0, "  ");
    lines.insert(lines.begin(), std::move(header));
    return lines;
}

}  // namespace ounce::text
