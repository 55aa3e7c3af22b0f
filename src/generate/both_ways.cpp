#include "generate/both_ways.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/parallel.h"
#include "testing/play.h"
#include "testing/suite_json.h"
#include "testing/whisker/workers.h"

namespace ounce {

namespace {

// Of a budget of time: until when tests are run as data, and until when they may take as scripts, where each
// takes about as long once more.
constexpr double kDataUntil = 0.96, kScriptsUntil = 1.04;

}  // namespace

SuiteRun runGenerated(const std::shared_ptr<const Program>& program, const Suite& suite,
                      const GenerationOptions& options, std::vector<double>* took) {
    if (took) took->assign(suite.tests.size(), 0);
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
        const std::vector<spec::Monitor> watched = watchedBy(test, properties);
        const double begin = options.clock ? options.clock() : 0;
        run.tests[i] = playTest(
            *program, machine, start, test,
            {.properties = &watched, .interrupted = [&options] { return options.isOver(kDataUntil); }});
        if (took && options.clock) (*took)[i] = options.clock() - begin;
    });
    return run;
}

Result<BothWays> runBothWays(const std::shared_ptr<const Program>& program, const std::string& json,
                             const std::string& script, const GenerationOptions& options) {
    OUNCE_TRY(const Suite suite, readSuiteJson(json, "suite.json"));
    std::vector<double> took;
    BothWays both{runGenerated(program, suite, options, &took)};
    WhiskerOptions whisker;
    whisker.jobs = static_cast<int>(options.threads);
    whisker.stop = options.stop;
    double end = options.clock ? options.clock() : 0;
    for (std::size_t i = 0; i < took.size(); i++) {
        end += took[i] / static_cast<double>(std::max<std::size_t>(1, options.threads));
        const bool wanted = both.asData.tests[i].message != kNotRun && end <= options.timeOf(kScriptsUntil);
        whisker.wanted.push_back(wanted ? 1 : 0);
        both.notRun += wanted ? 0 : 1;
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
