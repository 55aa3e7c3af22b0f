#include "testing/run_suites.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

#include "base/file.h"
#include "base/parallel.h"
#include "base/steps.h"
#include "base/text.h"
#include "testing/play.h"
#include "testing/program_text.h"
#include "testing/story.h"
#include "testing/suite_json.h"
#include "testing/whisker/workers.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::string ending(const std::string& path) { return lowerCase(fs::path(path).extension().string()); }

bool isWanted(const SuiteOptions& options, const std::string& project, const std::string& test) {
    return !options.wants || options.wants(project, test);
}

// How many more tests may fail; 0: enough did.
int failuresLeft(const SuiteOptions& options, int failures) {
    return options.mostFailures == 0 ? std::numeric_limits<int>::max()
                                     : std::max(0, options.mostFailures - failures);
}

constexpr std::string_view kEnoughFailed = "was not run: enough tests have failed";

// In the order of reports: which tests were run must not depend on the number of threads.
void leaveOutAfterFailures(std::vector<SuiteRun>& runs, const SuiteOptions& options) {
    int failures = 0;
    for (SuiteRun& run : runs) {
        for (TestResult& test : run.tests) {
            if (failuresLeft(options, failures) == 0) {
                test = notRun(test.name, test.description, kEnoughFailed);
            }
            failures += test.isGood() ? 0 : 1;
        }
    }
}

// The text of the block that a listener of a JavaScript suite failed at.
void addBlockText(const Program& program, BlockPlace& place) {
    for (std::size_t i = 0; i < program.sprites.size() && !place.block.empty(); i++) {
        if (program.sprites[i].name == place.sprite) place.text = blockText(program, i, place.block);
    }
}

// JavaScript runs in processes of its own. Repetitions use the seeds after the one of the first run.
Result<std::vector<TestResult>> runScript(const std::shared_ptr<const Program>& program,
                                          const std::string& project, const SuiteFile& file,
                                          const SuiteOptions& options, const Job& job, int failures,
                                          std::string& algorithm) {
    std::vector<std::vector<TestResult>> repetitions;
    for (int repetition = 0; repetition < options.repeat; repetition++) {
        WhiskerOptions whisker;
        whisker.pictures = options.pictures;
        whisker.wants = [&](const std::string& test) { return isWanted(options, project, test); };
        // A test that passes with one seed and not with another fails only when all are done.
        if (options.repeat == 1) whisker.mostFailures = failuresLeft(options, failures);
        if (options.timeout > 0) whisker.longestMs = options.timeout * 1000;
        if (options.companions) whisker.companions = options.companions(*program);
        whisker.spec = options.spec;
        if (options.mode) whisker.machine.mode = *options.mode;
        if (options.seed) whisker.seed = fmt::format("{}", *options.seed);
        if (repetition > 0 && !repetitions[0].empty()) {
            const std::uint32_t first = options.seed.value_or(repetitions[0][0].seed);
            whisker.seed = fmt::format("{}", first + static_cast<std::uint32_t>(repetition));
        }
        OUNCE_TRY(WhiskerRun run, runWhiskerSuite(program, file.script, file.path, whisker, job));
        for (const JsTest& test : run.suite.tests) {
            if (algorithm.empty()) algorithm = test.generationAlgorithm;
        }
        if (options.judge) {
            for (TestResult& result : run.results) options.judge(result);
        }
        repetitions.push_back(std::move(run.results));
    }
    std::vector<TestResult> merged;
    for (std::size_t i = 0; i < repetitions[0].size(); i++) {
        if (!isWanted(options, project, repetitions[0][i].name)) continue;
        std::vector<TestResult> all;
        for (std::vector<TestResult>& one : repetitions) all.push_back(std::move(one[i]));
        merged.push_back(mergeRepetitions(std::move(all)));
        addBlockText(*program, merged.back().block);
    }
    return merged;
}

// The lines that hold an assertion, as Whisker counts them.
std::int64_t assertionLines(const std::string& script) {
    std::int64_t count = 0;
    for (std::size_t at = script.find("t.assert."); at != std::string::npos;) {
        count++;
        const std::size_t end = script.find('\n', at);
        at = end == std::string::npos ? end : script.find("t.assert.", end);
    }
    return count;
}

// A suite of tests as data on one project: what its tests share, and where their results go.
struct Bench {
    SuiteRun* run;
    const Suite* suite;
    std::size_t firstResult;
    MachineOptions options{};
    std::optional<Moment> start{};
    std::vector<spec::Monitor> properties{};  // that every test watches
    std::vector<spec::Monitor> own{};         // of the suite, for those tests that name them
    Companions companions{};
};

// One test of it.
struct Turn {
    const Bench* bench;
    const TestCase* test;
    TestResult* result;
};

// A test that would take longer than it may ends when its time is over; what comes later is not tried.
bool cutShort(TestCase& test, double seconds) {
    const double most = seconds * kStepsPerSecond;
    if (seconds <= 0 || static_cast<double>(test.steps) <= most) return false;
    test.steps = static_cast<std::uint64_t>(most);
    std::erase_if(test.events, [&](const auto& event) { return event.at > test.steps; });
    std::erase_if(test.checks, [&](const auto& check) { return check.at > test.steps; });
    return true;
}

TestResult playRepeatedly(const Turn& turn, const SuiteOptions& options, const Job& job) {
    std::vector<TestResult> repetitions;
    const std::vector<spec::Monitor> watched = watchedBy(*turn.test, turn.bench->own, turn.bench->properties);
    for (int i = 0; i < options.repeat; i++) {
        TestCase test = *turn.test;
        const bool tooLong = cutShort(test, options.timeout);
        test.seed = options.seed.value_or(test.seed) + static_cast<std::uint32_t>(i);
        repetitions.push_back(playTest(*turn.bench->run->program, turn.bench->options, *turn.bench->start,
                                       test,
                                       {.picture = options.pictures,
                                        .properties = &watched,
                                        .companions = &turn.bench->companions,
                                        .job = &job,
                                        .blame = options.blame}));
        if (tooLong && repetitions.back().verdict == Verdict::Pass) {
            repetitions.back().verdict = Verdict::Fail;
            repetitions.back().message =
                fmt::format("takes longer than {} seconds (--timeout)", options.timeout);
        }
        if (options.judge) options.judge(repetitions.back());
    }
    TestResult result = mergeRepetitions(std::move(repetitions));
    if (options.pictures) result.story = storyOf(*turn.test);
    return result;
}

void playAll(const std::vector<Turn>& turns, const SuiteOptions& options, const Job& job) {
    std::atomic<std::size_t> done{0};
    std::atomic<int> failures{0};
    inParallel(turns.size(), job.threads, [&](std::size_t i, std::size_t) {
        const Turn& turn = turns[i];
        if (failuresLeft(options, failures) == 0 || job.isOver()) {
            *turn.result = notRun(turn.test->name, turn.test->description);
            return;
        }
        *turn.result = playRepeatedly(turn, options, job);
        if (!turn.result->isGood()) failures++;
        job.report(++done, turns.size(), "tests");
    });
}

}  // namespace

bool looksLikeSuiteJson(std::string_view json) {
    // A recorded run is a suite of one test.
    return json.find("\"ounce suite\"") != std::string_view::npos ||
           json.find("\"ounce-log\"") != std::string_view::npos;
}

Result<SuiteFile> loadSuiteFile(const std::string& path) {
    SuiteFile file{.path = path};
    if (ending(path) == ".json") {
        OUNCE_TRY(file.data, loadSuiteJson(path));
    } else if (ending(path) == ".js") {
        OUNCE_TRY(file.script, readFile(path, kMaxSuiteBytes));
    } else {
        return fail("is no suite", path, "a suite is a .js file of Whisker or a .json file of Ounce");
    }
    return file;
}

Result<std::vector<SuiteFile>> loadSuiteFiles(const std::vector<std::string>& paths) {
    std::vector<SuiteFile> files;
    for (const std::string& path : paths) {
        OUNCE_TRY(SuiteFile file, loadSuiteFile(path));
        files.push_back(std::move(file));
    }
    return files;
}

TestResult mergeRepetitions(std::vector<TestResult> repetitions) {
    if (repetitions.size() == 1) return std::move(repetitions.front());
    std::vector<Verdict> verdicts;
    std::vector<std::uint8_t> coverage;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < repetitions.size(); i++) {
        verdicts.push_back(repetitions[i].verdict);
        mergeCoverage(coverage, repetitions[i].coverage);
        if (repetitions[shown].isGood() && !repetitions[i].isGood()) shown = i;
    }
    TestResult result = std::move(repetitions[shown]);
    result.flaky = std::any_of(verdicts.begin(), verdicts.end(), [&](Verdict v) { return v != verdicts[0]; });
    result.repetitions = std::move(verdicts);
    result.coverage = std::move(coverage);
    return result;
}

Result<std::vector<SuiteRun>> runSuites(const std::vector<LoadedProgram>& projects,
                                        const std::vector<SuiteFile>& suites, const SuiteOptions& options,
                                        const Job& job) {
    std::vector<SuiteRun> runs(projects.size());
    std::vector<Bench> benches;
    int failures = 0;  // of scripts so far
    const Job scripts = job.phase("scripts");
    for (std::size_t p = 0; p < projects.size(); p++) {
        SuiteRun& run = runs[p];
        run.file = projects[p].file;
        run.project = projects[p].name;
        run.seed = options.seed.value_or(0);
        run.program = projects[p].program;
        run.problem = projects[p].problem;
        if (!projects[p].wasRead || (run.program && job.isOver())) {
            run.wasRun = false;
            run.program = nullptr;
            run.problem = kInterruptedBefore;
        }
        if (!run.program) continue;
        for (const SuiteFile& file : suites) {
            if (!file.data) {
                run.assertions += assertionLines(file.script);
                OUNCE_TRY(std::vector<TestResult> results,
                          runScript(run.program, run.file, file, options, scripts, failures, run.algorithm));
                for (TestResult& result : results) {
                    failures += result.isGood() ? 0 : 1;
                    run.tests.push_back(std::move(result));
                }
                continue;
            }
            run.assertions += file.data->assertions();
            if (run.algorithm.empty()) run.algorithm = file.data->algorithm;
            benches.push_back({&run, &*file.data, run.tests.size()});
            for (const TestCase& test : file.data->tests) {
                if (isWanted(options, run.file, test.name)) run.tests.emplace_back();
            }
        }
    }
    std::vector<Turn> turns;
    for (Bench& bench : benches) {
        bench.options = bench.suite->machineOptions(options.mode.value_or(bench.suite->mode));
        if (options.spec) bench.properties = spec::bind(*options.spec, *bench.run->program);
        bench.own = propertiesOf(*bench.suite, *bench.run->program);
        if (options.companions) bench.companions = options.companions(*bench.run->program);
        bench.start.emplace(testStart(*bench.run->program, bench.options, 0));
        std::size_t place = bench.firstResult;
        for (const TestCase& test : bench.suite->tests) {
            if (isWanted(options, bench.run->file, test.name))
                turns.push_back({&bench, &test, &bench.run->tests[place++]});
        }
    }
    playAll(turns, options, job);
    leaveOutAfterFailures(runs, options);
    return runs;
}

}  // namespace ounce
