#include "generate/output.h"

#include <filesystem>

#include "base/file.h"
#include "generate/report_page.h"
#include "generate/statistics.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce {

Result<WrittenGeneration> writeGeneration(const std::shared_ptr<const Program>& program,
                                          const Generation& generation, const GenerationOptions& options,
                                          const std::string& folder) {
    OUNCE_CHECK(makeFolder(folder));
    WrittenGeneration written;
    auto write = [&](const char* name, const std::string& text) {
        written.files.push_back((std::filesystem::path(folder) / name).string());
        return writeFile(written.files.back(), text);
    };
    const std::string json = writeSuiteJson(generation.suite);
    JavaScriptSuite script = writeSuiteJs(generation.suite);
    OUNCE_CHECK(write("suite.json", json));
    OUNCE_CHECK(write("suite.js", script.text));
    OUNCE_CHECK(write("statistics.csv", statisticsCsv(generation, options)));
    OUNCE_TRY(BothWays both, runBothWays(program, json, script.text, options));
    OUNCE_CHECK(write("report.html", reportPage(generation, options, both.asData,
                                                storyboardsOf(*program, generation, options))));
    written.notes = std::move(script.notes);
    written.failed = std::move(both.failed);
    written.notRun = both.notRun;
    return written;
}

}  // namespace ounce
