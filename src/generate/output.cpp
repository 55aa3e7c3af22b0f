#include "generate/output.h"

#include "generate/report_page.h"
#include "generate/statistics.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce {

Result<MadeFiles> makeFiles(const std::shared_ptr<const Program>& program, const Generation& generation,
                            const GenerationOptions& options, const Job& job) {
    MadeFiles made;
    const std::string json = writeSuiteJson(generation.suite);
    JavaScriptSuite script = writeSuiteJs(generation.suite);
    OUNCE_TRY(BothWays both, runBothWays(program, json, script.text, options, job));
    made.files = {{"suite.json", json},
                  {"suite.js", script.text},
                  {"statistics.csv", statisticsCsv(generation, options)},
                  {"report.html", reportPage(generation, options, both.asData,
                                             storyboardsOf(*program, generation, options, job))}};
    made.notes = std::move(script.notes);
    made.failed = std::move(both.failed);
    made.notRun = both.notRun;
    return made;
}

}  // namespace ounce
