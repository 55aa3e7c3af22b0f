// Commands about one project, on a folder of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace ounce {

// A file: does it. A folder: does it with each project inside, one after the other, each under its name; one
// that fails costs only itself. `--json` then gives one document, its members in `projects`. The exit code is
// the largest. `files`: values of options that name a file to write or to read, of which there would have to
// be one a project; they must be empty.
Result<int> onEachProject(const std::string& path, const CommonOptions& common,
                          const std::vector<std::string>& files,
                          const std::function<Result<int>(const std::string& project)>& one);

}  // namespace ounce
