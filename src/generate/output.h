// The folder that a generation leaves behind: suite.json, suite.js, statistics.csv, report.html.
#pragma once

#include <string>
#include <vector>

#include "generate/both_ways.h"
#include "generate/generate.h"

namespace ounce {

struct WrittenGeneration {
    std::vector<std::string> files{};
    std::vector<std::string> notes{};   // what the JavaScript cannot say
    std::vector<FailedRerun> failed{};  // tests that do not pass when the files are run
    std::size_t notRun = 0;             // tests that were not run again
};

// Makes the folder if need be, and runs what it has written.
Result<WrittenGeneration> writeGeneration(const std::shared_ptr<const Program>& program,
                                          const Generation& generation, const GenerationOptions& options,
                                          const std::string& folder);

}  // namespace ounce
