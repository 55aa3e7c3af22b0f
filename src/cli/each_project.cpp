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
    Result<int> code;
    Json json{};
};

Row rowOf(const OneProject& project, bool json, const std::function<Result<int>(const OneProject&)>& one) {
    std::string printed;
    Row row{[&] {
        const CapturedOutput captured(json ? &printed : nullptr);
        return one(project);
    }()};
    if (json) row.json = Json::parse(printed).value_or(Json());
    return row;
}

// A project as a member of `projects`.
Json memberOf(const Row& row, const std::string& name, const std::string& file) {
    Json member{{"name", name}, {"file", file}};
    if (!row.code) {
        member["problem"] = row.code.error().message();
    } else if (row.json.isObject()) {
        member.update(row.json);
        member["name"] = name;
        member.remove("schema");
    }
    return member;
}

Result<int> single(const std::string& path, const CommonOptions& common,
                   const std::function<Result<int>(const OneProject&)>& one) {
    Row row = rowOf({path, {}}, common.json, one);
    if (common.json && row.code) {
        Json projects = Json::array();
        projects.push_back(memberOf(row, distinctNames({path}).front(), path));
        row.json["projects"] = std::move(projects);
        fmt::print("{}\n", row.json.dump());
    }
    return row.code;
}

}  // namespace

Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<int>(const OneProject& project)>& one) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) return single(path, common, one);
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
        const Row row = rowOf({paths[i], names[i]}, common.json, one);
        code = std::max(code, row.code.value_or(2));
        if (!row.code) fmt::print(stderr, "ounce: {}\n", row.code.error().message());
        projects.push_back(memberOf(row, names[i], paths[i]));
    }
    if (common.json) fmt::print("{}\n", Json{{"schema", 1}, {"projects", projects}}.dump());
    return wasInterrupted() ? kInterrupted : code;
}

std::string outputFolder(const std::string& named, const OneProject& project) {
    return named.empty() || project.name.empty() ? named
                                                 : (std::filesystem::path(named) / project.name).string();
}

}  // namespace ounce
