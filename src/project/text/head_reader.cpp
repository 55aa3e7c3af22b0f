#include "project/text/head_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "project/text/phrase.h"
#include "project/text/picture.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

constexpr std::size_t kFileLimit = std::size_t{64} << 20;
constexpr std::size_t kFilesLimit = std::size_t{192} << 20;

constexpr std::array<std::string_view, 22> kHeadWords = {
    "backdrop", "costume",      "sound",  "variable",  "cloud",    "list",   "message", "at",
    "size",     "direction",    "hidden", "draggable", "rotation", "volume", "layer",   "tempo",
    "video",    "transparency", "speech", "extension", "current",  "no"};

std::string_view firstWord(std::string_view line) {
    line = trimSpaces(line);
    return line.substr(0, line.find_first_of(" \t"));
}

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

std::string stemOf(std::string_view file) {
    return std::string(file.substr(0, std::min(file.rfind('.'), file.size())));
}

}  // namespace

// One line, read from left to right.
class HeadLine {
  public:
    HeadLine(HeadReader& head, Target& target, std::string_view line, int number)
        : head_(head), target_(target), line_(line), number_(number) {}

    Result<void> read() {
        for (skip(); !atEnd(); skip()) {
            if (auto one = property(); !one) return one;
        }
        return {};
    }

  private:
    using Done = Result<void>;

    [[nodiscard]] std::unexpected<Error> error(std::size_t at, std::string what,
                                               std::string advice = {}) const {
        return std::unexpected(errorAt(number_, columnOf(line_, at), std::move(what), std::move(advice)));
    }
    void skip() {
        while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) at_++;
    }
    bool atEnd() {
        skip();
        return at_ >= line_.size() || line_.substr(at_, 2) == "//";
    }
    std::string_view word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < line_.size() && line_[at_] != ' ' && line_[at_] != '\t' && line_[at_] != ',') at_++;
        return line_.substr(begin, at_ - begin);
    }
    bool take(std::string_view expected) {
        const std::size_t before = at_;
        if (word() == expected) return true;
        at_ = before;
        return false;
    }
    Result<double> number(std::string_view of) {
        skip();
        const std::size_t begin = at_;
        Scalar value;
        const std::string_view text = word();
        if (bareScalar(text, value) && std::holds_alternative<double>(value)) return std::get<double>(value);
        return error(begin, "a number is expected here for the " + std::string(of));
    }
    Result<std::string> quoted() {
        const std::size_t begin = at_++;
        while (at_ < line_.size() && line_[at_] != '"') at_ += line_[at_] == '\\' ? 2 : 1;
        if (at_ >= line_.size()) return error(begin, "this quotation mark is not closed");
        return unescape(line_.substr(begin + 1, at_++ - begin - 1));
    }
    // In quotation marks, or one word.
    Result<std::string> name(std::string_view of) {
        skip();
        if (atEnd()) return error(at_, "the name of the " + std::string(of) + " is missing");
        if (line_[at_] == '"') return quoted();
        return std::string(word());
    }
    // In quotation marks, or everything up to the equals sign.
    Result<std::string> nameBeforeValue(std::string_view of) {
        skip();
        if (at_ < line_.size() && line_[at_] == '"') return quoted();
        const std::size_t end = std::min(line_.find('=', at_), line_.size());
        const std::string_view text = trimSpaces(line_.substr(at_, end - at_));
        if (text.empty()) return error(at_, "the name of the " + std::string(of) + " is missing");
        at_ = end;
        return std::string(text);
    }
    Result<Scalar> value() {
        skip();
        const std::size_t begin = at_;
        if (at_ < line_.size() && line_[at_] == '"') {
            OUNCE_TRY(std::string text, quoted());
            return Scalar(std::move(text));
        }
        Scalar result;
        const std::string_view text = word();
        if (bareScalar(text, result)) return result;
        return error(begin, "a value is expected here: a number, or a text in quotation marks");
    }

    Done property();
    Done variable(bool cloud);
    Done list();
    Done costume();
    Done sound();
    Done costumeOptions(Costume& costume);
    Done soundOptions(Sound& sound);
    Result<Picture> picture(std::string_view kind);
    Result<std::string> colour();
    Result<Bytes> file(const std::string& path);
    Done setNumber(double& member, std::string_view of) {
        OUNCE_TRY(member, number(of));
        return {};
    }
    void store(const std::string& fileName, std::string bytes) {
        head_.project_.assets[fileName] = std::make_shared<const std::string>(std::move(bytes));
    }

    HeadReader& head_;
    Target& target_;
    std::string_view line_;
    int number_;
    std::size_t at_ = 0;
};

HeadLine::Done HeadLine::property() {
    const std::size_t begin = at_;
    const std::string_view key = word();
    if (key == "costume" || key == "backdrop") return costume();
    if (key == "sound") return sound();
    if (key == "variable") return variable(false);
    if (key == "cloud" && take("variable")) return variable(true);
    if (key == "list") return list();
    if (key == "size") return setNumber(target_.size, key);
    if (key == "direction") return setNumber(target_.direction, key);
    if (key == "volume") return setNumber(target_.volume, key);
    if (key == "tempo") return setNumber(target_.tempo, key);
    if (key == "transparency") return setNumber(target_.videoTransparency, key);
    if (key == "hidden") {
        target_.visible = false;
    } else if (key == "draggable") {
        target_.draggable = true;
    } else if (key == "at" && take("x:")) {
        OUNCE_TRY(target_.x, number("x"));
        if (!take("y:")) return error(at_, "«y:» is expected here");
        OUNCE_TRY(target_.y, number("y"));
    } else if (key == "layer") {
        OUNCE_TRY(target_.layerOrder, number(key));
    } else if (key == "current" && (take("costume") || take("backdrop"))) {
        OUNCE_TRY(const double current, number("current costume"));
        target_.currentCostume = current - 1;
    } else if (key == "no" && (take("costumes") || take("backdrops"))) {
        head_.bare_ = &target_ - head_.project_.targets.data();
    } else if (key == "rotation") {
        if (take("all")) {
            if (!take("around")) return error(at_, "«all around» is expected here");
            target_.rotationStyle = "all around";
        } else if (take("don't")) {
            if (!take("rotate")) return error(at_, "«don't rotate» is expected here");
            target_.rotationStyle = "don't rotate";
        } else {
            OUNCE_TRY(target_.rotationStyle, name("rotation style"));
        }
    } else if (key == "video") {
        OUNCE_TRY(target_.videoState, name("video state"));
    } else if (key == "speech") {
        OUNCE_TRY(target_.textToSpeechLanguage, name("language"));
    } else if (key == "extension") {
        OUNCE_TRY(std::string extension, name("extension"));
        auto& all = head_.project_.extensions;
        if (std::find(all.begin(), all.end(), extension) == all.end()) all.push_back(std::move(extension));
    } else if (key == "message") {
        OUNCE_TRY(std::string message, name("message"));
        auto& all = head_.project_.targets.front().broadcasts;
        all.push_back({"message" + std::to_string(all.size() + 1), std::move(message)});
    } else {
        return error(begin, "«" + std::string(key) + "» is not known here",
                     "costume, sound, variable, list, at x: … y: …, size, direction, hidden and others are");
    }
    return {};
}

HeadLine::Done HeadLine::variable(bool cloud) {
    Variable variable;
    variable.cloud = cloud;
    OUNCE_TRY(variable.name, nameBeforeValue("variable"));
    if (take("=")) {
        OUNCE_TRY(variable.value, value());
    }
    variable.id = "variable" + std::to_string(target_.variables.size() + 1);
    if (!target_.isStage) variable.id = target_.name + "-" + variable.id;
    target_.variables.push_back(std::move(variable));
    return {};
}

HeadLine::Done HeadLine::list() {
    ListVariable list;
    OUNCE_TRY(list.name, nameBeforeValue("list"));
    if (take("=")) {
        while (!atEnd()) {
            OUNCE_TRY(Scalar item, value());
            list.items.push_back(std::move(item));
            skip();
            if (at_ >= line_.size() || line_[at_] != ',') break;
            at_++;
        }
    }
    list.id = "list" + std::to_string(target_.lists.size() + 1);
    if (!target_.isStage) list.id = target_.name + "-" + list.id;
    target_.lists.push_back(std::move(list));
    return {};
}

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
    auto bytes = readFile(head_.folder_.empty() ? path : head_.folder_ + "/" + path, kFileLimit);
    if (!bytes) return std::unexpected(std::move(bytes.error()).inside("line " + std::to_string(number_)));
    head_.fileBytes_ += bytes->size();
    if (head_.fileBytes_ > kFilesLimit)
        return error(at_, "the costumes and sounds together are larger than 192 MB");
    return std::make_shared<const std::string>(std::move(*bytes));
}

HeadLine::Done HeadLine::costume() {
    Costume costume;
    OUNCE_TRY(costume.name, name("costume"));
    skip();
    const std::size_t begin = at_;
    const std::string_view kind = word();
    if (kind == "asset") {
        OUNCE_TRY(costume.md5ext, name("asset"));
        costume.assetId = stemOf(costume.md5ext);
        costume.dataFormat = extensionOf(costume.md5ext);
    } else if (kind == "file") {
        OUNCE_TRY(const std::string path, name("file"));
        OUNCE_TRY(const Bytes bytes, file(path));
        costume.assetId = md5(*bytes);
        costume.dataFormat = extensionOf(path);
        costume.md5ext = costume.assetId + "." + costume.dataFormat;
        head_.project_.assets[costume.md5ext] = bytes;
    } else if (kind == "circle" || kind == "rect" || kind == "text" || kind == "empty") {
        OUNCE_TRY(const Picture shape, picture(kind));
        head_.setPicture(costume, shape);
    } else {
        return error(begin,
                     "after the name of a costume, circle, rect, text, empty, file or asset is expected");
    }
    if (auto options = costumeOptions(costume); !options) return options;
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
        OUNCE_TRY(sound.md5ext, name("asset"));
        sound.assetId = stemOf(sound.md5ext);
        sound.dataFormat = extensionOf(sound.md5ext);
    } else if (kind == "file") {
        OUNCE_TRY(const std::string path, name("file"));
        OUNCE_TRY(const Bytes bytes, file(path));
        sound.assetId = md5(*bytes);
        sound.dataFormat = extensionOf(path);
        sound.md5ext = sound.assetId + "." + sound.dataFormat;
        head_.project_.assets[sound.md5ext] = bytes;
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

bool isHeadLine(std::string_view line) {
    return std::find(kHeadWords.begin(), kHeadWords.end(), firstWord(line)) != kHeadWords.end();
}

bool isReservedWord(std::string_view word) {
    static constexpr std::string_view kOther[] = {"stage", "sprite", "end", "else", "define", "call"};
    return std::find(std::begin(kOther), std::end(kOther), word) != std::end(kOther) ||
           std::find(kHeadWords.begin(), kHeadWords.end(), word) != kHeadWords.end();
}

Result<void> HeadReader::read(Target& target, std::string_view line, int number) {
    return HeadLine(*this, target, line, number).read();
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
    const bool bare = bare_ == &target - project_.targets.data();
    if (!target.costumes.empty() || bare) return;
    Costume costume;
    costume.name = target.isStage ? "backdrop1" : "costume1";
    setPicture(costume, target.isStage ? Picture{} : Picture{Picture::Kind::Circle, 40, 0, "#4c97ff", {}});
    target.costumes.push_back(std::move(costume));
}

}  // namespace ounce::text
