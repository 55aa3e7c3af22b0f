#include "cli/file_watch.h"

#include <utility>

#include "cli/project_files.h"

namespace ounce {

namespace fs = std::filesystem;

bool FileWatch::changed() {
    auto now = look();
    const bool different = now != seen_;
    seen_ = std::move(now);
    return different;
}

std::vector<FileWatch::Trace> FileWatch::look() const {
    std::vector<Trace> traces;
    const auto lookAt = [&](const std::string& file) {
        std::error_code gone;  // a file that is being replaced is gone for a moment
        const auto time = fs::last_write_time(file, gone);
        traces.push_back({file, time, fs::file_size(file, gone)});
    };
    for (const std::string& path : paths_) {
        std::error_code gone;
        if (!fs::is_directory(path, gone)) {
            lookAt(path);
        } else if (const auto projects = projectsIn(path)) {
            for (const std::string& project : *projects) lookAt(project);
        }
    }
    return traces;
}

}  // namespace ounce
