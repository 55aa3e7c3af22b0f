#include "cli/each_project.h"

#include <algorithm>
#include <filesystem>
#include <fmt/color.h>
#include <fmt/format.h>

#include "base/json.h"
#include "base/path_names.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/project_files.h"

namespace ounce {
namespace {

struct Row {
    int code = 2;
    std::string problem{};
    Json json{};
};

Row rowOf(const std::string& project, bool json, const std::function<Result<int>(const std::string&)>& one) {
    Row row;
    std::string printed;
    {
        const CapturedOutput captured(json ? &printed : nullptr);
        const Result<int> result = one(project);
        if (result) {
            row.code = *result;
        } else {
            row.problem = result.error().message();
        }
    }
    if (json) row.json = Json::parse(printed).value_or(Json());
    return row;
}

}  // namespace

Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<int>(const std::string& project)>& one) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) return one(path);
    for (const std::string& file : files) {
        if (!file.empty())
            return fail(fmt::format("«{}» is one file for many projects", file), path,
                        "name a single project");
    }
    OUNCE_TRY(const std::vector<std::string> paths, projectsIn(path));
    const std::vector<std::string> names = distinctNames(paths);
    Json projects = Json::array();
    int code = 0;
    for (std::size_t i = 0; i < paths.size() && !wasInterrupted(); i++) {
        if (!common.json && !common.quiet) {
            const std::string title = fmt::format("{}== {} ==", i > 0 ? "\n" : "", names[i]);
            fmt::print("{}\n", common.color ? fmt::format(fmt::emphasis::bold, "{}", title) : title);
        }
        const Row row = rowOf(paths[i], common.json, one);
        code = std::max(code, row.code);
        Json project{{"name", names[i]}, {"file", paths[i]}};
        if (!row.problem.empty()) {
            project["problem"] = row.problem;
            fmt::print(stderr, "ounce: {}\n", row.problem);
        } else if (row.json.isObject()) {
            project.update(row.json);
            project["name"] = names[i];
            project.remove("schema");
        }
        projects.push_back(std::move(project));
    }
    if (common.json) fmt::print("{}\n", Json{{"schema", 1}, {"projects", projects}}.dump());
    return wasInterrupted() ? kInterrupted : code;
}

}  // namespace ounce
