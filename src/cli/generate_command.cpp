// ounce generate: a test suite for a project.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "generate/generate.h"
#include "generate/output.h"
#include "project/load.h"

namespace ounce {

namespace {

using Json = nlohmann::ordered_json;

struct GenerateSettings {
    std::string project;
    std::string algorithm;
    std::string budget;
    std::string config;
    std::string output;
    std::optional<std::uint32_t> seed;
    std::uint32_t programSeed = 1;
    std::size_t threads = 0;
    bool stable = false;
    bool noMinimize = false;
    bool noAssertions = false;
};

Result<GenerationOptions> optionsOf(const GenerateSettings& settings) {
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
    if (settings.noMinimize) options.config.minimize = false;
    if (settings.noAssertions) options.config.assertions = false;
    options.seed = settings.seed.value_or(options.config.seed.value_or(1));
    options.programSeed = settings.programSeed;
    options.threads =
        settings.threads > 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    options.stableSeeds = settings.stable ? 10 : 0;
    options.project = std::filesystem::path(settings.project).stem().string();
    options.clock = secondsNow;
    options.stop = &listenForInterrupt();
    return options;
}

Json toJson(const Generation& generation, const GenerationOptions& options,
            const std::vector<std::string>& files) {
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

void print(const Generation& generation, const std::vector<std::string>& files) {
    fmt::print("coverage {} of {} blocks ({:.1f} %)\n", generation.covered, generation.goals,
               100 * generation.coverage());
    fmt::print("{} tests with {} events and {} assertions, out of {} executions ({} steps, {:.1f} s)\n",
               generation.suite.tests.size(), generation.eventsAfter, generation.suite.assertions(),
               generation.executions, generation.steps, generation.seconds);
    if (generation.goals == 0) fmt::print("there is nothing to test: no block of this project can run\n");
    constexpr std::size_t kShown = 20;
    for (std::size_t i = 0; i < std::min(kShown, generation.uncovered.size()); i++) {
        fmt::print("not reached: {}\n", generation.uncovered[i].text);
    }
    if (generation.uncovered.size() > kShown) {
        fmt::print("not reached: {} more, see --json\n", generation.uncovered.size() - kShown);
    }
    if (generation.dead > 0) fmt::print("{} blocks can never run\n", generation.dead);
    for (const std::string& file : files) fmt::print("{}\n", file);
    if (files.empty()) fmt::print("-o DIR keeps the suite\n");
}

Result<int> generateSuite(const GenerateSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(GenerationOptions options, optionsOf(settings));
    OUNCE_TRY(Project project, loadProject(settings.project));
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(settings.project));
    ProgressBar bar(!common.quiet);
    options.report = [&](const SearchProgress& progress) {
        bar.show(progress.progress, fmt::format("{} of {} blocks, {} tests", progress.covered, progress.goals,
                                                progress.executions));
    };
    OUNCE_TRY(const Generation generation, generateTests(*program, options));
    bar.clear();
    std::vector<std::string> files;
    if (!settings.output.empty()) {
        OUNCE_TRY(files, writeGeneration(*program, generation, options, settings.output));
    }
    if (common.json) {
        fmt::print("{}\n",
                   toJson(generation, options, files).dump(2, ' ', false, Json::error_handler_t::replace));
    } else if (!common.quiet) {
        print(generation, files);
    }
    return 0;
}

}  // namespace

void addGenerateCommand(CLI::App& app, CommonOptions& common, Action& action) {
    auto settings = std::make_shared<GenerateSettings>();
    CLI::App* command = app.add_subcommand("generate", "generate a test suite for a project");
    command->add_option("project", settings->project, "a .sb3, .sb2, .json or .scratch file")->required();
    command->add_option("--algorithm", settings->algorithm, "random, mosa, mio or onePlusOne (default: mio)");
    command->add_option("--budget", settings->budget,
                        "30s, 2min, 2000x (executions) or 500000steps; with commas: whichever is spent first "
                        "(default: 30s)");
    command->add_option("--seed", settings->seed, "seed of the search (default: 1)");
    command
        ->add_option("--program-seed", settings->programSeed,
                     "seed of the program's random numbers in every test")
        ->capture_default_str();
    command->add_option("-o,--output", settings->output,
                        "folder for suite.json, suite.js, statistics.csv and report.html");
    command->add_option("--config", settings->config, "a configuration file of Whisker");
    command->add_option("-j,--jobs", settings->threads,
                        "threads (default: all cores; the result does not depend on it)");
    command->add_flag("--stable", settings->stable,
                      "keep only assertions that also hold with ten other seeds of the program");
    command->add_flag("--no-minimize", settings->noMinimize, "keep tests as the search found them");
    command->add_flag("--no-assertions", settings->noAssertions, "tests without assertions");
    addCommonOptions(*command, common);
    command->footer(
        "Example: ounce generate game.sb3 --budget 30s -o tests\n"
        "Example: ounce generate game.sb3 --algorithm mosa --budget 2000x --seed 7 --json\n"
        "Ctrl-C ends the search and keeps what was found. Budgets in executions or steps give the same\n"
        "suite on every machine; seconds do not.");
    command->callback([settings, &common, &action] {
        action = [settings, &common] { return generateSuite(*settings, common); };
    });
}

}  // namespace ounce
