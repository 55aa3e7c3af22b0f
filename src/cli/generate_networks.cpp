#include "cli/generate_networks.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"
#include "base/words.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "neuro/config.h"
#include "tasks/networks.h"
#include "vm/load_program.h"

namespace ounce {

namespace {

void print(const neuro::NetworkGeneration& generation, const std::vector<std::string>& files) {
    const auto percent = [&](std::size_t part) {
        return generation.goals == 0 ? std::string("–")
                                     : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) /
                                                                   static_cast<double>(generation.goals));
    };
    fmt::print("reliable coverage {} of {} ({}), in any play {} ({})\n", generation.reliable(),
               counted(generation.goals, "block"), percent(generation.reliable()), generation.reached(),
               percent(generation.reached()));
    fmt::print("{} out of {} in {} ({}, {:.1f} s)\n", counted(generation.dynamic.networks.size(), "network"),
               counted(generation.found.plays, "play"), counted(generation.found.generations, "generation"),
               counted(generation.found.steps, "step"), generation.found.seconds);
    constexpr std::size_t kShown = 20;
    for (std::size_t i = 0; i < std::min(kShown, generation.notReliable.size()); i++)
        fmt::print("not reached reliably: {}\n", generation.notReliable[i]);
    if (generation.notReliable.size() > kShown)
        fmt::print("not reached reliably: {} more, see --json\n", generation.notReliable.size() - kShown);
    if (generation.dead > 0) fmt::print("{} can never run\n", counted(generation.dead, "block"));
    for (const std::string& file : files) fmt::print("{}\n", file);
    if (files.empty()) fmt::print("-o DIR keeps the networks\n");
}

Result<neuro::NeatestOptions> networkOptions(const GenerateSettings& settings) {
    neuro::NeatestOptions options;
    if (!settings.config.empty()) {
        OUNCE_TRY(options.config, neuro::readNeatestConfig(settings.config));
    }
    const Budget& budget = options.config.budget;
    const bool limited = budget.seconds || budget.executions || budget.steps || budget.iterations;
    if (!settings.budget.empty() || !limited) {
        OUNCE_TRY(options.config.budget, parseBudget(settings.budget.empty() ? "30s" : settings.budget));
    }
    OUNCE_CHECK(neuro::switchOff(options.config, settings.without));
    options.lessonFiles = settings.lessons;
    options.film = !settings.output.empty();
    options.programSeed = settings.programSeed;
    return options;
}

}  // namespace

bool wantsNetworks(const GenerateSettings& settings) {
    if (!settings.algorithm.empty()) return settings.algorithm == "neatest";
    if (settings.config.empty()) return false;
    const Result<std::string> text = readFile(settings.config, 1 << 20);
    return text && neuro::isNeuroevolutionConfig(*text);
}

namespace {

// Options that say nothing to a network: nobody is to believe that they were heard.
Result<void> refuseOthers(const GenerateSettings& settings) {
    const std::pair<bool, const char*> others[] = {
        {settings.kill, "--kill"},
        {settings.stable, "--stable"},
        {!settings.userModel.empty(), "--user-model"},
        {!settings.spec.empty(), "--spec"},
        {!settings.madeFor.empty(), "--for"},
        {!settings.numbers.empty(), "--numbers"},
        {!settings.drag.empty(), "--drag"},
        {settings.resume, "--resume"},
        {settings.noMinimize, "--no-minimize"},
        {settings.noAssertions, "--no-assertions"},
    };
    for (const auto& [given, name] : others) {
        if (given) return fail(fmt::format("{} is for tests without networks", name), {}, "leave it out");
    }
    if (settings.goals == "branches") return fail("networks are made for statements only");
    return {};
}

Result<ProjectOutcome> networksFor(const GenerateSettings& settings, const std::string& project,
                                   const CommonOptions& common) {
    tasks::NetworksRequest request{.project = std::filesystem::path(project).stem().string()};
    OUNCE_TRY(request.options, networkOptions(settings));
    OUNCE_TRY(request.program, loadProgram(project));
    CommandJob command(common, settings.threads,
                       settings.seed.value_or(request.options.config.seed.value_or(1)));
    OUNCE_TRY(neuro::NetworkGeneration generation, tasks::generateNetworks(request, command.job));
    command.bar.clear();
    if (!settings.output.empty()) {
        OUNCE_TRY(generation.files, neuro::writeNetworkGeneration(generation, settings.output));
    }
    if (wasInterrupted()) fmt::print(stderr, "ounce: interrupted; this is what was found so far\n");
    ProjectOutcome outcome{.code = wasInterrupted() ? kInterrupted : 0, .json = neuro::toJson(generation)};
    outcome.print = [generation = std::move(generation), &common] {
        if (!common.quiet) print(generation, generation.files);
    };
    return outcome;
}

}  // namespace

Result<int> generateNetworksFor(const GenerateSettings& settings, const CommonOptions& common) {
    OUNCE_CHECK(refuseOthers(settings));
    std::error_code ignored;
    if (settings.projects.size() != 1 || std::filesystem::is_directory(settings.projects[0], ignored))
        return fail("networks are made for one project at a time", {}, "name one .sb3 file");
    return onEachProject(settings.projects[0], common, {}, [&](const OneProject& project) {
        return networksFor(settings, project.path, common);
    });
}

}  // namespace ounce
