#include "cli/each_project.h"

#include <algorithm>
#include <filesystem>
#include <fmt/color.h>
#include <fmt/format.h>

#include "base/path_names.h"
#include "cli/interrupt.h"
#include "cli/project_files.h"

namespace ounce {
namespace {

Result<int> single(const std::string& path, const CommonOptions& common,
                   const std::function<Result<ProjectOutcome>(const OneProject&)>& one) {
    OUNCE_TRY(const ProjectOutcome outcome, one({path, {}}));
    if (common.json) {
        Json document{{"schema", 1}};
        document.update(outcome.json);
        document["projects"] = std::vector<Json>{memberOf(distinctNames({path}).front(), path, outcome.json)};
        fmt::print("{}\n", document.dump());
    } else if (outcome.print) {
        outcome.print();
    }
    return outcome.code;
}

}  // namespace

Json memberOf(const std::string& name, const std::string& file, const Result<Json>& said) {
    Json member{{"name", name}, {"file", file}};
    if (!said) {
        member["problem"] = said.error().message();
    } else if (said->isObject()) {
        member.update(*said);
        member["name"] = name;
    }
    return member;
}

Json documentOf(const std::vector<Json>& members) {
    Json document{{"schema", 1}};
    if (members.size() == 1) {
        document.update(members.front());
        for (const char* own : {"name", "file"}) document.remove(own);
    }
    document["projects"] = members;
    return document;
}

Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<ProjectOutcome>(const OneProject& project)>& one) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) return single(path, common, one);
    for (const std::string& file : files) {
        if (!file.empty())
            return fail(fmt::format("«{}» is one file for many projects", file), path,
                        "name a single project");
    }
    OUNCE_TRY(const std::vector<std::string> paths, projectsIn(path));
    const std::vector<std::string> names = distinctNames(paths);
    std::vector<Json> members;
    int code = 0;
    for (std::size_t i = 0; i < paths.size() && !wasInterrupted(); i++) {
        if (!common.json && !common.quiet) {
            const std::string title = fmt::format("{}== {} ==", i > 0 ? "\n" : "", names[i]);
            fmt::print("{}\n", common.color ? fmt::format(fmt::emphasis::bold, "{}", title) : title);
        }
        const Result<ProjectOutcome> outcome = one({paths[i], names[i]});
        code = std::max(code, outcome ? outcome->code : 2);
        if (outcome && outcome->print && !common.json) outcome->print();
        if (!outcome) fmt::print(stderr, "ounce: {}\n", outcome.error().message());
        members.push_back(memberOf(names[i], paths[i],
                                   outcome ? Result<Json>(outcome->json) : std::unexpected(outcome.error())));
    }
    if (common.json) {
        Json document{{"schema", 1}};
        document["projects"] = members;
        fmt::print("{}\n", document.dump());
    }
    return wasInterrupted() ? kInterrupted : code;
}

std::string outputFolder(const std::string& named, const OneProject& project) {
    return named.empty() || project.name.empty() ? named
                                                 : (std::filesystem::path(named) / project.name).string();
}

}  // namespace ounce
