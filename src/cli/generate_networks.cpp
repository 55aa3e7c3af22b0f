#include "cli/generate_networks.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

#include "base/file.h"
#include "base/words.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "neuro/config.h"
#include "neuro/generation.h"
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
    options.seed = settings.seed.value_or(options.config.seed.value_or(1));
    options.threads =
        settings.threads > 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    options.clock = secondsNow;
    options.stop = &listenForInterrupt();
    return options;
}

}  // namespace

bool wantsNetworks(const GenerateSettings& settings) {
    if (!settings.algorithm.empty()) return settings.algorithm == "neatest";
    if (settings.config.empty()) return false;
    const Result<std::string> text = readFile(settings.config, 1 << 20);
    return text && neuro::isNeuroevolutionConfig(*text);
}

Result<int> generateNetworksFor(const GenerateSettings& settings, const CommonOptions& common) {
    if (settings.kill) return fail("--kill is for tests without networks", {}, "leave it out");
    if (!settings.userModel.empty())
        return fail("--user-model is for tests without networks", {}, "leave it out");
    if (settings.goals == "branches") return fail("networks are made for statements only");
    OUNCE_TRY(neuro::NeatestOptions options, networkOptions(settings));
    std::error_code ignored;
    if (settings.projects.size() != 1 || std::filesystem::is_directory(settings.projects[0], ignored))
        return fail("networks are made for one project at a time", {}, "name one .sb3 file");
    const std::string& project = settings.projects[0];
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(project));
    ProgressBar bar(!common.quiet);
    options.report = [&](const neuro::NeatestProgress& now) {
        bar.show(now.progress, fmt::format("{} of {} blocks reliably, generation {}, {} plays; now {}",
                                           now.reliable, now.goals, now.generations, now.plays, now.target));
    };
    OUNCE_TRY(neuro::NetworkGeneration generation,
              neuro::generateNetworks(program, std::filesystem::path(project).stem().string(), options,
                                      settings.programSeed));
    bar.clear();
    if (!settings.output.empty()) {
        OUNCE_TRY(generation.files, neuro::writeNetworkGeneration(generation, settings.output));
    }
    if (common.json) {
        Json projects = Json::array();
        projects.push_back(neuro::toJson(generation));
        fmt::print("{}\n", Json{{"schema", 1}, {"projects", projects}}.dump());
    } else if (!common.quiet) {
        print(generation, generation.files);
    }
    if (!wasInterrupted()) return 0;
    fmt::print(stderr, "ounce: interrupted; this is what was found so far\n");
    return kInterrupted;
}

}  // namespace ounce
