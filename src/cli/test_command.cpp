// ounce test: run suites on projects.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/file_watch.h"
#include "cli/interrupt.h"
#include "cli/last_failed.h"
#include "cli/output.h"
#include "cli/project_files.h"
#include "models/load.h"
#include "spec/parse.h"
#include "tasks/test.h"
#include "testing/report/report.h"
#include "testing/suite_json.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct TestSettings {
    std::vector<std::string> files;
    bool tap = false, watch = false;
    bool github = false, lastFailed = false;
    std::string junit, csv, html, cobertura;
    std::string mode, spec;
    std::vector<std::string> filters, models;
    double timeout = 0, minCoverage = 0;
    int maxFail = 0;
    std::optional<std::uint32_t> seed;
    int repeat = 1;
    int jobs = static_cast<int>(coresHere());
};

struct Arguments {
    std::vector<std::string> projects, suites;
    std::vector<std::string> networks;  // suites of networks
};

// Words that every project of Scratch 3 or 2 has. What has neither is read as a suite, so that a broken suite
// is called one.
bool looksLikeProjectJson(std::string_view json) {
    return json.find("\"targets\"") != std::string_view::npos ||
           json.find("\"objName\"") != std::string_view::npos;
}

// Which of the files are suites; a .json file may be either.
Result<Arguments> sortOut(const std::vector<std::string>& files) {
    Arguments arguments;
    for (const std::string& file : files) {
        std::error_code ignored;
        if (fs::is_directory(file, ignored)) {
            OUNCE_TRY(const std::vector<std::string> inside, projectsIn(file));
            arguments.projects.insert(arguments.projects.end(), inside.begin(), inside.end());
        } else if (endingOf(file) == ".js") {
            arguments.suites.push_back(file);
        } else if (endingOf(file) == ".json") {
            OUNCE_TRY(const std::string json, readFile(file, neuro::kMaxNetworkBytes));
            if (neuro::looksLikeNetworkSuite(json)) {
                arguments.networks.push_back(file);
                continue;
            }
            const bool isProject = !looksLikeSuiteJson(json) && looksLikeProjectJson(json);
            (isProject ? arguments.projects : arguments.suites).push_back(file);
        } else {
            arguments.projects.push_back(file);
        }
    }
    if (arguments.projects.empty())
        return fail("there is no project to test", {}, "name a .sb3 file or a folder");
    if (arguments.suites.empty() && arguments.networks.empty())
        return fail("there is no suite", {}, "name a .js file of Whisker or a .json file of Ounce");
    return arguments;
}

// Then there is no table beside it.
bool reportsToOutput(const TestSettings& settings) {
    return settings.junit == "-" || settings.csv == "-" || settings.html == "-" || settings.cobertura == "-";
}

Result<void> writeReports(const TestSettings& settings, const std::vector<SuiteRun>& runs) {
    if (!settings.junit.empty()) OUNCE_CHECK(writeReport(settings.junit, junitReport(runs)));
    if (!settings.csv.empty()) OUNCE_CHECK(writeReport(settings.csv, csvReport(runs)));
    if (!settings.html.empty()) OUNCE_CHECK(writeReport(settings.html, htmlReport(runs)));
    if (!settings.cobertura.empty()) OUNCE_CHECK(writeReport(settings.cobertura, coberturaReport(runs)));
    return {};
}

// Which tests --filter, and --last-failed, leave.
std::function<bool(const std::string&, const std::string&)> wantedTests(const TestSettings& settings,
                                                                        const FailedTests& failed) {
    return [&settings, &failed](const std::string& project, const std::string& test) {
        std::error_code ignored;
        if (settings.lastFailed && !failed.contains({fs::weakly_canonical(project, ignored).string(), test}))
            return false;
        const std::string name = lowerCase(test);
        bool any = false, positive = false;
        for (const std::string& filter : settings.filters) {
            const bool forbids = filter.starts_with('!');
            const bool found = name.find(lowerCase(filter).substr(forbids ? 1 : 0)) != std::string::npos;
            if (forbids && found) return false;
            positive = positive || !forbids;
            any = any || (!forbids && found);
        }
        return any || !positive;
    };
}

// Says which projects are covered too little.
bool isCoveredEnough(const TestSettings& settings, const std::vector<SuiteRun>& runs) {
    bool enough = true;
    for (const SuiteRun& run : runs) {
        const CoverageCount count = coverageOf(run).total;
        if (count.total == 0 || 100 * count.ratio() >= settings.minCoverage) continue;
        fmt::print(stderr, "ounce: {}: coverage {} is below {} % (--min-coverage)\n", run.project,
                   count.percent(), settings.minCoverage);
        enough = false;
    }
    return enough;
}

int exitCode(const TestSettings& settings, const std::vector<SuiteRun>& runs) {
    const bool unreadable =
        std::any_of(runs.begin(), runs.end(), [](const SuiteRun& run) { return !run.problem.empty(); });
    if (unreadable) return 2;
    if (countsOf(runs).total() == 0) {
        fmt::print(stderr, "ounce: there are no tests, so nothing has passed\n");
        return 1;
    }
    const bool covered = isCoveredEnough(settings, runs);
    return countsOf(runs).good() && covered ? 0 : 1;
}

std::vector<std::string> suitesOf(const Arguments& arguments) {
    std::vector<std::string> all = arguments.suites;
    all.insert(all.end(), arguments.networks.begin(), arguments.networks.end());
    return all;
}

std::vector<std::string> wantedBy(const TestSettings& settings) {
    std::vector<std::string> words;
    for (const std::string& filter : settings.filters) words.push_back(fmt::format("--filter «{}»", filter));
    if (settings.lastFailed) words.emplace_back("--last-failed");
    return words;
}

Result<tasks::TestRequest> requestOf(const TestSettings& settings, const Arguments& arguments,
                                     const FailedTests& failed, const Job& job) {
    tasks::TestRequest request;
    OUNCE_TRY(request.suites, loadSuiteFiles(arguments.suites));
    for (const std::string& file : arguments.networks) {
        OUNCE_TRY(neuro::NetworkSuite suite, neuro::loadNetworkSuite(file));
        request.networks.push_back(std::move(suite));
    }
    request.options = {.wants = wantedTests(settings, failed),
                       .seed = settings.seed,
                       .repeat = settings.repeat,
                       .mostFailures = settings.maxFail,
                       .timeout = settings.timeout,
                       .pictures = !settings.html.empty()};
    if (!settings.mode.empty())
        request.options.mode = settings.mode == "scratch" ? Mode::Scratch : Mode::Whisker;
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec::Spec spec, spec::load(settings.spec));
        request.options.spec = std::make_shared<const spec::Spec>(std::move(spec));
    }
    if (!settings.models.empty()) {
        OUNCE_TRY(request.models, models::loadModels(settings.models));
    }
    request.projects = loadPrograms(arguments.projects, job);
    return request;
}

Result<int> testOnce(const TestSettings& settings, const Arguments& arguments, const CommonOptions& common) {
    const FailedTests failed = settings.lastFailed ? lastFailed(suitesOf(arguments)) : FailedTests{};
    if (settings.lastFailed && failed.empty()) {
        if (common.json) fmt::print("{}", jsonReport({}));
        if (!common.json && !common.quiet) fmt::print("no test failed the last time\n");
        return 0;
    }
    CommandJob command(common, static_cast<std::size_t>(settings.jobs), settings.seed.value_or(1));
    OUNCE_TRY(const tasks::TestRequest request, requestOf(settings, arguments, failed, command.job));
    OUNCE_TRY(const tasks::TestAnswer answer, tasks::test(request, command.job));
    command.bar.clear();
    const std::vector<SuiteRun>& runs = answer.runs;
    if (arguments.projects.size() == 1 && !runs.front().problem.empty() && runs.front().wasRun)
        return fail(runs.front().problem);
    if ((!settings.filters.empty() || settings.lastFailed) && countsOf(runs).total() == 0 &&
        !answer.interrupted)
        return fail(fmt::format("no test is left by {}", fmt::join(wantedBy(settings), " and ")));
    rememberFailed(suitesOf(arguments), runs);
    OUNCE_CHECK(writeReports(settings, runs));
    if (common.json) {
        fmt::print("{}", jsonReport(runs));
    } else if (settings.tap) {
        fmt::print("{}", tapReport(runs));
    } else if (!reportsToOutput(settings)) {
        fmt::print("{}", tableReport(
                             runs, {.color = common.color, .quiet = common.quiet, .width = terminalWidth()}));
    }
    if (settings.github) fmt::print("{}", githubReport(runs));
    if (answer.interrupted) {
        fmt::print(stderr, "ounce: interrupted; {} of {} tests were not run\n", answer.notRun(),
                   countsOf(runs).total());
        return kInterrupted;
    }
    return exitCode(settings, runs);
}

Result<int> testOnce(const TestSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const Arguments arguments, sortOut(settings.files));
    return testOnce(settings, arguments, common);
}

// Runs again whenever a file changes, comes or goes, until the user has enough.
Result<int> testAgainAndAgain(const TestSettings& settings, const CommonOptions& common) {
    OUNCE_CHECK(sortOut(settings.files));  // nobody wants to wait for what was never right
    FileWatch watch(settings.files);
    for (;;) {
        const Result<int> result = testOnce(settings, common);
        if (wasInterrupted()) return kInterrupted;
        if (!result) fmt::print(stderr, "ounce: {}\n", result.error().message());
        std::fflush(stdout);
        if (!common.quiet) fmt::print(stderr, "ounce: waiting for a change (Ctrl+C ends)\n");
        while (!watch.changed()) {
            if (wasInterrupted()) return kInterrupted;
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
    }
}

Result<int> runTests(const TestSettings& settings, const CommonOptions& common) {
    int wantOutput = (common.json ? 1 : 0) + (settings.tap ? 1 : 0);
    for (const std::string* file : {&settings.junit, &settings.csv, &settings.html, &settings.cobertura})
        wantOutput += *file == "-" ? 1 : 0;
    if (wantOutput > 1)
        return fail("--json, --tap and files that are called - all want standard output", {}, "choose one");
    if (settings.github && common.json)
        return fail("--github prints beside the one JSON document", {}, "leave out --json or --github");
    if (settings.watch && common.json) return fail("--watch does not end, so there is no one JSON document");
    return settings.watch ? testAgainAndAgain(settings, common) : testOnce(settings, common);
}

}  // namespace

void addTestCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<TestSettings>();
    Command command = line.add("test", "run suites of tests on projects");
    command
        .option("FILES", settings->files,
                "projects (or folders of them) and suites: .js of Whisker, .json of Ounce")
        .required();
    command.flag("--tap", settings->tap, "print TAP version 13 instead of the table");
    command.option("--junit", settings->junit,
                   "write JUnit XML to this file (- is standard output, for all files)");
    command.option("--csv", settings->csv, "write Whisker's CSV to this file, one row a project");
    command.option("--html", settings->html,
                   "write a page to this file: verdicts, pictures, coverage in the program");
    command.option("--cobertura", settings->cobertura, "write the coverage as Cobertura XML to this file");
    command.flag("--github", settings->github, "also print annotations for GitHub's workflows");
    command
        .option("--filter", settings->filters,
                "only tests that have this in their name; with ! before it, only those that have not; "
                "may be given several times")
        .each();
    command.flag("--last-failed", settings->lastFailed,
                 "only tests that failed when these suites were run the last time");
    command.option("--maxfail", settings->maxFail, "run no more tests after so many have failed")
        .between(1, 1e9);
    command
        .option("--timeout", settings->timeout,
                "virtual seconds that a test may take, whatever the suite says")
        .positive();
    command
        .option("--min-coverage", settings->minCoverage,
                "exit code 1 if the tests cover less of a project, in percent")
        .between(0, 100);
    command.option("--seed", settings->seed, "seed of the random numbers, instead of the tests' own");
    command
        .option("--repeat", settings->repeat,
                "run each test so many times with consecutive seeds; shows which are flaky")
        .between(1, 10000);
    command.option("-j,--jobs", settings->jobs, "threads or processes (the results do not depend on it)")
        .between(1, 1024);
    command.option("--mode", settings->mode, "instead of what the suites say: scratch or whisker")
        .oneOf({"scratch", "whisker"});
    command.option("--spec", settings->spec,
                   "properties that every test watches, a .props file; a violation fails the test");
    command.option("--models", settings->models,
                   "program and end models that go along with every test; a test fails if one of them does");
    command.flag("--watch", settings->watch,
                 "run again whenever a file changes, or a project comes or goes in a folder");
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 all tests passed, 1 some did not, 2 something could not be read. Times are virtual.\n\n"
        "Example: ounce test game.sb3 suite.js --html report.html\n"
        "Example: ounce test submissions/ suite.json --csv results.csv");
    command.does([settings, &common] { return runTests(*settings, common); });
}

}  // namespace ounce
