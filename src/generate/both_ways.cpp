#include "generate/both_ways.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/parallel.h"
#include "testing/play.h"
#include "testing/suite_json.h"
#include "testing/whisker/workers.h"

namespace ounce {

namespace {

// Of the time that the search had, for each of the two ways.
constexpr double kPartOfTheSearch = 0.5;

}  // namespace

SuiteRun runGenerated(const std::shared_ptr<const Program>& program, const Suite& suite,
                      const GenerationOptions& options) {
    const auto now = [&] { return options.clock ? options.clock() : 0; };
    const double begin = now(), longest = kPartOfTheSearch * options.config.budget.seconds.value_or(1e9);
    const MachineOptions machine = suite.machineOptions();
    const Moment start = testStart(*program, machine, options.programSeed);
    SuiteRun run;
    run.project = options.project;
    run.program = program;
    run.seed = options.programSeed;
    run.algorithm = suite.algorithm;
    run.assertions = suite.assertions();
    run.tests.resize(suite.tests.size());
    const std::vector<spec::Monitor> properties = propertiesOf(suite, *program);
    inParallel(run.tests.size(), options.threads, [&](std::size_t i, std::size_t) {
        const TestCase& test = suite.tests[i];
        const bool stopped = options.stop && options.stop->load(std::memory_order_relaxed);
        const std::vector<spec::Monitor> watched = watchedBy(test, properties);
        run.tests[i] = stopped || now() - begin > longest
                           ? notRun(test.name, test.description)
                           : playTest(*program, machine, start, test, {.properties = &watched});
    });
    return run;
}

Result<BothWays> runBothWays(const std::shared_ptr<const Program>& program, const std::string& json,
                             const std::string& script, const GenerationOptions& options) {
    OUNCE_TRY(const Suite suite, readSuiteJson(json, "suite.json"));
    BothWays both{runGenerated(program, suite, options)};
    WhiskerOptions whisker;
    whisker.jobs = static_cast<int>(options.threads);
    whisker.stop = options.stop;
    for (const TestResult& result : both.asData.tests) {
        whisker.wanted.push_back(result.message == kNotRun ? 0 : 1);
        both.notRun += result.message == kNotRun ? 1 : 0;
    }
    OUNCE_TRY(const WhiskerRun asScript, runWhiskerSuite(program, script, "suite.js", whisker));
    if (asScript.results.size() != suite.tests.size())
        return fail(
            fmt::format("suite.js has {} tests, suite.json {}", asScript.results.size(), suite.tests.size()));
    for (std::size_t i = 0; i < suite.tests.size(); i++) {
        const auto look = [&](const char* file, const TestResult& result) {
            if (!result.isGood()) both.failed.push_back({suite.tests[i].name, file, result.message});
        };
        if (suite.tests[i].watch.empty()) look("suite.json", both.asData.tests[i]);
        look("suite.js", asScript.results[i]);
    }
    return both;
}

}  // namespace ounce
