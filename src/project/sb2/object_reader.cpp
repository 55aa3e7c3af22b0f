#include "project/sb2/object_reader.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "project/sb2/asset_reader.h"
#include "project/sb2/scripts.h"

namespace ounce::sb2 {
namespace {

// Where a variable of that id is or shall be: two of one name are one, and the last value counts.
template <class Items>
auto& placeOf(Items& items, std::unordered_map<std::string, std::size_t>& places, const std::string& id) {
    auto [at, isNew] = places.try_emplace(id, items.size());
    return isNew ? items.emplace_back() : items[at->second];
}

class ObjectReader {
  public:
    ObjectReader(const Json& object, const std::string& id, Conversion& conversion, Target& target)
        : object_(object), id_(id), conversion_(conversion), target_(target) {}

    // The order matters: what the stage mentions first is global.
    void readProgram() {
        readVariables();
        CommentsByBlock comments = readComments();
        ScriptConverter(conversion_, id_, target_.isStage)
            .convert(memberItems(object_, "scripts"), comments, target_.blocks);
        readLists();
    }

    void readProperties() {
        target_.x = memberNumber(object_, "scratchX", target_.x);
        target_.y = memberNumber(object_, "scratchY", target_.y);
        const double direction = memberNumber(object_, "direction", target_.direction);
        target_.direction = direction - std::floor((direction + 179) / 360) * 360;
        target_.draggable = memberFlag(object_, "isDraggable", target_.draggable);
        target_.size = memberNumber(object_, "scale", 1) * 100;
        target_.visible = memberFlag(object_, "visible", target_.visible);
        const double last = static_cast<double>(target_.costumes.size()) - 1;
        const double current = std::floor(memberNumber(object_, "currentCostumeIndex", 0));
        target_.currentCostume = std::max(0.0, std::min(current, last));
        const std::string style = memberText(object_, "rotationStyle");
        if (style == "none") target_.rotationStyle = "don't rotate";
        if (style == "leftRight") target_.rotationStyle = "left-right";
        if (!target_.isStage) return;
        target_.tempo = memberNumber(object_, "tempoBPM", target_.tempo);
        target_.videoTransparency = 100 - 100 * memberNumber(object_, "videoAlpha", 0.5);
        if (auto info = member(object_, "info"); info && member(*info, "videoOn"))
            target_.videoState = memberFlag(*info, "videoOn", false) ? "on" : "off";
    }

  private:
    void readVariables() {
        int cloudVariables = 0;
        std::unordered_map<std::string, std::size_t> places;
        for (const Json& json : memberItems(object_, "variables")) {
            if (!conversion_.mayMakeObject()) return;
            const std::string name = memberText(json, "name");
            const std::string id = conversion_.variableId(id_, target_.isStage, name, false);
            Variable& variable = placeOf(target_.variables, places, id);
            variable = {id, name, 0.0, false};
            if (auto value = member(json, "value")) variable.value = scalarOf(*value);
            variable.cloud =
                target_.isStage && memberFlag(json, "isPersistent", false) && cloudVariables < 10;
            cloudVariables += variable.cloud ? 1 : 0;
        }
    }

    void readLists() {
        std::unordered_map<std::string, std::size_t> places;
        for (const Json& json : memberItems(object_, "lists")) {
            const std::vector<Json> contents = memberItems(json, "contents");
            if (!conversion_.mayMakeObject()) return;
            const std::string name = memberText(json, "listName");
            const std::string id = conversion_.variableId(id_, target_.isStage, name, true);
            ListVariable& list = placeOf(target_.lists, places, id);
            list = {id, name, {}};
            list.items.reserve(contents.size());
            for (const Json& item : contents) list.items.push_back(scalarOf(item));
        }
    }

    CommentsByBlock readComments() {
        std::vector<double> blockNumbers;
        for (const Json& json : memberItems(object_, "scriptComments")) {
            const std::vector<Json> parts = items(json);
            if (parts.size() < 7) continue;
            if (!conversion_.mayMakeObject()) break;
            const auto number = [&](std::size_t index) { return numberOf(parts[index]).value_or(0); };
            const double blockNumber = numberOf(parts[5]).value_or(-1);
            Comment comment;
            comment.id = conversion_.freshId();
            comment.text = textOf(parts[6]);
            if (blockNumber < 0) {
                comment.x = number(0) * kWorkspaceX;
                comment.y = number(1) * kWorkspaceY;
            }
            comment.width = std::max(number(2) * kWorkspaceX, 20.0);
            comment.height = std::max(number(3) * kWorkspaceY, 20.0);
            bool open = false;
            comment.minimized = !(parts[4].get(open) && open);
            target_.comments.push_back(std::move(comment));
            blockNumbers.push_back(blockNumber);
        }
        CommentsByBlock byBlock;
        for (std::size_t i = 0; i < blockNumbers.size(); i++) {
            if (blockNumbers[i] >= 0) byBlock[blockNumbers[i]].push_back(&target_.comments[i]);
        }
        return byBlock;
    }

    const Json& object_;
    const std::string& id_;
    Conversion& conversion_;
    Target& target_;
};

}  // namespace

ReadObject readObject(const Json& object, bool isStage, Conversion& conversion, Project& project,
                      const AssetSource& asset) {
    ReadObject result;
    result.id = conversion.freshId();
    result.indexInLibrary = memberNumber(object, "indexInLibrary", 0);
    Target& target = result.target;
    target.isStage = isStage;
    target.name = isStage ? "Stage" : memberText(object, "objName");
    if (!conversion.mayMakeObject()) return result;
    AssetReader(conversion, project, asset).read(object, target);
    ObjectReader reader(object, result.id, conversion, target);
    reader.readProgram();
    reader.readProperties();
    return result;
}

}  // namespace ounce::sb2
