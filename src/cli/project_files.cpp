#include "cli/project_files.h"

#include <algorithm>

#include "base/text.h"

namespace ounce {

namespace fs = std::filesystem;

std::string endingOf(const fs::path& path) { return lowerCase(path.extension().string()); }

bool isProjectName(const fs::path& path) {
    return endingOf(path) == ".sb3" || endingOf(path) == ".sb2" || endingOf(path) == ".scratch";
}

Result<std::vector<std::string>> projectsOf(const std::vector<std::string>& filesAndFolders) {
    std::vector<std::string> paths;
    for (const std::string& path : filesAndFolders) {
        std::error_code ignored;
        if (!fs::is_directory(path, ignored)) {
            paths.push_back(path);
            continue;
        }
        OUNCE_TRY(const std::vector<std::string> inside, projectsIn(path));
        paths.insert(paths.end(), inside.begin(), inside.end());
    }
    return paths;
}

Result<std::vector<std::string>> projectsIn(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored) && isProjectName(entry->path()))
            found.push_back(entry->path().string());
    }
    if (error) return fail("cannot be looked through: " + error.message(), folder);
    if (found.empty()) return fail("there is no project in this folder", folder);
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace ounce
