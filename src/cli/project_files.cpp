#include "cli/project_files.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace ounce {

namespace fs = std::filesystem;

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// As people count: «Pupil 2» comes before «Pupil 10».
bool comesBefore(std::string_view a, std::string_view b) {
    const std::string_view wholeA = a, wholeB = b;
    while (!a.empty() && !b.empty()) {
        if (!isDigit(a[0]) || !isDigit(b[0])) {
            if (a[0] != b[0]) return a[0] < b[0];
            a.remove_prefix(1);
            b.remove_prefix(1);
            continue;
        }
        const auto number = [](std::string_view& text) {
            while (text.size() > 1 && text[0] == '0' && isDigit(text[1])) text.remove_prefix(1);
            std::size_t length = 0;
            while (length < text.size() && isDigit(text[length])) length++;
            const std::string_view digits = text.substr(0, length);
            text.remove_prefix(length);
            return digits;
        };
        const std::string_view x = number(a), y = number(b);
        if (x.size() != y.size()) return x.size() < y.size();
        if (x != y) return x < y;
    }
    if (a.empty() != b.empty()) return a.empty();
    return wholeA < wholeB;  // 7 and 007
}

}  // namespace

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
    std::sort(found.begin(), found.end(), comesBefore);
    return found;
}

}  // namespace ounce
