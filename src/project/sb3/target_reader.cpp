// The stage and the sprites.
#include <fmt/format.h>

#include "project/sb3/block_graph.h"
#include "project/sb3/reading.h"

namespace ounce {
namespace {

void readVariables(Reading& reading, JsonElement value, std::vector<Variable>& variables) {
    const auto members = reading.members(value, "variables");
    reading.spend(members.size() * sizeof(Variable));
    variables.clear();
    variables.reserve(members.size());
    for (const auto& [id, entry] : members) {
        reading.setPart("variable", id);
        if (reading.refused() || !reading.isList(entry, "variable")) continue;
        Variable variable{std::string(id), {}, 0.0, false};
        std::size_t position = 0;
        for (JsonElement part : entry.array()) {
            if (position == 0) reading.text(part, "name", variable.name);
            if (position == 1) variable.value = reading.scalar(part, "value");
            if (position == 2) reading.truth(part, "cloud", variable.cloud);
            ++position;
        }
        if (std::holds_alternative<std::nullptr_t>(variable.value)) reading.warn("the variable has no value");
        variables.push_back(std::move(variable));
    }
    reading.setPart({}, {});
}

void readLists(Reading& reading, JsonElement value, std::vector<ListVariable>& lists) {
    const auto members = reading.members(value, "lists");
    reading.spend(members.size() * sizeof(ListVariable));
    lists.clear();
    lists.reserve(members.size());
    for (const auto& [id, entry] : members) {
        reading.setPart("list", id);
        if (reading.refused() || !reading.isList(entry, "list")) continue;
        ListVariable list{std::string(id), {}, {}};
        std::size_t position = 0;
        for (JsonElement part : entry.array()) {
            if (position == 0) reading.text(part, "name", list.name);
            if (position == 1 && reading.isList(part, "items")) {
                const JsonArray items = part.array();
                reading.spend(items.size() * sizeof(Scalar));
                if (reading.refused()) return;
                list.items.reserve(items.size());
                for (JsonElement item : items) list.items.push_back(reading.scalar(item, "item"));
            }
            ++position;
        }
        lists.push_back(std::move(list));
    }
    reading.setPart({}, {});
}

void readBroadcasts(Reading& reading, JsonElement value, std::vector<Broadcast>& broadcasts) {
    const auto members = reading.members(value, "broadcasts");
    reading.spend(members.size() * sizeof(Broadcast));
    broadcasts.clear();
    broadcasts.reserve(members.size());
    for (const auto& [id, name] : members) {
        Broadcast broadcast{std::string(id), {}};
        reading.setPart("message", id);
        reading.text(name, "name", broadcast.name);
        broadcasts.push_back(std::move(broadcast));
    }
    reading.setPart({}, {});
}

void readComments(Reading& reading, JsonElement value, std::vector<Comment>& comments) {
    const auto members = reading.members(value, "comments");
    reading.spend(members.size() * sizeof(Comment));
    comments.clear();
    comments.reserve(members.size());
    for (const auto& [id, entry] : members) {
        reading.setPart("comment", id);
        if (reading.refused() || !reading.isObject(entry, "comment")) continue;
        Comment comment;
        comment.id = id;
        for (auto [key, member] : entry.object()) {
            if (key == "blockId")
                reading.text(member, key, comment.blockId);
            else if (key == "text")
                reading.text(member, key, comment.text);
            else if (key == "x")
                reading.number(member, key, comment.x);
            else if (key == "y")
                reading.number(member, key, comment.y);
            else if (key == "width")
                reading.number(member, key, comment.width);
            else if (key == "height")
                reading.number(member, key, comment.height);
            else if (key == "minimized")
                reading.truth(member, key, comment.minimized);
            else
                reading.extra(key, member, comment.extra);
        }
        comments.push_back(std::move(comment));
    }
    reading.setPart({}, {});
}

// The members that costumes and sounds share.
template <class Asset>
bool readAssetMember(Reading& reading, std::string_view key, JsonElement member, Asset& asset) {
    if (key == "name")
        reading.text(member, key, asset.name);
    else if (key == "assetId")
        reading.text(member, key, asset.assetId);
    else if (key == "md5ext")
        reading.text(member, key, asset.md5ext);
    else if (key == "dataFormat")
        reading.text(member, key, asset.dataFormat);
    else
        return false;
    return true;
}

void readAsset(Reading& reading, JsonObject object, Costume& costume) {
    for (auto [key, member] : object) {
        if (readAssetMember(reading, key, member, costume)) continue;
        if (key == "bitmapResolution")
            reading.number(member, key, costume.bitmapResolution);
        else if (key == "rotationCenterX")
            reading.number(member, key, costume.rotationCenterX);
        else if (key == "rotationCenterY")
            reading.number(member, key, costume.rotationCenterY);
        else
            reading.extra(key, member, costume.extra);
    }
    // Official Scratch guesses the same.
    if (costume.dataFormat.empty()) costume.dataFormat = "png";
}

void readAsset(Reading& reading, JsonObject object, Sound& sound) {
    for (auto [key, member] : object) {
        if (readAssetMember(reading, key, member, sound)) continue;
        if (key == "format")
            reading.text(member, key, sound.format);
        else if (key == "rate")
            reading.number(member, key, sound.rate);
        else if (key == "sampleCount")
            reading.number(member, key, sound.sampleCount);
        else
            reading.extra(key, member, sound.extra);
    }
    if (sound.dataFormat.empty()) sound.dataFormat = "wav";
}

template <class Asset>
void readAssets(Reading& reading, JsonElement value, std::string_view member, std::string_view kind,
                std::vector<Asset>& assets) {
    assets.clear();
    if (!reading.isList(value, member)) return;
    const JsonArray list = value.array();
    // A costume costs more when it is drawn than when it is read.
    constexpr std::size_t kWhenDrawn = 2048;
    reading.spend(list.size() * (sizeof(Asset) + kWhenDrawn));
    if (reading.refused()) return;
    assets.reserve(list.size());
    for (JsonElement entry : list) {
        const std::string number = std::to_string(assets.size() + 1);
        reading.setPart(kind, number);
        if (reading.refused() || !reading.isObject(entry, kind)) break;
        readAsset(reading, entry.object(), assets.emplace_back());
    }
    reading.setPart({}, {});
}

bool readCollection(Reading& reading, std::string_view key, JsonElement value, Target& target) {
    if (key == "variables")
        readVariables(reading, value, target.variables);
    else if (key == "lists")
        readLists(reading, value, target.lists);
    else if (key == "broadcasts")
        readBroadcasts(reading, value, target.broadcasts);
    else if (key == "blocks")
        readBlocks(reading, value, target.blocks);
    else if (key == "comments")
        readComments(reading, value, target.comments);
    else if (key == "costumes")
        readAssets(reading, value, key, "costume", target.costumes);
    else if (key == "sounds")
        readAssets(reading, value, key, "sound", target.sounds);
    else
        return false;
    return true;
}

bool readState(Reading& reading, std::string_view key, JsonElement value, Target& target) {
    if (key == "currentCostume")
        reading.number(value, key, target.currentCostume);
    else if (key == "volume")
        reading.number(value, key, target.volume);
    else if (key == "layerOrder")
        reading.number(value, key, target.layerOrder);
    else if (key == "visible")
        reading.truth(value, key, target.visible);
    else if (key == "x")
        reading.number(value, key, target.x);
    else if (key == "y")
        reading.number(value, key, target.y);
    else if (key == "size")
        reading.number(value, key, target.size);
    else if (key == "direction")
        reading.number(value, key, target.direction);
    else if (key == "draggable")
        reading.truth(value, key, target.draggable);
    else if (key == "rotationStyle")
        reading.text(value, key, target.rotationStyle);
    else if (key == "tempo")
        reading.number(value, key, target.tempo);
    else if (key == "videoTransparency")
        reading.number(value, key, target.videoTransparency);
    else if (key == "videoState")
        reading.text(value, key, target.videoState);
    else if (key == "textToSpeechLanguage")
        reading.text(value, key, target.textToSpeechLanguage);
    else
        return false;
    return true;
}

// What the editor would not save, but what does not keep the program from running.
void warnAboutOddities(Reading& reading, const Target& target) {
    if (target.costumes.empty())
        reading.warn(target.isStage ? "the stage has no backdrop" : "the sprite has no costume");
    if (target.isStage && target.name != "Stage") reading.warn("the stage has another name than Stage");
    if (target.isStage && target.layerOrder.value_or(0) != 0) reading.warn("the stage is not on layer 0");
    if (!target.isStage && target.layerOrder.value_or(1) < 1)
        reading.warn("the sprite is on the layer of the stage");
    if (target.rotationStyle != "all around" && target.rotationStyle != "left-right" &&
        target.rotationStyle != "don't rotate") {
        reading.warn("the rotation style \"" + target.rotationStyle + "\" is unknown");
    }
}

}  // namespace

void readTarget(Reading& reading, JsonElement value, std::size_t position, Target& target) {
    reading.setTarget(fmt::format("target {}", position + 1));
    if (!reading.isObject(value, "target")) return;
    JsonElement name, isStage;
    if (!dom::find(value, "name", name) || name.isNull()) return reading.refuse("the target has no name");
    reading.text(name, "name", target.name);
    if (dom::find(value, "isStage", isStage)) reading.truth(isStage, "isStage", target.isStage);
    if (position == 0 && !target.isStage) return reading.refuse("the first target is not the stage");
    if (position > 0 && target.isStage) return reading.refuse("there is a second stage");
    reading.setTarget(target.isStage ? "the stage" : "sprite " + target.name);

    for (auto [key, member] : value.object()) {
        if (reading.refused()) return;
        if (key == "name" || key == "isStage") continue;
        if (!readCollection(reading, key, member, target) && !readState(reading, key, member, target)) {
            reading.extra(key, member, target.extra);
        }
    }
    if (auto problem = findEndlessScript(target.blocks)) {
        reading.setPart("block", problem->blockId);
        reading.refuse(problem->what);
        return;
    }
    warnAboutOddities(reading, target);
}

}  // namespace ounce
