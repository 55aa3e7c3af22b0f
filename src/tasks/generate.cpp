#include "tasks/generate.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"

namespace ounce::tasks {
namespace {

// With `kill`, the search for coverage may use half of the budget.
Budget half(Budget budget) {
    if (budget.seconds) budget.seconds = *budget.seconds / 2;
    for (auto* limit : {&budget.executions, &budget.steps, &budget.events, &budget.iterations}) {
        if (*limit) *limit = std::max<std::int64_t>(1, **limit / 2);
    }
    return budget;
}

Result<Strengthening> killMutants(const GenerateRequest& request, Generation& generation, const Job& job) {
    constexpr double kKillUntil = 0.9;  // of the budget; the rest is for writing
    StrengthenOptions how;
    // Tests for mutants are executions too. Without a limit on them: as many as the search had.
    const Budget& budget = request.options.config.budget;
    const std::int64_t left = budget.executions.value_or(2 * generation.executions) - generation.executions;
    if (!job.isLimited() || budget.executions)
        how.tests = static_cast<std::size_t>(std::max<std::int64_t>(0, left));
    // Tests that violate a property are no measure for anything else.
    std::vector<TestCase>& tests = generation.suite.tests;
    const auto firstSound =
        std::find_if(tests.begin(), tests.end(), [](const TestCase& test) { return test.watch.empty(); });
    const std::vector<TestCase> failing(tests.begin(), firstSound);
    tests.erase(tests.begin(), firstSound);
    const std::size_t found = generation.suite.tests.size();
    OUNCE_TRY(const Strengthening result,
              strengthen(request.program, generation.suite, how, job.part(kKillUntil).phase("mutants")));
    for (std::size_t i = found; i < generation.suite.tests.size(); i++)
        generation.eventsAfter += generation.suite.tests[i].events.size();
    tests.insert(tests.begin(), failing.begin(), failing.end());
    return result;
}

// How the suite does with seeds that nothing saw. That takes a little longer than the search was to take.
Result<void> tryFreshSeeds(const GenerateRequest& request, GenerateAnswer& answer, const Job& job) {
    constexpr double kPart = 0.05;  // of the budget
    constexpr int kMutantSeeds = 3;
    const double seconds = job.isLimited() ? kPart * (job.end - job.begin) : Job::kNever;
    const Job fresh = job.unlimited().phase("other seeds");
    answer.fresh = runFresh(*request.program, answer.generation.suite, fresh.within(seconds));
    if (!request.kill || answer.generation.suite.tests.empty() || job.isStopped()) return {};
    MutationAnalysisOptions how;
    how.randomRuns = 0;
    SuiteFile file;
    file.data = answer.generation.suite;
    std::erase_if(file.data->tests, [](const TestCase& test) { return !test.watch.empty(); });
    if (answer.robust && answer.strengthening) {
        // What was counted before the checks were weakened counts no more.
        OUNCE_TRY(const MutationAnalysis own,
                  analyzeMutants(request.program, {file}, how, fresh.within(seconds)));
        answer.strengthening->killedAfter = own.total().killed;
    }
    OUNCE_TRY(answer.freshMutants,
              freshScore(request.program, {file}, how, kMutantSeeds, fresh.within(kMutantSeeds * seconds)));
    return {};
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

}  // namespace

Result<GenerateAnswer> generate(const GenerateRequest& request, const Job& outer) {
    const Job job = jobOf(outer, request.options.config.budget);
    GenerateAnswer answer{.options = request.options};
    const Budget budget = request.options.config.budget;
    if (request.kill) answer.options.config.budget = half(budget);
    // Robust checks are made afterwards, from more runs than one.
    if (request.stable && !request.kill) answer.options.config.assertions = false;
    OUNCE_TRY(answer.generation, generateTests(request.program, answer.options, job));
    if (request.kill) {
        OUNCE_TRY(answer.strengthening, killMutants(request, answer.generation, job));
        answer.options.config.budget = budget;
    }
    if (request.stable) {
        // As long as the search at most, if that has a limit of time.
        const double seconds = job.isLimited() ? job.end - job.begin : Job::kNever;
        answer.robust = makeRobust(*request.program, answer.generation.suite,
                                   job.unlimited().within(seconds).phase("robust checks"));
    }
    if (request.forWhisker) answer.leftOut = fitForWhisker(*request.program, answer.generation.suite);
    if (answer.options.config.assertions || answer.robust) OUNCE_CHECK(tryFreshSeeds(request, answer, job));
    answer.interrupted = job.isStopped();
    if (request.files) {
        OUNCE_TRY(answer.made, makeFiles(request.program, answer.generation, answer.options, job));
    }
    return answer;
}

Result<void> writeFiles(GenerateAnswer& answer, const std::string& folder) {
    OUNCE_CHECK(makeFolder(folder));
    for (const MadeFile& file : answer.made.files) {
        answer.files.push_back((std::filesystem::path(folder) / file.name).string());
        OUNCE_CHECK(writeFile(answer.files.back(), file.text));
    }
    return {};
}

Json toJson(const GenerateAnswer& suite) {
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
                 {"seed", generation.seed},
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
                 {"files", suite.files}};
    if (!suite.files.empty()) {
        Json failed = Json::array();
        for (const FailedRerun& test : suite.made.failed)
            failed.push_back({{"test", test.test}, {"file", test.file}, {"message", test.message}});
        json["rerun"] = {{"failed", failed}, {"notRun", suite.made.notRun}};
    }
    if (suite.interrupted) json["cutShort"] = true;
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

}  // namespace ounce::tasks
