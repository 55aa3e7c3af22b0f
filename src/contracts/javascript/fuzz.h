// Contract-driven testing of a JavaScript module: programs are generated and run in worker processes, in
// batches whose answers do not depend on how many workers there are.
#pragma once

#include <string>

#include "base/job.h"
#include "base/result.h"
#include "contracts/javascript/module.h"
#include "contracts/javascript/service.h"
#include "contracts/options.h"
#include "contracts/result.h"

namespace ounce::contracts {

// Runs the module once, in a process of its own, to see what it exports; only that is called. Gives back what
// the contracts name and the module lacks.
Result<std::vector<std::string>> probeExports(JsModule& module, const Job& job, Exports* exports = nullptr);

// `output`: the folder the findings will be written to, for how they name the module; may be empty.
// When the job is over, findings that are not made small by then are told as they were found.
Result<FuzzResult> fuzzJavaScript(JsModule module, const FuzzOptions& options, const std::string& output,
                                  const Job& job);

}  // namespace ounce::contracts
