// Costumes and sounds in the head of a sprite.
#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/text.h"
#include "project/assets/assets.h"
#include "project/text/head_line.h"

namespace ounce::text {
namespace {

constexpr std::size_t kFileLimit = std::size_t{64} << 20;
constexpr std::size_t kFilesLimit = std::size_t{192} << 20;

bool isRelativePath(std::string_view path) {
    if (path.empty() || path[0] == '/' || path.find('\\') != std::string_view::npos ||
        path.find('\0') != std::string_view::npos) {
        return false;
    }
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (part == "..") return false;
        path.remove_prefix(std::min(path.size(), part.size() + 1));
    }
    return true;
}

std::string extensionOf(std::string_view file) {
    const auto dot = file.rfind('.');
    return dot == std::string_view::npos ? std::string() : lowerCase(file.substr(dot + 1));
}

// A picture whose centre nobody gave turns around its middle.
void centre(Costume& costume, std::string_view bytes) {
    if (costume.rotationCenterX) return;
    const auto info = inspectPicture(bytes);
    if (!info) return;
    double width = info->width, height = info->height;
    if (info->kind == AssetKind::Svg) svgSize(bytes, width, height);
    costume.rotationCenterX = width / 2;
    costume.rotationCenterY = height / 2;
}

std::string stemOf(std::string_view file) {
    return std::string(file.substr(0, std::min(file.rfind('.'), file.size())));
}

}  // namespace

Result<std::string> HeadLine::colour() {
    skip();
    const std::size_t begin = at_;
    std::string text = lowerCase(word());
    if (isColourText(text) || isColourName(text)) return text;
    return error(begin, "a colour is expected here, as in «red» or «#ff8800»");
}

Result<Picture> HeadLine::picture(std::string_view kind) {
    Picture picture;
    const std::size_t begin = at_;
    if (kind == "empty") return picture;
    if (kind == "circle") {
        picture.kind = Picture::Kind::Circle;
        OUNCE_TRY(picture.width, number("diameter"));
    } else if (kind == "rect") {
        picture.kind = Picture::Kind::Rect;
        OUNCE_TRY(picture.width, number("width"));
        OUNCE_TRY(picture.height, number("height"));
    } else {
        picture.kind = Picture::Kind::Text;
        OUNCE_TRY(picture.text, name("picture"));
        OUNCE_TRY(picture.height, number("size of the letters"));
    }
    for (double size : {picture.width, picture.height}) {
        if (!(size >= 0 && size <= 10000))
            return error(begin, "a picture may be at most 10000 wide and high");
    }
    OUNCE_TRY(picture.colour, colour());
    return picture;
}

Result<Bytes> HeadLine::file(const std::string& path) {
    if (!isRelativePath(path)) {
        return error(at_, "the file «" + path + "» must lie beside this one or in a folder below");
    }
    Bytes& known = head_.files_[path];  // several costumes may share a file
    if (known) return known;
    auto bytes = readFile(head_.folder_.empty() ? path : head_.folder_ + "/" + path, kFileLimit);
    if (!bytes) return std::unexpected(std::move(bytes.error()).inside("line " + std::to_string(number_)));
    head_.fileBytes_ += bytes->size();
    if (head_.fileBytes_ > kFilesLimit)
        return error(at_, "the costumes and sounds together are larger than 192 MB");
    known = std::make_shared<const std::string>(std::move(*bytes));
    return known;
}

template <class Asset>
HeadLine::Done HeadLine::takeAsset(Asset& asset) {
    OUNCE_TRY(asset.md5ext, name("asset"));
    asset.assetId = stemOf(asset.md5ext);
    asset.dataFormat = extensionOf(asset.md5ext);
    return {};
}

template <class Asset>
Result<Bytes> HeadLine::takeFile(Asset& asset) {
    OUNCE_TRY(const std::string path, name("file"));
    OUNCE_TRY(const Bytes bytes, file(path));
    asset.assetId = md5(*bytes);
    asset.dataFormat = extensionOf(path);
    asset.md5ext = asset.assetId + "." + asset.dataFormat;
    head_.project_.assets[asset.md5ext] = bytes;
    return bytes;
}

HeadLine::Done HeadLine::costume() {
    Costume costume;
    OUNCE_TRY(costume.name, name("costume"));
    skip();
    const std::size_t begin = at_;
    const std::string_view kind = word();
    if (kind == "asset") {
        OUNCE_CHECK(takeAsset(costume));
    } else if (kind == "file") {
        OUNCE_CHECK(takeFile(costume));
    } else if (kind == "circle" || kind == "rect" || kind == "text" || kind == "empty") {
        OUNCE_TRY(const Picture shape, picture(kind));
        head_.setPicture(costume, shape);
    } else {
        return error(begin,
                     "after the name of a costume, circle, rect, text, empty, file or asset is expected");
    }
    if (auto options = costumeOptions(costume); !options) return options;
    if (kind == "file") centre(costume, *head_.project_.assets[costume.md5ext]);
    target_.costumes.push_back(std::move(costume));
    return {};
}

HeadLine::Done HeadLine::costumeOptions(Costume& costume) {
    for (;;) {
        if (take("centre") || take("center")) {
            OUNCE_TRY(costume.rotationCenterX, number("centre"));
            OUNCE_TRY(costume.rotationCenterY, number("centre"));
        } else if (take("resolution")) {
            OUNCE_TRY(costume.bitmapResolution, number("resolution"));
        } else if (take("format")) {
            OUNCE_TRY(costume.dataFormat, name("format"));
        } else if (take("id")) {
            OUNCE_TRY(costume.assetId, name("asset"));
        } else {
            return {};
        }
    }
}

HeadLine::Done HeadLine::sound() {
    Sound sound;
    OUNCE_TRY(sound.name, name("sound"));
    skip();
    const std::size_t begin = at_;
    const std::string_view kind = word();
    if (kind == "asset") {
        OUNCE_CHECK(takeAsset(sound));
    } else if (kind == "file") {
        OUNCE_TRY(const Bytes bytes, takeFile(sound));
        if (const auto info = inspectSound(*bytes)) {
            sound.rate = info->rate;
            sound.sampleCount = info->samples;
        }
    } else if (kind == "silence") {
        OUNCE_TRY(const double seconds, number("silence"));
        if (!(seconds >= 0 && seconds <= kLongestSilence))
            return error(begin, "a silence may last at most 600 seconds");
        (void)(take("seconds") || take("second"));
        std::string wav = silence(seconds);
        sound.assetId = md5(wav);
        sound.dataFormat = "wav";
        sound.md5ext = sound.assetId + ".wav";
        sound.rate = kSilenceRate;
        sound.sampleCount = std::round(seconds * kSilenceRate);
        head_.fileBytes_ += wav.size();
        if (head_.fileBytes_ > kFilesLimit)
            return error(begin, "the costumes and sounds together are larger than 192 MB");
        store(sound.md5ext, std::move(wav));
    } else {
        return error(begin, "after the name of a sound, file, silence or asset is expected");
    }
    if (auto options = soundOptions(sound); !options) return options;
    target_.sounds.push_back(std::move(sound));
    return {};
}

HeadLine::Done HeadLine::soundOptions(Sound& sound) {
    for (;;) {
        if (take("rate")) {
            OUNCE_TRY(sound.rate, number("rate"));
        } else if (take("samples")) {
            OUNCE_TRY(sound.sampleCount, number("number of samples"));
        } else if (take("coding")) {
            OUNCE_TRY(sound.format, name("coding"));
        } else if (take("format")) {
            OUNCE_TRY(sound.dataFormat, name("format"));
        } else if (take("id")) {
            OUNCE_TRY(sound.assetId, name("asset"));
        } else {
            return {};
        }
    }
}

void HeadReader::setPicture(Costume& costume, const Picture& picture) {
    std::string svg = pictureSvg(picture);
    costume.assetId = md5(svg);
    costume.dataFormat = "svg";
    costume.md5ext = costume.assetId + ".svg";
    costume.rotationCenterX = pictureWidth(picture) / 2;
    costume.rotationCenterY = pictureHeight(picture) / 2;
    project_.assets[costume.md5ext] = std::make_shared<const std::string>(std::move(svg));
}

void HeadReader::addUsualCostume(Target& target) {
    const bool bare = bare_.contains(&target - project_.targets.data());
    if (!target.costumes.empty() || bare) return;
    Costume costume;
    costume.name = target.isStage ? "backdrop1" : "costume1";
    setPicture(costume, target.isStage ? Picture{} : Picture{Picture::Kind::Circle, 40, 0, "#4c97ff", {}});
    target.costumes.push_back(std::move(costume));
}

}  // namespace ounce::text
