// The projects that a command is given: files, and folders with projects somewhere inside.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace ounce {

// The ending of a file's name in small letters, with the dot.
std::string endingOf(const std::filesystem::path& path);
// By the ending: .sb3, .sb2 or .scratch.
bool isProjectName(const std::filesystem::path& path);
// The files as they are, and all projects of those that are folders.
Result<std::vector<std::string>> projectsOf(const std::vector<std::string>& filesAndFolders);
// All projects in a folder and the folders inside it, sorted. Fails if there is none.
Result<std::vector<std::string>> projectsIn(const std::string& folder);

}  // namespace ounce
