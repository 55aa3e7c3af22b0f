#include "cli/generate_one.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "models/guide.h"
#include "models/load.h"
#include "spec/parse.h"
#include "vm/load_program.h"

namespace ounce {

Result<GenerationOptions> generationOptions(const GenerateSettings& settings) {
    GenerationOptions options;
    if (settings.kill && settings.noAssertions) {
        return fail("--kill and --no-assertions contradict each other", {},
                    "mutants are noticed by assertions: leave one of the two out");
    }
    if (!settings.lessons.empty() || !settings.without.empty()) {
        return fail("--learn and --without are for networks", {},
                    "add --algorithm neatest, or leave them out");
    }
    if (settings.stable && settings.noAssertions) {
        return fail("--stable and --no-assertions contradict each other", {},
                    "stable are assertions: leave one of the two out");
    }
    if (settings.madeFor == "whisker" && settings.numbers == "mulberry32") {
        return fail("--for whisker and --numbers mulberry32 contradict each other", {},
                    "Whisker draws its own numbers: leave one of the two out");
    }
    if (!settings.config.empty()) {
        OUNCE_TRY(options.config, readSearchConfig(settings.config));
        options.configName = std::filesystem::path(settings.config).filename().string();
        options.growLength = false;  // the file says how long tests may be
    }
    if (!settings.algorithm.empty()) {
        OUNCE_TRY(options.config.algorithm, parseAlgorithm(settings.algorithm));
    }
    const Budget& budget = options.config.budget;
    const bool limited =
        budget.seconds || budget.executions || budget.steps || budget.events || budget.iterations;
    if (!settings.budget.empty() || !limited) {
        OUNCE_TRY(options.config.budget, parseBudget(settings.budget.empty() ? "30s" : settings.budget));
        options.config.stopWhenComplete = true;
    }
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec::Spec spec, spec::load(settings.spec));
        options.spec = std::make_shared<const spec::Spec>(std::move(spec));
    }
    if (!settings.drag.empty()) options.config.player.dragsAnything = settings.drag == "any";
    if (settings.goals == "branches") options.config.goals = GoalKind::Branches;
    if (settings.numbers == "mulberry32") options.config.numbers = Numbers::Mulberry32;
    if (settings.noMinimize) options.config.minimize = false;
    if (settings.noAssertions) options.config.assertions = false;
    options.seed = settings.seed.value_or(options.config.seed.value_or(1));
    options.programSeed = settings.programSeed;
    options.threads =
        settings.threads > 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    // Robust checks are made afterwards, from more runs than one.
    if (settings.stable && !settings.kill) options.config.assertions = false;
    options.clock = secondsNow;
    options.stop = &listenForInterrupt();
    return options;
}

namespace {

// With --kill, the search for coverage may use half of the budget.
Budget half(Budget budget) {
    if (budget.seconds) budget.seconds = *budget.seconds / 2;
    for (auto* limit : {&budget.executions, &budget.steps, &budget.events, &budget.iterations}) {
        if (*limit) *limit = std::max<std::int64_t>(1, **limit / 2);
    }
    return budget;
}

Result<Strengthening> killMutants(const std::shared_ptr<const Program>& program, const Budget& budget,
                                  const GenerationOptions& options, Generation& generation,
                                  const GenerateProgress& progress) {
    StrengthenOptions how;
    how.seed = options.seed;
    how.threads = options.threads;
    how.clock = options.clock;
    how.stop = options.stop;
    constexpr double kKillUntil = 0.9;  // of the budget; the rest is for writing
    if (budget.seconds)
        how.seconds = std::max(0.0, options.begin + kKillUntil * *budget.seconds - options.clock());
    // Tests for mutants are executions too. Without a limit on them: as many as the search had.
    const std::int64_t left = budget.executions.value_or(2 * generation.executions) - generation.executions;
    if (!budget.seconds || budget.executions)
        how.tests = static_cast<std::size_t>(std::max<std::int64_t>(0, left));
    if (progress) {
        how.report = [&progress](const StrengthenProgress& now) {
            progress(now.spent, now.mutants == 0
                                    ? "looking which mutants the tests notice"
                                    : fmt::format("{} of {} mutants noticed, {} more tests tried", now.killed,
                                                  now.mutants, now.tried));
        };
    }
    // Tests that violate a property are no measure for anything else.
    std::vector<TestCase>& tests = generation.suite.tests;
    const auto firstSound =
        std::find_if(tests.begin(), tests.end(), [](const TestCase& test) { return test.watch.empty(); });
    const std::vector<TestCase> failing(tests.begin(), firstSound);
    tests.erase(tests.begin(), firstSound);
    const std::size_t found = generation.suite.tests.size();
    OUNCE_TRY(const Strengthening result, strengthen(program, generation.suite, how));
    for (std::size_t i = found; i < generation.suite.tests.size(); i++)
        generation.eventsAfter += generation.suite.tests[i].events.size();
    tests.insert(tests.begin(), failing.begin(), failing.end());
    return result;
}

class ModelGuide final : public Guide {
  public:
    explicit ModelGuide(std::unique_ptr<models::UserGuide> user) : user_(std::move(user)) {}
    UserEvent next(const State& state) override { return user_->next(state); }

  private:
    std::unique_ptr<models::UserGuide> user_;
};

// The user models of a file show the search how to play.
Result<Guides> guidesOf(const std::string& file, const std::shared_ptr<const Program>& program) {
    OUNCE_TRY(std::vector<models::Model> all, models::loadModels({file}));
    std::erase_if(all, [](const models::Model& model) { return model.usage != models::Usage::User; });
    if (all.empty())
        return fail("there is no user model", file, "a user model begins with «user model NAME»");
    const auto bound = models::bind(std::move(all), *program, {});
    if (bound->needsScript())
        return fail("models with JavaScript in them cannot be used here", file, "say it with another check");
    return Guides([bound, program](std::uint32_t seed) -> std::unique_ptr<Guide> {
        return std::make_unique<ModelGuide>(
            std::make_unique<models::UserGuide>(bound, program, Suite().machineOptions(), seed));
    });
}

}  // namespace

namespace {

// How the suite does with seeds that nothing saw. That takes a little longer than the search was to take.
Result<void> tryFreshSeeds(const GenerateSettings& settings, const std::shared_ptr<const Program>& program,
                           const Budget& budget, GeneratedSuite& suite) {
    constexpr double kPart = 0.05;  // of the budget
    constexpr int kMutantSeeds = 3;
    const double end = budget.seconds ? secondsNow() + kPart * *budget.seconds : 0;
    suite.fresh = runFresh(*program, suite.generation.suite, suite.options.threads,
                           [&] { return wasInterrupted() || (budget.seconds && secondsNow() > end); });
    if (!settings.kill || suite.generation.suite.tests.empty() || wasInterrupted()) return {};
    MutationAnalysisOptions how;
    how.seed = suite.options.seed;
    how.threads = suite.options.threads;
    how.clock = secondsNow;
    how.randomRuns = 0;
    if (budget.seconds) how.seconds = kPart * *budget.seconds;
    how.stop = suite.options.stop;
    SuiteFile file;
    file.data = suite.generation.suite;
    std::erase_if(file.data->tests, [](const TestCase& test) { return !test.watch.empty(); });
    if (suite.robust && suite.strengthening) {
        // What was counted before the checks were weakened counts no more.
        OUNCE_TRY(const MutationAnalysis own, analyzeMutants(program, {file}, how));
        suite.strengthening->killedAfter = own.total().killed;
    }
    OUNCE_TRY(suite.freshMutants, freshScore(program, {file}, how, kMutantSeeds));
    return {};
}

}  // namespace

Result<GeneratedSuite> generateSuite(const GenerateSettings& settings, GenerationOptions options,
                                     const std::string& project, const std::string& folder,
                                     const GenerateProgress& progress) {
    GeneratedSuite suite{.options = std::move(options), .generation = {}};
    suite.options.project = std::filesystem::path(project).stem().string();
    if (progress) {
        suite.options.report = [&progress](const SearchProgress& now) {
            progress(now.progress,
                     fmt::format("{} of {} goals, {} tests", now.covered, now.goals, now.executions));
        };
    }
    const Budget budget = suite.options.config.budget;
    suite.options.begin = suite.options.clock();
    if (settings.kill) suite.options.config.budget = half(budget);
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(project));
    if (!settings.userModel.empty()) {
        OUNCE_TRY(suite.options.guides, guidesOf(settings.userModel, program));
    }
    OUNCE_TRY(suite.generation, generateTests(program, suite.options));
    if (settings.kill) {
        OUNCE_TRY(suite.strengthening,
                  killMutants(program, budget, suite.options, suite.generation, progress));
        suite.options.config.budget = budget;
    }
    if (settings.stable && !settings.noAssertions) {
        // As long as the search at most, if that has a limit of time.
        const double end = budget.seconds ? secondsNow() + *budget.seconds : 0;
        suite.robust = makeRobust(*program, suite.generation.suite, suite.options.threads,
                                  [&] { return wasInterrupted() || (budget.seconds && secondsNow() > end); });
    }
    if (settings.madeFor == "whisker") suite.leftOut = fitForWhisker(*program, suite.generation.suite);
    if (suite.options.config.assertions || suite.robust) {
        OUNCE_CHECK(tryFreshSeeds(settings, program, budget, suite));
    }
    suite.cutShort = wasInterrupted();
    if (!folder.empty()) {
        OUNCE_TRY(suite.written, writeGeneration(program, suite.generation, suite.options, folder));
    }
    return suite;
}

// The same fields as everywhere, the test that violates it, and how near some test came.
Json toJson(const SearchedProperty& property) {
    const spec::PropertyResult& result = property.result;
    const bool violated = result.outcome == spec::Outcome::Violated;
    Json json = {{"name", result.name},
                 {"status", spec::outcomeName(result.outcome)},
                 {"step", violated ? Json(result.step) : Json()},
                 {"seconds", violated ? Json(result.seconds()) : Json()},
                 {"message", result.message}};
    if (!result.explanation.empty()) json["explanation"] = result.explanation;
    if (violated) json["test"] = property.test;
    if (result.outcome != spec::Outcome::Error) json["distance"] = property.nearest;
    return json;
}

Json toJson(const GeneratedSuite& suite) {
    const GenerationOptions& options = suite.options;
    const Generation& generation = suite.generation;
    const bool branches = options.config.goals == GoalKind::Branches;
    Json tests = Json::array(), uncovered = Json::array();
    for (const TestCase& test : generation.suite.tests) {
        tests.push_back({{"name", test.name},
                         {"description", test.description},
                         {"events", test.events.size()},
                         {"checks", test.checks.size()},
                         {"steps", test.steps}});
    }
    for (const UncoveredGoal& goal : generation.uncovered) {
        uncovered.push_back({{"id", goal.id},
                             {"block", goal.text},
                             {"opcode", goal.opcode},
                             {"approachLevel", goal.approachLevel},
                             {"branchDistance", goal.branchDistance},
                             {"controlFlowDistance", goal.controlFlowDistance},
                             {"fitness", goal.fitness}});
    }
    Json json = {{"project", options.project},
                 {"algorithm", algorithmName(options.config.algorithm)},
                 {"seed", options.seed},
                 {"goals", options.config.goals == GoalKind::Branches ? "branches" : "statements"},
                 {"coverage",
                  {{"covered", generation.covered},
                   {"total", generation.goals},
                   {"ratio", generation.goals == 0 ? Json() : Json(generation.coverage())},
                   {branches ? "branches" : "blocks", generation.all()},
                   {"reachable", generation.reachable}}},
                 {"dead", generation.dead},
                 {"tests", tests},
                 {"assertions", generation.suite.assertions()},
                 {"executions", generation.executions},
                 {"steps", generation.steps},
                 {"seconds", generation.seconds},
                 {"minimal", generation.minimal},
                 {"unchecked", generation.unchecked},
                 {"uncovered", uncovered},
                 {"files", suite.written.files}};
    if (!suite.written.files.empty()) {
        Json failed = Json::array();
        for (const FailedRerun& test : suite.written.failed)
            failed.push_back({{"test", test.test}, {"file", test.file}, {"message", test.message}});
        json["rerun"] = {{"failed", failed}, {"notRun", suite.written.notRun}};
    }
    if (suite.cutShort) json["cutShort"] = true;
    if (const auto& fresh = suite.fresh)
        json["fresh"] = {{"seeds", fresh->seeds}, {"testRuns", fresh->testRuns}, {"failed", fresh->failed}};
    if (const auto& robust = suite.robust)
        json["stable"] = {{"runs", robust->runs}, {"unsure", robust->unquiet}};
    if (const auto& out = suite.leftOut) json["leftOut"] = {{"layers", out->layers}, {"others", out->others}};
    if (options.spec) {
        Json properties = Json::array();
        for (const SearchedProperty& property : generation.properties) properties.push_back(toJson(property));
        json["properties"] = properties;
    }
    if (const auto& kills = suite.strengthening) {
        json["mutants"] = {{"total", kills->mutants},      {"killedBefore", kills->killedBefore},
                           {"killed", kills->killedAfter}, {"equivalent", kills->equivalent},
                           {"newTests", kills->newTests},  {"newChecks", kills->newChecks}};
        if (suite.freshMutants) json["mutants"]["freshScore"] = suite.freshMutants->mean;
    }
    return json;
}

}  // namespace ounce
