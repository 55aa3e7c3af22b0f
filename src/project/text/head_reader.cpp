#include "project/text/head_reader.h"

#include <algorithm>
#include <array>

#include "project/text/head_line.h"

namespace ounce::text {
namespace {

constexpr std::array<std::string_view, 22> kHeadWords = {
    "backdrop", "costume",      "sound",  "variable",  "cloud",    "list",   "message", "at",
    "size",     "direction",    "hidden", "draggable", "rotation", "volume", "layer",   "tempo",
    "video",    "transparency", "speech", "extension", "current",  "no"};

std::string_view firstWord(std::string_view line) {
    line = trimSpaces(line);
    return line.substr(0, line.find_first_of(" \t"));
}

}  // namespace

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
        head_.bare_.insert(&target_ - head_.project_.targets.data());
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

}  // namespace ounce::text
