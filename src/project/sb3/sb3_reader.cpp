#include "project/sb3/sb3_reader.h"

#include "project/sb3/format.h"
#include "project/sb3/reading.h"

namespace ounce {
namespace {

void readTargets(Reading& reading, JsonElement value, std::vector<Target>& targets) {
    if (!value.isArray()) return reading.refuse("\"targets\" is not a list");
    const JsonArray list = value.array();
    reading.spend(list.size() * sizeof(Target));
    if (reading.refused()) return;
    targets.clear();
    targets.reserve(list.size());
    for (JsonElement target : list) {
        if (reading.refused()) return;
        const std::size_t position = targets.size();
        readTarget(reading, target, position, targets.emplace_back());
    }
    reading.setTarget({});
}

Monitor readMonitor(Reading& reading, JsonObject object) {
    Monitor monitor;
    monitor.params = "{}";
    auto raw = [&](JsonElement value) {
        std::string json = dom::minified(value);
        reading.spend(json.size());
        return json;
    };
    for (auto [key, value] : object) {
        if (key == "id")
            reading.text(value, key, monitor.id);
        else if (key == "mode")
            reading.text(value, key, monitor.mode);
        else if (key == "opcode")
            reading.text(value, key, monitor.opcode);
        else if (key == "params")
            monitor.params = raw(value);
        else if (key == "spriteName")
            reading.text(value, key, monitor.spriteName);
        else if (key == "value")
            monitor.value = raw(value);
        else if (key == "width")
            reading.number(value, key, monitor.width);
        else if (key == "height")
            reading.number(value, key, monitor.height);
        else if (key == "x")
            reading.number(value, key, monitor.x);
        else if (key == "y")
            reading.number(value, key, monitor.y);
        else if (key == "visible")
            reading.truth(value, key, monitor.visible);
        else
            reading.extra(key, value, monitor.extra);
    }
    return monitor;
}

void readMonitors(Reading& reading, JsonElement value, std::vector<Monitor>& monitors) {
    monitors.clear();
    if (!reading.isList(value, "monitors")) return;
    for (JsonElement entry : value.array()) {
        reading.setPart("monitor", {});
        reading.spend(sizeof(Monitor));
        if (reading.refused() || !reading.isObject(entry, "monitor")) return;
        monitors.push_back(readMonitor(reading, entry.object()));
    }
    reading.setPart({}, {});
}

void readExtensions(Reading& reading, JsonElement value, std::vector<std::string>& extensions) {
    extensions.clear();
    if (!reading.isList(value, "extensions")) return;
    for (JsonElement entry : value.array()) {
        reading.spend(sizeof(std::string));
        if (reading.refused()) return;
        reading.text(entry, "extensions", extensions.emplace_back());
    }
}

void checkMeta(Reading& reading, JsonElement meta) {
    JsonElement version;
    std::string_view text;
    if (!dom::find(meta, "semver", version) || !version.get(text) || !text.starts_with("3.")) {
        reading.warn("the project does not say that it is of version 3 of the format");
    }
}

}  // namespace

Result<Project> readSb3(const dom::Document& document) {
    Project project;
    Reading reading;
    if (!document.root.isObject()) return fail("is no Scratch project: its JSON is not an object");
    bool hasTargets = false, hasMeta = false;
    for (auto [key, value] : document.root.object()) {
        if (reading.refused()) break;
        if (key == "targets") {
            hasTargets = true;
            readTargets(reading, value, project.targets);
        } else if (key == "monitors") {
            readMonitors(reading, value, project.monitors);
        } else if (key == "extensions") {
            readExtensions(reading, value, project.extensions);
        } else if (key == "meta") {
            hasMeta = true;
            if (!reading.isObject(value, "meta")) break;
            project.meta = dom::minified(value);
            reading.spend(project.meta.size());
            checkMeta(reading, value);
        } else {
            reading.extra(key, value, project.extra);
        }
    }
    if (!reading.refused() && !hasTargets)
        reading.refuse("the project has no targets, that is no stage and no sprites");
    if (!reading.refused() && project.targets.empty()) reading.refuse("the project has no stage");
    if (reading.refused()) return std::unexpected(reading.takeError());
    if (project.meta == kOwnMeta) project.meta.clear();
    if (!hasMeta) reading.warn("the project does not say which version of Scratch it is for");
    project.warnings = document.warnings;
    for (std::string& warning : reading.takeWarnings()) project.warnings.push_back(std::move(warning));
    return project;
}

}  // namespace ounce
