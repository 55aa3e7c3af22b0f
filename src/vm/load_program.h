// From a file to a program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "vm/program.h"

namespace ounce {

// Loads a project of any format and compiles it; whatever goes wrong is said with the path.
Result<std::shared_ptr<const Program>> loadProgram(const std::string& path);

// A project of several: what became of its file.
struct LoadedProgram {
    std::string file{};                        // the path that was given
    std::string name{};                        // in reports: the file's, without folder and ending
    std::shared_ptr<const Program> program{};  // none: it could not be read, and `problem` says why
    std::string problem{};
    bool wasRead = true;  // false: the job was over before its turn came
};

// In that order, with names that differ.
std::vector<LoadedProgram> loadPrograms(const std::vector<std::string>& paths, const Job& job);

}  // namespace ounce
