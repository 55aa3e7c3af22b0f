#include "tasks/fuzz.h"

#include "contracts/javascript/extension.h"
#include "contracts/javascript/fuzz.h"
#include "contracts/scratch/fuzz.h"

namespace ounce::tasks {

Result<contracts::FuzzResult> fuzz(FuzzProjectRequest request, const Job& job) {
    request.options.seed = static_cast<std::uint32_t>(job.seed);
    OUNCE_TRY(const contracts::ScratchTarget target,
              contracts::scratchTargetOf(std::move(request.project), request.path, request.contracts,
                                         request.contractsPath));
    return contracts::fuzzScratch(target, request.options, request.rules, job);
}

Result<contracts::FuzzResult> fuzz(const FuzzModuleRequest& request, const Job& job) {
    contracts::FuzzOptions options = request.options;
    options.seed = static_cast<std::uint32_t>(job.seed);
    OUNCE_TRY(contracts::JsModule module, contracts::readJsModule(request.path, request.contractsPath));
    if (module.functions.empty() && module.conditions.empty() && request.contractsPath.empty()) {
        OUNCE_TRY(std::optional<contracts::JsModule> extension, contracts::readExtension(request.path, job));
        if (extension) return contracts::fuzzJavaScript(std::move(*extension), options, request.output, job);
    }
    return contracts::fuzzJavaScript(std::move(module), options, request.output, job);
}

}  // namespace ounce::tasks
