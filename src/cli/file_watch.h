// Tells when one of some files has changed.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ounce {

class FileWatch {
  public:
    explicit FileWatch(std::vector<std::string> paths) : paths_(std::move(paths)), seen_(look()) {}

    // Whether anything changed since the last call, or since the beginning.
    bool changed() {
        auto now = look();
        const bool different = now != seen_;
        seen_ = std::move(now);
        return different;
    }

  private:
    using Trace = std::pair<std::filesystem::file_time_type, std::uintmax_t>;  // time and size

    [[nodiscard]] std::vector<Trace> look() const {
        std::vector<Trace> traces;
        for (const std::string& path : paths_) {
            std::error_code gone;  // a file that is being replaced is gone for a moment
            const auto time = std::filesystem::last_write_time(path, gone);
            traces.emplace_back(time, std::filesystem::file_size(path, gone));
        }
        return traces;
    }

    std::vector<std::string> paths_;
    std::vector<Trace> seen_;
};

}  // namespace ounce
