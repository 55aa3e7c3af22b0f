#include "project/load.h"

#include <filesystem>
#include <functional>

#include "base/file.h"
#include "base/text.h"
#include "project/assets/assets.h"
#include "project/sb2/sb2_reader.h"
#include "project/sb3/archive.h"
#include "project/sb3/sb3_reader.h"

namespace ounce {
namespace {

constexpr std::size_t kLargestFile = std::size_t{100} << 20;
constexpr std::size_t kLargestJson = std::size_t{64} << 20;
constexpr std::size_t kLargestAsset = std::size_t{64} << 20;
constexpr auto kSpriteAdvice = "load the sprite into a project in Scratch 3 first";
constexpr auto kSaveAdvice = "open it in Scratch 3 and save it there";

using AssetSource = std::function<Bytes(const std::string& fileName)>;

enum class Kind { Sb3, Sb2, Sprite, Other };

Kind kindOf(JsonElement root) {
    JsonElement ignored;
    auto has = [&](std::string_view key) { return dom::find(root, key, ignored); };
    if (has("targets")) return Kind::Sb3;
    if (has("objName")) return has("children") || has("info") ? Kind::Sb2 : Kind::Sprite;
    if (has("children")) return Kind::Sb2;
    if (has("isStage") && has("blocks")) return Kind::Sprite;
    return Kind::Other;
}

template <class T>
Result<T> inside(Result<T> result, const std::string& place) {
    if (!result) return std::unexpected(std::move(result.error()).inside(place));
    return result;
}

Result<Project> readJson(std::string json, const std::string& name, Format format, const AssetSource& asset) {
    OUNCE_TRY(const dom::Document document, inside(dom::parse(std::move(json)), name));
    switch (kindOf(document.root)) {
        case Kind::Sb2: return readSb2Json(document.json.text(), name, asset);
        case Kind::Sprite: return fail("holds a single sprite, not a project", name, kSpriteAdvice);
        default: break;
    }
    OUNCE_TRY(Project project, inside(readSb3(document), name));
    project.format = format;
    return project;
}

// The names under which an asset may lie in the archive. Official Scratch looks a costume up by id and
// format, a sound by the whole name.
template <class Asset>
Result<void> readAssets(Archive& archive, const std::vector<Asset>& assets, Project& project) {
    for (const Asset& asset : assets) {
        const std::string key = asset.fileName();
        std::string inArchive = asset.assetId + "." + asset.dataFormat;
        if (!archive.has(inArchive)) inArchive = key;
        if (project.assets.contains(key) || !archive.has(inArchive)) continue;
        auto bytes = archive.read(inArchive, kLargestAsset);
        if (bytes) {
            project.assets[key] = std::make_shared<const std::string>(std::move(*bytes));
        } else if (archive.overLimit()) {
            return std::unexpected(std::move(bytes.error()));
        } else {
            project.warnings.push_back(bytes.error().message());
        }
    }
    return {};
}

bool isScratch1(std::string_view bytes) { return bytes.starts_with("ScratchV"); }
bool isZip(std::string_view bytes) { return bytes.starts_with("PK"); }
bool looksLikeJson(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    return trimWhiteSpace(bytes.substr(0, 4096)).starts_with('{');
}

}  // namespace

Result<Project> readProject(std::string_view bytes, const std::string& path) {
    if (bytes.empty()) return fail("is empty", path);
    if (isZip(bytes)) return readSb3Archive(bytes, path);
    if (isScratch1(bytes))
        return fail("is a project of Scratch 1, which Ounce cannot read", path, kSaveAdvice);
    if (path.ends_with(".scratch")) return readText(bytes, path, std::filesystem::path(path).parent_path());
    if (looksLikeJson(bytes)) return readProjectJson(bytes, path);
    return fail("is no Scratch project", path, "Ounce reads .sb3, .sb2, project.json and .scratch files");
}

Result<Project> readProjectJson(std::string_view json, const std::string& name) {
    return readJson(std::string(json), name, Format::Json, [](const std::string&) { return Bytes(); });
}

Result<Project> readSb3Archive(std::string_view bytes, const std::string& name) {
    OUNCE_TRY(Archive archive, inside(Archive::open(bytes), name));
    if (!archive.has("project.json")) {
        if (archive.has("sprite.json"))
            return fail("holds a single sprite, not a project", name, kSpriteAdvice);
        return fail("the archive has no project.json, so it is no Scratch project", name);
    }
    OUNCE_TRY(std::string json, inside(archive.read("project.json", kLargestJson), name));
    const auto asset = [&archive](const std::string& fileName) -> Bytes {
        auto content = archive.read(fileName, kLargestAsset);
        return content ? std::make_shared<const std::string>(std::move(*content)) : nullptr;
    };
    OUNCE_TRY(Project project, readJson(std::move(json), name + ": project.json", Format::Sb3, asset));
    if (archive.overLimit()) return fail("a costume or sound file is too large when unpacked", name);
    if (project.format == Format::Sb2) return project;
    for (const Target& target : project.targets) {
        auto read = readAssets(archive, target.costumes, project);
        if (read) read = readAssets(archive, target.sounds, project);
        if (!read) return std::unexpected(std::move(read.error()).inside(name));
    }
    return project;
}

Result<Project> loadProject(const std::string& path) {
    const auto bytes = readFile(path, kLargestFile);
    if (!bytes) return std::unexpected(bytes.error());
    OUNCE_TRY(Project project, readProject(*bytes, path));
    checkAssets(project);
    return project;
}

Result<std::string> writeSb3Archive(const Project& project) {
    const std::string json = writeProjectJson(project);
    std::vector<std::pair<std::string, std::string_view>> entries{{"project.json", json}};
    for (const auto& [name, bytes] : project.assets) entries.emplace_back(name, *bytes);
    return makeArchive(entries);
}

namespace {

// A folder that has the name of the text file, without the ending.
std::string assetFolderOf(const std::filesystem::path& file) {
    const std::string name = file.stem().string();
    const bool usable =
        name != "." && name != ".." && name.find('\\') == std::string::npos && isValidUtf8(name);
    return usable ? name : "assets";
}

Result<void> saveText(const Project& project, const std::filesystem::path& file) {
    AssetFiles assets{assetFolderOf(file)};
    OUNCE_TRY(const std::string text, inside(writeText(project, &assets), file.string()));
    if (text.size() > kLargestText)
        return fail("would be larger than the limit of 16 MB for programs in text form", file.string());
    const std::filesystem::path folder = file.parent_path() / assets.folder;
    if (!assets.files.empty()) OUNCE_CHECK(makeFolder(folder.string()));
    for (const auto& [name, bytes] : assets.files) OUNCE_CHECK(writeFile((folder / name).string(), *bytes));
    return writeFile(file.string(), text);
}

}  // namespace

Result<void> saveProject(const Project& project, const std::string& path) {
    const std::filesystem::path file(path);
    if (file.extension() == ".sb3") {
        OUNCE_TRY(const std::string bytes, inside(writeSb3Archive(project), path));
        return writeFile(path, bytes);
    }
    if (file.extension() == ".json") return writeFile(path, writeProjectJson(project));
    if (file.extension() == ".scratch") return saveText(project, file);
    return fail("cannot be written: the name must end in .sb3, .json or .scratch", path);
}

}  // namespace ounce
