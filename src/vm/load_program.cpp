#include "vm/load_program.h"

#include "project/load.h"

namespace ounce {

Result<std::shared_ptr<const Program>> loadProgram(const std::string& path) {
    OUNCE_TRY(Project project, loadProject(path));
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(path));
    return program;
}

}  // namespace ounce
