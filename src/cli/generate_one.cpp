#include "cli/generate_one.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "generate/output.h"
#include "project/load.h"

namespace ounce {

Result<GenerationOptions> generationOptions(const GenerateSettings& settings) {
    GenerationOptions options;
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
    if (settings.goals == "branches") options.config.goals = GoalKind::Branches;
    if (settings.noMinimize) options.config.minimize = false;
    if (settings.noAssertions) options.config.assertions = false;
    options.seed = settings.seed.value_or(options.config.seed.value_or(1));
    options.programSeed = settings.programSeed;
    options.threads =
        settings.threads > 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    options.stableSeeds = settings.stable ? 10 : 0;
    options.clock = secondsNow;
    options.stop = &listenForInterrupt();
    return options;
}

Result<GeneratedSuite> generateSuite(GenerationOptions options, const std::string& project,
                                     const std::string& folder) {
    GeneratedSuite suite{.options = std::move(options), .generation = {}};
    suite.options.project = std::filesystem::path(project).stem().string();
    OUNCE_TRY(Project loaded, loadProject(project));
    auto program = compile(std::move(loaded));
    if (!program) return std::unexpected(std::move(program.error()).inside(project));
    OUNCE_TRY(suite.generation, generateTests(*program, suite.options));
    if (!folder.empty()) {
        OUNCE_TRY(suite.files, writeGeneration(*program, suite.generation, suite.options, folder));
    }
    return suite;
}

nlohmann::ordered_json toJson(const GeneratedSuite& suite) {
    using Json = nlohmann::ordered_json;
    const auto& [options, generation, files] = suite;
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
    return {
        {"project", options.project},
        {"algorithm", algorithmName(options.config.algorithm)},
        {"seed", options.seed},
        {"goals", options.config.goals == GoalKind::Branches ? "branches" : "statements"},
        {"coverage",
         {{"covered", generation.covered}, {"total", generation.goals}, {"ratio", generation.coverage()}}},
        {"dead", generation.dead},
        {"tests", tests},
        {"assertions", generation.suite.assertions()},
        {"executions", generation.executions},
        {"steps", generation.steps},
        {"seconds", generation.seconds},
        {"minimal", generation.minimal},
        {"uncovered", uncovered},
        {"files", files}};
}

}  // namespace ounce
