#include "workers/worker_program.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace ounce {

namespace fs = std::filesystem;

Result<std::string> workerProgram() {
    if (const char* named = std::getenv("OUNCE_PROGRAM"); named && *named) return std::string(named);
    std::error_code ignored;
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
    // By its link: the same file, even if another one has taken its place since this process began.
    if (self.filename().string().starts_with("ounce")) return std::string("/proc/self/exe");
    const fs::path above = self.parent_path().parent_path();
    std::vector<fs::path> places{self.parent_path(), above, above / "bin"};
    if (const char* path = std::getenv("PATH")) {
        std::istringstream folders(path);
        for (std::string folder; std::getline(folders, folder, ':');) places.emplace_back(folder);
    }
    for (const fs::path& place : places) {
        const fs::path program = place / "ounce";
        if (::access(program.c_str(), X_OK) == 0 && !fs::is_directory(program, ignored))
            return program.string();
    }
    return fail("the program ounce was not found, which runs what must not run in this process", {},
                "put it beside this program or on the PATH, or name it in OUNCE_PROGRAM");
}

}  // namespace ounce
