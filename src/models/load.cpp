#include "models/load.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "models/model_json.h"
#include "models/model_text.h"

namespace ounce::models {
namespace {

std::string ending(const std::string& path) {
    return lowerCase(std::filesystem::path(path).extension().string());
}

}  // namespace

bool isModelName(const std::string& path) {
    if (ending(path) == ".model") return true;
    if (ending(path) != ".json") return false;
    const auto text = readFile(path, kMaxModelBytes);
    return text && looksLikeModelJson(*text);
}

bool looksLikeProject(const std::string& path) {
    const auto text = readFile(path, kMaxModelBytes);
    if (!text || looksLikeModelJson(*text)) return false;
    return text->find("\"targets\"") != std::string::npos || text->find("\"objName\"") != std::string::npos;
}

Result<std::vector<Model>> loadModels(const std::string& path) {
    OUNCE_TRY(const std::string text, readFile(path, kMaxModelBytes));
    if (ending(path) == ".model") return readModelText(text, path);
    if (ending(path) == ".json") return readModelJson(text, path);
    return fail("this is no model file", path, "models are .json files of Whisker or .model files");
}

Result<std::vector<Model>> loadModels(const std::vector<std::string>& paths) {
    std::vector<Model> all;
    std::set<std::string> ids;
    for (const std::string& path : paths) {
        OUNCE_TRY(std::vector<Model> models, loadModels(path));
        for (Model& model : models) {
            const std::string id = model.id;
            for (int number = 2; !ids.insert(model.id).second; number++)
                model.id = fmt::format("{}-{}", id, number);
            all.push_back(std::move(model));
        }
    }
    return all;
}

}  // namespace ounce::models
