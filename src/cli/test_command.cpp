// ounce test: run suites on projects.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/file.h"
#include "cli/command.h"
#include "cli/file_watch.h"
#include "cli/interrupt.h"
#include "cli/project_files.h"
#include "models/companion.h"
#include "models/load.h"
#include "neuro/dynamic_play.h"
#include "spec/parse.h"
#include "testing/report/report.h"
#include "testing/run_suites.h"
#include "testing/suite_json.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct TestSettings {
    std::vector<std::string> files;
    bool tap = false, watch = false;
    std::string junit, csv, html;
    std::string filter, mode, spec;
    std::vector<std::string> models;
    std::optional<std::uint32_t> seed;
    int repeat = 1;
    int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
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

// A line on the terminal that is written over and goes away.
class Progress {
  public:
    explicit Progress(bool quiet) : shows_(!quiet && ::isatty(STDERR_FILENO) != 0) {}
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void tell(std::size_t done, std::size_t total) {
        if (!shows_) return;
        fmt::print(stderr, "\r{} of {} tests", done, total);
        std::fflush(stderr);
    }
    void clear() const {
        if (shows_) fmt::print(stderr, "\r\x1b[K");
    }

  private:
    bool shows_;
};

Result<void> writeReports(const TestSettings& settings, const std::vector<SuiteRun>& runs) {
    if (!settings.junit.empty()) OUNCE_CHECK(writeFile(settings.junit, junitReport(runs)));
    if (!settings.csv.empty()) OUNCE_CHECK(writeFile(settings.csv, csvReport(runs)));
    if (!settings.html.empty()) OUNCE_CHECK(writeFile(settings.html, htmlReport(runs)));
    return {};
}

std::size_t notRunIn(const std::vector<SuiteRun>& runs) {
    std::size_t count = 0;
    for (const SuiteRun& run : runs) {
        for (const TestResult& test : run.tests) count += test.message == kNotRun ? 1 : 0;
    }
    return count;
}

int exitCode(const std::vector<SuiteRun>& runs) {
    const bool unreadable =
        std::any_of(runs.begin(), runs.end(), [](const SuiteRun& run) { return !run.problem.empty(); });
    if (unreadable) return 2;
    if (countsOf(runs).total() == 0) {
        fmt::print(stderr, "ounce: there are no tests, so nothing has passed\n");
        return 1;
    }
    return countsOf(runs).good() ? 0 : 1;
}

// Suites of both kinds on all projects; what networks do comes after the other tests.
Result<std::vector<SuiteRun>> runAll(const Arguments& arguments, const std::vector<SuiteFile>& suites,
                                     const SuiteOptions& options) {
    std::vector<neuro::NetworkSuite> networks;
    for (const std::string& file : arguments.networks) {
        OUNCE_TRY(neuro::NetworkSuite suite, neuro::loadNetworkSuite(file));
        networks.push_back(std::move(suite));
    }
    if (networks.empty()) return runSuites(arguments.projects, suites, options);
    if (options.spec || options.companions)
        return fail("networks are not watched by properties or models yet", {},
                    "leave --spec and --models out");
    OUNCE_TRY(std::vector<SuiteRun> played, neuro::playNetworkSuites(arguments.projects, networks, options));
    if (suites.empty()) return played;
    OUNCE_TRY(std::vector<SuiteRun> runs, runSuites(arguments.projects, suites, options));
    for (std::size_t i = 0; i < runs.size(); i++) {
        runs[i].assertions += played[i].assertions;
        std::move(played[i].tests.begin(), played[i].tests.end(), std::back_inserter(runs[i].tests));
    }
    return runs;
}

Result<int> testOnce(const TestSettings& settings, const Arguments& arguments, const CommonOptions& common) {
    OUNCE_TRY(const std::vector<SuiteFile> suites, loadSuiteFiles(arguments.suites));
    spec::Spec spec;
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec, spec::load(settings.spec));
    }
    Progress progress(common.quiet);
    SuiteOptions options{.filter = settings.filter,
                         .seed = settings.seed,
                         .repeat = settings.repeat,
                         .jobs = settings.jobs,
                         .pictures = !settings.html.empty()};
    if (!settings.mode.empty()) options.mode = settings.mode == "scratch" ? Mode::Scratch : Mode::Whisker;
    options.stop = &listenForInterrupt();
    if (!settings.spec.empty()) options.spec = &spec;
    std::vector<models::Model> all;
    if (!settings.models.empty()) {
        OUNCE_TRY(all, models::loadModels(settings.models));
        options.companions = [&](const Program& program) {
            // What the suite does is what is played: user models stay out of it.
            return models::companionsOf(models::bind(all, program, {}), {.userModels = false});
        };
        options.judge = [&](TestResult& result) { models::judge(result, all); };
    }
    options.progress = [&](std::size_t done, std::size_t total) { progress.tell(done, total); };
    OUNCE_TRY(const std::vector<SuiteRun> runs, runAll(arguments, suites, options));
    progress.clear();
    if (arguments.projects.size() == 1 && !runs.front().problem.empty()) return fail(runs.front().problem);
    if (!settings.filter.empty() && countsOf(runs).total() == 0 && !wasInterrupted())
        return fail(fmt::format("no test has «{}» in its name", settings.filter));
    OUNCE_CHECK(writeReports(settings, runs));
    if (common.json) {
        fmt::print("{}", jsonReport(runs));
    } else if (settings.tap) {
        fmt::print("{}", tapReport(runs));
    } else {
        fmt::print("{}", tableReport(runs, {.color = common.color, .quiet = common.quiet}));
    }
    if (wasInterrupted()) {
        fmt::print(stderr, "ounce: interrupted; {} of {} tests were not run\n", notRunIn(runs),
                   countsOf(runs).total());
        return kInterrupted;
    }
    return exitCode(runs);
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
    if (common.json && settings.tap)
        return fail("--json and --tap both want standard output", {}, "choose one");
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
    command.option("--junit", settings->junit, "write JUnit XML to this file");
    command.option("--csv", settings->csv, "write Whisker's CSV to this file, one row a project");
    command.option("--html", settings->html,
                   "write a page to this file: verdicts, pictures, coverage in the program");
    command.option("--filter", settings->filter, "only tests that have this in their name");
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
