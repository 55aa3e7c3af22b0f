// Commands about one project, on a folder of them: one driver, over values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/command.h"

namespace ounce {

struct OneProject {
    std::string path;
    std::string name;  // empty: it was named itself, and is no part of a folder
};

// What a command has to say of one project.
struct ProjectOutcome {
    int code = 0;
    Json json{};                    // for --json
    std::function<void()> print{};  // else; called at once
};

// A file: does it. A folder: does it with each project inside, one after the other, each under its name; one
// that fails costs only itself. The exit code is the largest. `files`: values of options that name a file to
// write or to read, of which there would have to be one a project; they must be empty.
Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<ProjectOutcome>(const OneProject& project)>& one);

// A project as a member of `projects`: its name and file, and what is said of it.
Json memberOf(const std::string& name, const std::string& file, const Result<Json>& said);
// The one JSON document of a command: the members in `projects`; what is said of a single project stands in
// the document itself as well.
Json documentOf(const std::vector<Json>& members);

// Where a project's files go: the folder that was named, or one inside it with the project's name. Empty if
// none was named.
std::string outputFolder(const std::string& named, const OneProject& project);

}  // namespace ounce
