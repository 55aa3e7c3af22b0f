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
                      const GenerationOptions& options, const Job& whole, std::vector<double>* took) {
    const Job job = whole.part(kDataUntil);
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
    inParallel(run.tests.size(), job.threads, [&](std::size_t i, std::size_t) {
        const TestCase& test = suite.tests[i];
        const std::vector<spec::Monitor> watched = watchedBy(test, properties);
        const double begin = job.now();
        run.tests[i] = playTest(*program, machine, start, test, {.properties = &watched, .job = &job});
        if (took) (*took)[i] = job.now() - begin;
    });
    return run;
}

Result<BothWays> runBothWays(const std::shared_ptr<const Program>& program, const std::string& json,
                             const std::string& script, const GenerationOptions& options, const Job& job) {
    OUNCE_TRY(const Suite suite, readSuiteJson(json, "suite.json"));
    std::vector<double> took;
    BothWays both{runGenerated(program, suite, options, job, &took)};
    WhiskerOptions whisker;
    const Job scripts = job.part(kScriptsUntil);
    double left = scripts.secondsLeft();
    for (std::size_t i = 0; i < took.size(); i++) {
        left -= took[i] / static_cast<double>(std::max<std::size_t>(1, job.threads));
        const bool wanted = both.asData.tests[i].wasRun && left >= 0;
        whisker.wanted.push_back(wanted ? 1 : 0);
        both.notRun += wanted ? 0 : 1;
    }
    OUNCE_TRY(const WhiskerRun asScript,
              runWhiskerSuite(program, script, "suite.js", whisker, job.unlimited()));
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
