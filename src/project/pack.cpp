#include "project/pack.h"

#include <memory>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "project/load.h"

namespace ounce {

namespace {

// What a project may take in memory that comes from another process: more than any that could be read.
constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;

}  // namespace

constexpr Format lastOf(Format) { return Format::Text; }

std::string packProject(const Project& project) {
    ByteWriter bytes;
    bytes(project.format, writeProjectJson(project));
    bytes.count(project.assets.size());
    for (const auto& [name, content] : project.assets) bytes(name, *content);
    return bytes.take();
}

Result<Project> unpackProject(std::string_view bytes) {
    ByteReader reader(bytes, kMostBytes);
    Format format{};
    std::string json;
    reader(format, json);
    std::map<std::string, Bytes> assets;
    const std::size_t count = reader.countOf(2);
    for (std::size_t i = 0; i < count && !reader.failed(); i++) {
        std::string name, content;
        reader(name, content);
        assets.emplace(std::move(name), std::make_shared<const std::string>(std::move(content)));
    }
    if (reader.failed()) return fail("a project from another process is damaged");
    OUNCE_TRY(Project project, readProjectJson(json, "a project from another process"));
    project.format = format;
    project.assets = std::move(assets);
    return project;
}

}  // namespace ounce
