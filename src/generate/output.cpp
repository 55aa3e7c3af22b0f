#include "generate/output.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "base/file.h"
#include "generate/statistics.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce {

Result<std::vector<std::string>> writeGeneration(const Generation& generation,
                                                 const GenerationOptions& options,
                                                 const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) return fail(fmt::format("this folder cannot be made: {}", problem.message()), folder);
    std::vector<std::string> written;
    auto write = [&](const char* name, const std::string& text) {
        written.push_back((std::filesystem::path(folder) / name).string());
        return writeFile(written.back(), text);
    };
    OUNCE_CHECK(write("suite.json", writeSuiteJson(generation.suite)));
    OUNCE_CHECK(write("suite.js", writeSuiteJs(generation.suite).text));
    OUNCE_CHECK(write("statistics.csv", statisticsCsv(generation, options)));
    return written;
}

}  // namespace ounce
