// Tells when something has changed on the disk: one of some files, or the projects in a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ounce {

class FileWatch {
  public:
    // A folder stands for the projects inside it, also those that are not there yet.
    explicit FileWatch(std::vector<std::string> paths) : paths_(std::move(paths)), seen_(look()) {}

    // Whether anything changed since the last call, or since the beginning.
    bool changed();

  private:
    struct Trace {
        std::string path;
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        bool operator==(const Trace&) const = default;
    };
    [[nodiscard]] std::vector<Trace> look() const;

    std::vector<std::string> paths_;
    std::vector<Trace> seen_;
};

}  // namespace ounce
