// The folder that a generation leaves behind: suite.json, suite.js, statistics.csv, report.html.
#pragma once

#include <string>
#include <vector>

#include "generate/generate.h"
#include "testing/result.h"

namespace ounce {

// Makes the folder if need be. Returns the files written.
Result<std::vector<std::string>> writeGeneration(const std::shared_ptr<const Program>& program,
                                                 const Generation& generation,
                                                 const GenerationOptions& options, const std::string& folder);

// The suite played once on the program it was made for.
SuiteRun runGenerated(const std::shared_ptr<const Program>& program, const Generation& generation,
                      const GenerationOptions& options);

}  // namespace ounce
