#include "neuro/generation.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"
#include "generate/generate.h"
#include "neuro/dynamic_play.h"
#include "neuro/film.h"
#include "neuro/report_page.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"

namespace ounce::neuro {

namespace {
constexpr std::int64_t kMostTraceSteps = 2000000;
constexpr double kWritingShare = 0.06;  // of a budget in seconds: a budget is for everything

std::size_t countOf(const GoalSet& set) {
    return static_cast<std::size_t>(std::count(set.begin(), set.end(), std::uint8_t{1}));
}

// What relay search finds in a part of the budget, which is taken off.
void addOwnTraces(const JudgeContext& context, NeatestOptions& options, std::uint32_t programSeed,
                  const Job& job, std::int64_t& plays, std::int64_t& steps) {
    const double share = options.config.learning.searchShare;
    Budget& budget = options.config.budget;
    GenerationOptions search;
    search.config.minimize = search.config.assertions = false;
    search.programSeed = programSeed;
    if (job.isLimited()) search.config.budget.seconds = job.secondsLeft() * share;
    auto part = [&](std::int64_t all) { return static_cast<std::int64_t>(static_cast<double>(all) * share); };
    search.config.budget.steps = kMostTraceSteps;
    if (budget.steps) search.config.budget.steps = std::min(kMostTraceSteps, part(*budget.steps));
    if (budget.executions) search.config.budget.executions = part(*budget.executions);
    const Result<Generation> found = generateTests(context.program, search, job.quiet());
    if (!found) return;
    for (const TestCase& test : found->suite.tests)
        options.lessons.push_back(lessonOf(context, test, options.config.judge.play.durations));
    plays = found->executions;
    steps = found->steps;
    if (budget.steps) *budget.steps -= found->steps;
    if (budget.executions) *budget.executions -= found->executions;
}

}  // namespace

std::size_t NetworkGeneration::reliable() const { return countOf(found.reliable); }
std::size_t NetworkGeneration::reached() const { return countOf(found.reached); }

Result<NetworkGeneration> generateNetworks(const std::shared_ptr<const Program>& program,
                                           const std::string& project, const NeatestOptions& given,
                                           std::uint32_t programSeed, const Job& outer) {
    const Job whole = jobOf(outer, given.config.budget);
    const Job job = whole.part(1 - kWritingShare);
    const JudgeContext context(program);
    NeatestOptions options = given;
    for (const std::string& file : options.lessonFiles) {
        OUNCE_TRY(std::vector<Lesson> lessons,
                  loadLessons(context, file, options.config.judge.play.durations));
        for (Lesson& lesson : lessons) options.lessons.push_back(std::move(lesson));
    }
    std::int64_t tracePlays = 0, traceSteps = 0;
    if (options.config.learning.ownTraces)
        addOwnTraces(context, options, programSeed, job, tracePlays, traceSteps);
    NetworkGeneration result;
    result.project = project;
    result.seed = static_cast<std::uint32_t>(job.seed);
    result.config = options.config;
    options.programSeed = programSeed;
    result.found = runNeatest(context, options, job.part(1));
    result.found.plays += tracePlays;
    result.found.steps += traceSteps;
    result.goals = context.goals.size();
    result.dead = context.fitness.statementGoals() - context.goals.size();
    for (std::size_t g = 0; g < context.goals.size(); g++) {
        if (!result.found.reached[g]) result.notReached.push_back(context.fitness.describe(context.goals[g]));
        if (result.found.reliable[g]) continue;
        result.notReliable.push_back(context.fitness.describe(context.goals[g]));
        result.notReliableIds.push_back(context.fitness.id(context.goals[g]));
    }
    result.dynamic.rules = options.config.judge.play;
    if (result.found.playSteps > 0) result.dynamic.rules.steps = result.found.playSteps;
    result.dynamic.seed = result.seed;
    result.fixed.project = project;
    result.fixed.algorithm = "neatest";
    result.fixed.seed = result.seed;
    Player player(context.vocabulary, context.fitness, context.machine);
    for (std::size_t i = 0; i < result.found.networks.size(); i++) {
        const FoundNetwork& found = result.found.networks[i];
        const std::string target =
            found.goal == kNone ? ""
                                : context.fitness.id(context.goals[static_cast<std::size_t>(found.goal)]);
        NetworkFile file =
            describeNetwork(found.genome, context.vocabulary, options.config.plan.wiring, target);
        file.name = fmt::format("Network {}", i);
        TestCase test;
        test.name = fmt::format("test{}", i + 1);
        if (found.goal != kNone)
            test.description = fmt::format(
                "reaches {}", context.fitness.describe(context.goals[static_cast<std::size_t>(found.goal)]));
        test.seed = programSeed;
        if (found.play) {
            test.steps = static_cast<std::uint64_t>(found.play->steps);
            test.events = found.play->events;
        } else {
            test.steps =
                playNetwork(player, context, file, result.dynamic.rules, programSeed, &test.events).step;
        }
        test.settle();
        result.fixed.tests.push_back(std::move(test));
        result.dynamic.networks.push_back(std::move(file));
    }
    if (options.film && !result.fixed.tests.empty())
        result.film = filmOf(context, result.fixed.tests[0], whole.part(1 - kWritingShare / 2));
    return result;
}

Result<std::vector<std::string>> writeNetworkGeneration(const NetworkGeneration& generation,
                                                        const std::string& folder) {
    OUNCE_CHECK(makeFolder(folder));
    std::vector<std::string> written;
    auto write = [&](const char* name, const std::string& text) {
        written.push_back((std::filesystem::path(folder) / name).string());
        return writeFile(written.back(), text);
    };
    OUNCE_CHECK(write("dynamic.json", writeNetworkSuite(generation.dynamic)));
    OUNCE_CHECK(write("suite.json", writeSuiteJson(generation.fixed)));
    OUNCE_CHECK(write("suite.js", writeSuiteJs(generation.fixed).text));
    OUNCE_CHECK(write("report.html", networkReport(generation)));
    return written;
}

Json toJson(const NetworkGeneration& generation) {
    auto coverage = [&](std::size_t covered) {
        return Json{{"covered", covered},
                    {"total", generation.goals},
                    {"ratio", generation.goals == 0 ? Json()
                                                    : Json(static_cast<double>(covered) /
                                                           static_cast<double>(generation.goals))}};
    };
    Json networks = Json::array(), timeline = Json::array(), uncovered = Json::array();
    for (std::size_t i = 0; i < generation.dynamic.networks.size(); i++) {
        const NetworkFile& network = generation.dynamic.networks[i];
        networks.push_back({{"name", network.name},
                            {"target", network.target},
                            {"description", generation.fixed.tests[i].description},
                            {"reliable", countOf(generation.found.networks[i].reliable)},
                            {"nodes", network.nodes.size()},
                            {"connections", network.connections.size()}});
    }
    for (const ReliableAt& at : generation.found.timeline)
        timeline.push_back({{"seconds", at.seconds}, {"reliable", at.reliable}, {"species", at.species}});
    for (std::size_t i = 0; i < generation.notReliable.size(); i++)
        uncovered.push_back({{"id", generation.notReliableIds[i]}, {"block", generation.notReliable[i]}});
    return Json{{"project", generation.project},
                {"algorithm", "neatest"},
                {"seed", generation.seed},
                {"goals", "statements"},
                {"coverage", coverage(generation.reached())},
                {"reliableCoverage", coverage(generation.reliable())},
                {"stableCount", generation.config.judge.stableCount},
                {"dead", generation.dead},
                {"networks", networks},
                {"executions", generation.found.plays},
                {"steps", generation.found.steps},
                {"generations", generation.found.generations},
                {"seconds", generation.found.seconds},
                {"timeline", timeline},
                {"notReliable", uncovered},
                {"files", generation.files}};
}

}  // namespace ounce::neuro
