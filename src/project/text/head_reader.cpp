#include "project/text/head_reader.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/json_writer.h"
#include "project/text/head_line.h"

namespace ounce::text {
namespace {

constexpr std::array<std::string_view, 23> kHeadWords = {
    "backdrop", "costume",      "sound",  "variable",  "cloud",    "list",   "message", "at",
    "size",     "direction",    "hidden", "draggable", "rotation", "volume", "layer",   "tempo",
    "video",    "transparency", "speech", "extension", "current",  "no",     "monitor"};

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
    if (key == "monitor") return monitor();
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
    head_.shown_ = {"data_variable", variable.id, variable.name};
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
    head_.shown_ = {"data_listcontents", list.id, list.name};
    target_.lists.push_back(std::move(list));
    return {};
}

// Of the variable or list before it, or with the name of a block of its own.
HeadLine::Done HeadLine::monitor() {
    Monitor monitor;
    skip();
    const std::size_t begin = at_;
    if (at_ < line_.size() && line_[at_] == '"') {
        OUNCE_TRY(monitor.opcode, quoted());
        if (!take("id")) return error(at_, "«id» is expected here");
        OUNCE_TRY(monitor.id, name("monitor"));
    } else {
        if (head_.shown_.id.empty())
            return error(begin, "there is no variable or list before it that the monitor could show");
        const bool list = head_.shown_.opcode == "data_listcontents";
        monitor.opcode = head_.shown_.opcode;
        monitor.id = head_.shown_.id;
        JsonWriter params;
        params.beginObject().key(list ? "LIST" : "VARIABLE").string(head_.shown_.name).endObject();
        monitor.params = params.take();
        if (!target_.isStage) monitor.spriteName = target_.name;
    }
    monitor.mode = monitor.opcode == "data_listcontents" ? "list" : "default";
    OUNCE_TRY(monitor.x, number("x of the monitor"));
    OUNCE_TRY(monitor.y, number("y of the monitor"));
    double low = 0, high = 100;
    bool whole = true;
    for (;;) {
        if (take("box")) {
            OUNCE_TRY(monitor.width, number("width"));
            OUNCE_TRY(monitor.height, number("height"));
        } else if (take("mode")) {
            OUNCE_TRY(monitor.mode, name("mode"));
        } else if (take("range")) {
            OUNCE_TRY(low, number("range"));
            OUNCE_TRY(high, number("range"));
        } else if (take("fractions")) {
            whole = false;
        } else if (take("off")) {
            monitor.visible = false;
        } else if (take("of")) {
            OUNCE_TRY(monitor.spriteName, name("sprite"));
        } else if (take("params")) {
            OUNCE_TRY(const std::string params, name("parameters"));
            const auto json = Json::parse(params);
            if (!json || !json->isObject())
                return error(begin, "the parameters of a monitor are a JSON object");
            monitor.params = json->minified();
        } else {
            break;
        }
    }
    monitor.extra = {{"sliderMin", JsonWriter().number(low).take()},
                     {"sliderMax", JsonWriter().number(high).take()},
                     {"isDiscrete", whole ? "true" : "false"}};
    head_.project_.monitors.push_back(std::move(monitor));
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
