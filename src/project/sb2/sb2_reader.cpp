#include "project/sb2/sb2_reader.h"

#include <algorithm>

#include "base/json_writer.h"
#include "project/sb2/conversion.h"
#include "project/sb2/monitors.h"
#include "project/sb2/object_reader.h"
#include "project/sb3/dom.h"

namespace ounce {
namespace {

using sb2::Json;

// The list of sprites in the editor has an order of its own, beside the order of layers.
void sortLikeLibrary(std::vector<sb2::ReadObject>& objects) {
    for (std::size_t i = 0; i < objects.size(); i++) objects[i].target.layerOrder = static_cast<double>(i);
    std::stable_sort(objects.begin() + 1, objects.end(),
                     [](const auto& a, const auto& b) { return a.indexInLibrary < b.indexInLibrary; });
}

std::string metaOf(const Json& root) {
    auto info = sb2::member(root, "info");
    JsonWriter meta;
    meta.beginObject().key("semver").string("3.0.0");
    if (info) meta.key("agent").string(sb2::memberText(*info, "userAgent"));
    return meta.endObject().take();
}

}  // namespace

Result<Project> readSb2Json(std::string_view json, const std::string& name,
                            const std::function<Bytes(const std::string&)>& asset) {
    auto document = dom::parse(std::string(json));
    if (!document) return std::unexpected(std::move(document.error()).inside(name));
    const Json& root = document->root;
    if (!sb2::member(root, "objName"))
        return fail("this is no Scratch 2 project: project.json does not describe a stage", name);
    if (!sb2::member(root, "children"))
        return fail("this is a single sprite of Scratch 2, not a project", name, "import it into a project");

    Project project;
    project.format = Format::Sb2;
    project.warnings = std::move(document->warnings);
    sb2::Conversion conversion(project);
    std::vector<sb2::ReadObject> objects;
    std::vector<Json> monitors;
    objects.push_back(sb2::readObject(root, true, conversion, project, asset));
    for (const Json& child : sb2::memberItems(root, "children")) {
        if (conversion.tooLarge()) break;
        if (!child.isObject()) {
            conversion.warn("something among the sprites that is no sprite was left out");
        } else if (sb2::member(child, "objName")) {
            objects.push_back(sb2::readObject(child, false, conversion, project, asset));
        } else {
            monitors.push_back(child);
        }
    }
    sortLikeLibrary(objects);
    std::vector<std::string> ids;
    for (sb2::ReadObject& object : objects) {
        project.targets.push_back(std::move(object.target));
        ids.push_back(std::move(object.id));
    }
    conversion.finishMessages();
    sb2::MonitorReader monitorReader(conversion, project, std::move(ids), sb2::memberText(root, "objName"));
    for (const Json& monitor : monitors) monitorReader.read(monitor);
    if (conversion.tooLarge()) {
        return fail("the project has more than " + std::to_string(sb2::Conversion::kMostObjects) +
                        " blocks, variables, costumes and comments, more than Ounce takes",
                    name);
    }
    project.meta = metaOf(root);
    return project;
}

}  // namespace ounce
