#include "vm/load_program.h"

#include "base/path_names.h"
#include "project/load.h"

namespace ounce {

Result<std::shared_ptr<const Program>> loadProgram(const std::string& path) {
    OUNCE_TRY(Project project, loadProject(path));
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(path));
    return program;
}

std::vector<LoadedProgram> loadPrograms(const std::vector<std::string>& paths, const Job& job) {
    std::vector<LoadedProgram> all;
    const std::vector<std::string> names = distinctNames(paths);
    for (std::size_t i = 0; i < paths.size(); i++) {
        LoadedProgram& one = all.emplace_back(LoadedProgram{.file = paths[i], .name = names[i]});
        one.wasRead = !job.isOver();
        if (!one.wasRead) continue;
        auto program = loadProgram(paths[i]);
        if (program) {
            one.program = std::move(*program);
        } else {
            one.problem = program.error().message();
        }
    }
    return all;
}

}  // namespace ounce
