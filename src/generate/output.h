// The files that a generation leaves behind: suite.json, suite.js, statistics.csv, report.html.
#pragma once

#include <string>
#include <vector>

#include "generate/both_ways.h"
#include "generate/generate.h"

namespace ounce {

struct MadeFile {
    std::string name{}, text{};
};

struct MadeFiles {
    std::vector<MadeFile> files{};
    std::vector<std::string> notes{};   // what the JavaScript cannot say
    std::vector<FailedRerun> failed{};  // tests that do not pass when the files are run
    std::size_t notRun = 0;             // tests that were not run again
};

// Makes the files, and runs both suites once more.
Result<MadeFiles> makeFiles(const std::shared_ptr<const Program>& program, const Generation& generation,
                            const GenerationOptions& options, const Job& job);

}  // namespace ounce
