// Commands about one project, on a folder of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace ounce {

// A file: does it. A folder: does it with each project inside, one after the other, each under its name; one
// that fails costs only itself. `--json` gives one document, the results in `projects`; those of a single
// project also stand in the document itself. The exit code is the largest. `files`: values of options that
// name a file to write or to read, of which there would have to be one a project; they must be empty.
struct OneProject {
    std::string path;
    std::string name;  // empty: it was named itself, and is no part of a folder
};
Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<int>(const OneProject& project)>& one);

// Where a project's files go: the folder that was named, or one inside it with the project's name. Empty if
// none was named.
std::string outputFolder(const std::string& named, const OneProject& project);

}  // namespace ounce
