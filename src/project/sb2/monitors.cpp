#include "project/sb2/monitors.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "project/sb2/scripts.h"
#include "project/sb3/dom.h"

namespace ounce::sb2 {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// List monitors do not say whose list they show: the last target that has one of that name.
std::size_t ownerOfList(const Project& project, const std::string& list) {
    std::size_t owner = kNone;
    for (std::size_t i = 0; i < project.targets.size(); i++) {
        const auto& lists = project.targets[i].lists;
        if (std::any_of(lists.begin(), lists.end(), [&](const auto& l) { return l.name == list; })) owner = i;
    }
    return owner;
}

std::size_t targetNamed(const Project& project, const std::string& name) {
    for (std::size_t i = 0; i < project.targets.size(); i++) {
        if (project.targets[i].name == name) return i;
    }
    return kNone;
}

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

void readMonitor(const Json& json, const std::string& stageName, const std::vector<std::string>& ids,
                 Conversion& conversion, Project& project) {
    const auto list = member(json, "listName");
    const std::string command = list ? "contentsOfList:" : memberText(json, "cmd");
    const Mapping* mapping = findMapping(command);
    if (!mapping) {
        conversion.warn(fmt::format("a monitor of \"{}\" was left out: Scratch 3 has no such block",
                                    command.substr(0, 80)));
        return;
    }
    const std::string_view category = categoryOf(opcodeName(mapping->opcode));
    const bool visible = memberFlag(json, "visible", true);
    if (category == "videoSensing") return;
    // The tempo belongs to an extension; its monitor alone, when nobody sees it, is no reason to load that.
    const auto& extensions = project.extensions;
    if (isExtensionCategory(category) && !visible &&
        std::find(extensions.begin(), extensions.end(), category) == extensions.end())
        return;

    const auto named = member(json, "target");
    std::string targetName = named ? textOf(*named) : "";
    if (targetName == stageName) targetName = "Stage";
    const std::size_t owner =
        named || !list ? targetNamed(project, targetName) : ownerOfList(project, textOf(*list));
    if (owner == kNone) {
        conversion.warn(fmt::format("a monitor of \"{}\" was left out: what it belongs to does not exist",
                                    command.substr(0, 80)));
        return;
    }
    if (!conversion.mayMakeObject()) return;
    conversion.useExtension(opcodeName(mapping->opcode));

    std::vector<Json> arguments;
    if (list) {
        arguments.push_back(*list);
    } else if (auto parameter = member(json, "param")) {
        arguments.push_back(*parameter);
    }
    // Not as the stage, even where it is the stage's: a name that only a monitor mentions is not global.
    const std::vector<Field> fields =
        ScriptConverter(conversion, ids[owner], false).fieldsOf(*mapping, arguments);
    Monitor monitor;
    monitor.id = monitorId(mapping->opcode, fields, ids[owner]);
    monitor.mode = list ? "list" : modeName(json);
    monitor.opcode = opcodeName(mapping->opcode);
    JsonWriter params;
    params.beginObject();
    for (const Field& field : fields) {
        params.key(field.name);
        writeValue(params, field.value);
    }
    monitor.params = params.endObject().take();
    if (!project.targets[owner].isStage) monitor.spriteName = project.targets[owner].name;
    monitor.value = list ? "[]" : "\"\"";
    monitor.width = memberNumber(json, "width", 0);
    monitor.height = memberNumber(json, "height", 0);
    monitor.x = memberNumber(json, "x", 0);
    monitor.y = memberNumber(json, "y", 0);
    monitor.visible = visible;
    for (std::string_view name : {"sliderMin", "sliderMax", "isDiscrete"}) {
        if (auto value = member(json, name)) monitor.extra.emplace_back(name, dom::minified(*value));
    }
    // A second monitor of the same thing replaces the first.
    auto& all = project.monitors;
    auto same = std::find_if(all.begin(), all.end(), [&](const Monitor& m) { return m.id == monitor.id; });
    if (same != all.end())
        *same = std::move(monitor);
    else
        all.push_back(std::move(monitor));
}

}  // namespace ounce::sb2
