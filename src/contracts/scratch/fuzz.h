// Contract-driven testing of a Scratch program.
#pragma once

#include "base/job.h"
#include "contracts/options.h"
#include "contracts/result.h"
#include "contracts/scratch/target.h"

namespace ounce::contracts {

Result<FuzzResult> fuzzScratch(const ScratchTarget& target, const FuzzOptions& options,
                               const ScratchRules& rules, const Job& job);

}  // namespace ounce::contracts
