// Contract-driven random testing of a project or of a JavaScript module.
#pragma once

#include <string>

#include "base/job.h"
#include "base/result.h"
#include "contracts/options.h"
#include "contracts/result.h"
#include "contracts/scratch/target.h"
#include "project/project.h"

namespace ounce::tasks {

struct FuzzProjectRequest {
    Project project{};
    std::string path{};                        // what reports call it
    std::string contracts{}, contractsPath{};  // properties of a .props file; empty: those in comments
    contracts::ScratchRules rules{};           // which implicit contracts count
    contracts::FuzzOptions options{};
};

struct FuzzModuleRequest {
    std::string path{};           // modules that it requires lie beside it
    std::string contractsPath{};  // a file with the contracts; empty: they stand in the module
    std::string output{};         // the folder that findings will lie in, for how they name the module
    contracts::FuzzOptions options{};
};

// The job's seed is that of the programs.
Result<contracts::FuzzResult> fuzz(FuzzProjectRequest request, const Job& job);
Result<contracts::FuzzResult> fuzz(const FuzzModuleRequest& request, const Job& job);

}  // namespace ounce::tasks
