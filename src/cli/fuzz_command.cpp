// ounce fuzz: generates programs that call the code under test and passes it callbacks that call it back; its
// contracts say what may be called and what must hold.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include "base/file.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "generate/config.h"
#include "project/load.h"
#include "spec/parse.h"
#include "tasks/fuzz.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct FuzzSettings {
    std::string target;
    std::string contracts;
    std::string budget = "10s";
    std::uint32_t seed = 1;
    std::size_t jobs = 0;
    int largest = 24;
    bool noCallbacks = false;
    std::string without;
    std::string output;
};

struct FuzzBudget {
    std::optional<double> seconds{};
    std::optional<std::uint64_t> programs{};
};

Result<FuzzBudget> budgetOf(const FuzzSettings& settings) {
    OUNCE_TRY(const Budget budget, parseBudget(settings.budget));
    if (!budget.seconds && !budget.executions)
        return fail(fmt::format("«{}» is no budget for programs", settings.budget), {},
                    "for example 10s or 5000x");
    FuzzBudget own{.seconds = budget.seconds};
    if (budget.executions) own.programs = static_cast<std::uint64_t>(*budget.executions);
    return own;
}

contracts::FuzzOptions optionsOf(const FuzzSettings& settings, const FuzzBudget& budget) {
    return {.programs = budget.programs, .callbacks = !settings.noCallbacks, .largest = settings.largest};
}

bool isJavaScript(const std::string& path) {
    const std::string ending = fs::path(path).extension().string();
    return ending == ".js" || ending == ".mjs" || ending == ".cjs";
}

Result<contracts::ScratchRules> rulesOf(const std::string& off) {
    contracts::ScratchRules rules;
    std::size_t at = 0;
    while (at < off.size()) {
        const std::size_t end = std::min(off.find(',', at), off.size());
        const std::string word = off.substr(at, end - at);
        at = end + 1;
        if (word == "recursion") {
            rules.recursion = false;
        } else if (word == "numbers") {
            rules.numbers = false;
        } else if (word == "lists") {
            rules.lists = false;
        } else if (word == "hanging") {
            rules.hanging = false;
        } else if (word == "all") {
            rules = {.recursion = false, .numbers = false, .lists = false, .hanging = false};
        } else {
            return fail(fmt::format("there is no implicit contract «{}»", word), {},
                        "recursion, numbers, lists, hanging or all");
        }
    }
    return rules;
}

Result<tasks::FuzzProjectRequest> projectRequest(const FuzzSettings& settings) {
    tasks::FuzzProjectRequest request{.path = settings.target, .contractsPath = settings.contracts};
    if (!settings.contracts.empty()) {
        OUNCE_TRY(request.contracts, readFile(settings.contracts, spec::kMaxSpecBytes));
    }
    OUNCE_TRY(request.rules, rulesOf(settings.without));
    OUNCE_TRY(request.project, loadProject(settings.target));
    return request;
}

Result<contracts::FuzzResult> fuzzTarget(const FuzzSettings& settings, const FuzzBudget& budget,
                                         const Job& job) {
    const contracts::FuzzOptions options = optionsOf(settings, budget);
    if (isJavaScript(settings.target))
        return tasks::fuzz(tasks::FuzzModuleRequest{.path = settings.target,
                                                    .contractsPath = settings.contracts,
                                                    .output = settings.output,
                                                    .options = options},
                           job);
    OUNCE_TRY(tasks::FuzzProjectRequest request, projectRequest(settings));
    request.options = options;
    return tasks::fuzz(std::move(request), job);
}

Result<ProjectOutcome> fuzz(const FuzzSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const FuzzBudget budget, budgetOf(settings));
    CommandJob command(common, settings.jobs, settings.seed);
    OUNCE_TRY(contracts::FuzzResult result,
              fuzzTarget(settings, budget, command.job.within(budget.seconds.value_or(Job::kNever))));
    command.bar.clear();
    std::vector<std::string> files;
    if (!settings.output.empty()) {
        OUNCE_TRY(files, contracts::writeFindings(result, settings.output));
    }
    if (result.interrupted) fmt::print(stderr, "ounce: interrupted; what was found so far is kept\n");
    ProjectOutcome outcome{.code = result.interrupted        ? kInterrupted
                                   : result.findings.empty() ? 0
                                                             : 1,
                           .json = contracts::toJson(result)};
    outcome.print = [result = std::move(result), files = std::move(files), output = settings.output,
                     &common] {
        fmt::print("{}", contracts::toText(result, common.quiet));
        if (!files.empty()) fmt::print("{}\n", (fs::path(output) / "report.html").string());
    };
    return outcome;
}

}  // namespace

void addFuzzCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<FuzzSettings>();
    Command command = line.add("fuzz", "test code against its contracts with random programs and callbacks");
    command
        .option("target", settings->target,
                "a JavaScript module (.js, .mjs, .cjs) or a project (.sb3, .sb2, .json, .scratch),\nor a "
                "folder of projects, each with the whole budget")
        .required();
    command.option(
        "--contracts", settings->contracts,
        "a file with the contracts, for code that one cannot edit: the same classes with empty bodies; for a "
        "project a .props file");
    command.option("--budget", settings->budget, "10s, 2min or 5000x (programs)").showDefault();
    command.option("--seed", settings->seed, "the same seed gives the same programs").showDefault();
    command.option("-j,--jobs", settings->jobs,
                   "worker processes (default: all cores; the result does not depend on it)");
    command.option("--size", settings->largest, "calls in the largest programs")
        .between(1, 1000)
        .showDefault();
    command.flag("--no-callbacks", settings->noCallbacks,
                 "generated functions call nothing, and no method is overridden");
    command.option(
        "--without", settings->without,
        "implicit contracts of Scratch programs that are not tested: recursion, numbers, lists, hanging "
        "(with commas), or all");
    command.option("-o,--output", settings->output,
                   "folder for a runnable program for each finding, report.html and report.json");
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 no contract was violated, 1 some were, 2 something could not be read.\n\n"
        "Example: ounce fuzz examples/contracts/stack.js --budget 2000x -o findings\n"
        "Example: ounce fuzz examples/contracts/bank.scratch --budget 5s\n"
        "Example: ounce fuzz emitter.js --contracts emitter.contracts.js --budget 60s --json");
    command.does([settings, &common]() -> Result<int> {
        return onEachProject(settings->target, common, {}, [&](const OneProject& project) {
            FuzzSettings mine = *settings;
            mine.target = project.path;
            mine.output = outputFolder(settings->output, project);
            return fuzz(mine, common);
        });
    });
}

}  // namespace ounce
