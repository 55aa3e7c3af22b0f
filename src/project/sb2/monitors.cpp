#include "project/sb2/monitors.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "project/sb2/scripts.h"
#include "project/sb3/dom.h"

namespace ounce::sb2 {
namespace {

void writeValue(JsonWriter& json, const Scalar& value) {
    if (auto* text = std::get_if<std::string>(&value)) json.string(*text);
    if (auto* number = std::get_if<double>(&value)) json.number(*number);
    if (auto* flag = std::get_if<bool>(&value)) json.boolean(*flag);
    if (std::holds_alternative<std::nullptr_t>(value)) json.null();
}

std::string modeName(const Json& monitor) {
    auto mode = member(monitor, "mode");
    const double number = mode ? numberOf(*mode).value_or(1) : 1;
    return number == 2 ? "large" : number == 3 ? "slider" : "default";
}

// Official Scratch's ids: variables have their own; others are named after the block, the sprite and the
// field.
std::string monitorId(Opcode opcode, const std::vector<Field>& fields, const std::string& owner) {
    if (!fields.empty() && fields.front().id) return *fields.front().id;
    std::string id;
    switch (opcode) {
        case Opcode::motion_xposition:
        case Opcode::motion_yposition:
        case Opcode::motion_direction:
        case Opcode::looks_size:
        case Opcode::looks_costumenumbername:
        case Opcode::sound_volume: id = owner + "_"; [[fallthrough]];
        case Opcode::looks_backdropnumbername:
        case Opcode::sensing_answer:
        case Opcode::sensing_loudness:
        case Opcode::sensing_timer:
        case Opcode::sensing_current: {
            const std::string_view name = opcodeName(opcode);
            id += name.substr(name.find('_') + 1);
            break;
        }
        default: return std::string(opcodeName(opcode));
    }
    for (const Field& field : fields) {
        if (auto* text = std::get_if<std::string>(&field.value)) id.append("_").append(lowerCase(*text));
    }
    return id;
}

}  // namespace

MonitorReader::MonitorReader(Conversion& conversion, Project& project, std::vector<std::string> ids,
                             std::string stageName)
    : conversion_(conversion), project_(project), ids_(std::move(ids)), stageName_(std::move(stageName)) {
    for (std::size_t i = 0; i < project.targets.size(); i++) {
        targetByName_.try_emplace(project.targets[i].name, i);
        for (const ListVariable& list : project.targets[i].lists) targetByList_[list.name] = i;
    }
}

bool MonitorReader::isWanted(const Mapping& mapping, bool visible) const {
    const std::string_view category = categoryOf(opcodeName(mapping.opcode));
    if (category == "videoSensing") return false;
    // The tempo belongs to an extension; its monitor alone, when nobody sees it, is no reason to load that.
    const auto& extensions = project_.extensions;
    return visible || !isExtensionCategory(category) ||
           std::find(extensions.begin(), extensions.end(), category) != extensions.end();
}

// List monitors do not say whose list they show.
std::optional<std::size_t> MonitorReader::ownerOf(const Json& json) const {
    const auto named = member(json, "target");
    const auto list = member(json, "listName");
    std::string name = named ? textOf(*named) : "";
    if (name == stageName_) name = "Stage";
    const bool byList = list && !named;
    const auto& table = byList ? targetByList_ : targetByName_;
    const auto found = table.find(byList ? textOf(*list) : name);
    return found == table.end() ? std::nullopt : std::optional(found->second);
}

void MonitorReader::read(const Json& json) {
    const auto list = member(json, "listName");
    const std::string command = list ? "contentsOfList:" : memberText(json, "cmd");
    const Mapping* mapping = findMapping(command);
    const auto owner = ownerOf(json);
    const bool visible = memberFlag(json, "visible", true);
    if (mapping && !isWanted(*mapping, visible)) return;
    if (!mapping || !owner) {
        conversion_.warn(
            fmt::format("a monitor of \"{}\" was left out: {}", command.substr(0, 80),
                        mapping ? "what it belongs to does not exist" : "Scratch 3 has no such block"));
        return;
    }
    if (!conversion_.mayMakeObject()) return;
    conversion_.useExtension(opcodeName(mapping->opcode));

    std::vector<Json> arguments;
    if (auto argument = list ? list : member(json, "param")) arguments.push_back(*argument);
    // Not as the stage, even where it is the stage's: a name that only a monitor mentions is not global.
    const std::vector<Field> fields =
        ScriptConverter(conversion_, ids_[*owner], false).fieldsOf(*mapping, arguments);
    Monitor monitor;
    monitor.id = monitorId(mapping->opcode, fields, ids_[*owner]);
    monitor.mode = list ? "list" : modeName(json);
    monitor.opcode = opcodeName(mapping->opcode);
    JsonWriter params;
    params.beginObject();
    for (const Field& field : fields) {
        params.key(field.name);
        writeValue(params, field.value);
    }
    monitor.params = params.endObject().take();
    if (!project_.targets[*owner].isStage) monitor.spriteName = project_.targets[*owner].name;
    monitor.value = list ? "[]" : "\"\"";
    monitor.width = memberNumber(json, "width", 0);
    monitor.height = memberNumber(json, "height", 0);
    monitor.x = memberNumber(json, "x", 0);
    monitor.y = memberNumber(json, "y", 0);
    monitor.visible = visible;
    for (std::string_view name : {"sliderMin", "sliderMax", "isDiscrete"}) {
        if (auto value = member(json, name)) monitor.extra.emplace_back(name, dom::minified(*value));
    }
    keep(std::move(monitor));
}

// A second monitor of the same thing replaces the first.
void MonitorReader::keep(Monitor monitor) {
    auto [at, isNew] = monitorById_.try_emplace(monitor.id, project_.monitors.size());
    if (isNew) project_.monitors.emplace_back();
    project_.monitors[at->second] = std::move(monitor);
}

}  // namespace ounce::sb2
