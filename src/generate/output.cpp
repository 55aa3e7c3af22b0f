#include "generate/output.h"

#include <filesystem>

#include "base/file.h"
#include "generate/report_page.h"
#include "generate/statistics.h"
#include "testing/play.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce {

SuiteRun runGenerated(const std::shared_ptr<const Program>& program, const Generation& generation,
                      const GenerationOptions& options) {
    const Suite& suite = generation.suite;
    const MachineOptions machine = suite.machineOptions();
    const Moment start = testStart(*program, machine, options.programSeed);
    SuiteRun run;
    run.project = options.project;
    run.program = program;
    run.seed = options.programSeed;
    run.algorithm = suite.algorithm;
    run.assertions = suite.assertions();
    const std::vector<spec::Monitor> properties = propertiesOf(suite, *program);
    for (const TestCase& test : suite.tests) {
        const std::vector<spec::Monitor> watched = watchedBy(test, properties);
        run.tests.push_back(playTest(*program, machine, start, test, {.properties = &watched}));
    }
    return run;
}

Result<std::vector<std::string>> writeGeneration(const std::shared_ptr<const Program>& program,
                                                 const Generation& generation,
                                                 const GenerationOptions& options,
                                                 const std::string& folder) {
    OUNCE_CHECK(makeFolder(folder));
    std::vector<std::string> written;
    auto write = [&](const char* name, const std::string& text) {
        written.push_back((std::filesystem::path(folder) / name).string());
        return writeFile(written.back(), text);
    };
    OUNCE_CHECK(write("suite.json", writeSuiteJson(generation.suite)));
    OUNCE_CHECK(write("suite.js", writeSuiteJs(generation.suite).text));
    OUNCE_CHECK(write("statistics.csv", statisticsCsv(generation, options)));
    OUNCE_CHECK(
        write("report.html", reportPage(generation, options, runGenerated(program, generation, options),
                                        storyboardsOf(*program, generation, options))));
    return written;
}

}  // namespace ounce
