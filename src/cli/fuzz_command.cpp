// ounce fuzz: generates programs that call the code under test and passes it callbacks that call it back; its
// contracts say what may be called and what must hold.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <thread>

#include "base/file.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "contracts/javascript/extension.h"
#include "contracts/javascript/fuzz.h"
#include "contracts/scratch/fuzz.h"
#include "generate/config.h"
#include "project/load.h"
#include "spec/parse.h"

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

Result<contracts::FuzzOptions> optionsOf(const FuzzSettings& settings) {
    contracts::FuzzOptions options;
    OUNCE_TRY(const Budget budget, parseBudget(settings.budget));
    if (!budget.seconds && !budget.executions)
        return fail(fmt::format("«{}» is no budget for programs", settings.budget), {},
                    "for example 10s or 5000x");
    options.seconds = budget.seconds;
    if (budget.executions) options.programs = static_cast<std::uint64_t>(*budget.executions);
    options.seed = settings.seed;
    options.jobs = settings.jobs > 0 ? settings.jobs : std::max(1u, std::thread::hardware_concurrency());
    options.callbacks = !settings.noCallbacks;
    options.largest = settings.largest;
    options.clock = secondsNow;
    options.stop = &listenForInterrupt();
    return options;
}

bool isJavaScript(const std::string& path) {
    const std::string ending = fs::path(path).extension().string();
    return ending == ".js" || ending == ".mjs" || ending == ".cjs";
}

Result<contracts::FuzzResult> fuzzModule(const FuzzSettings& settings,
                                         const contracts::FuzzOptions& options) {
    OUNCE_TRY(contracts::JsModule module, contracts::readJsModule(settings.target, settings.contracts));
    if (module.functions.empty() && module.conditions.empty() && settings.contracts.empty()) {
        OUNCE_TRY(std::optional<contracts::JsModule> extension, contracts::readExtension(settings.target));
        if (extension) return contracts::fuzzJavaScript(std::move(*extension), options, settings.output);
    }
    return contracts::fuzzJavaScript(std::move(module), options, settings.output);
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

Result<contracts::FuzzResult> fuzzProject(const FuzzSettings& settings,
                                          const contracts::FuzzOptions& options) {
    std::string props;
    if (!settings.contracts.empty()) {
        OUNCE_TRY(props, readFile(settings.contracts, spec::kMaxSpecBytes));
    }
    OUNCE_TRY(const contracts::ScratchRules rules, rulesOf(settings.without));
    OUNCE_TRY(Project project, loadProject(settings.target));
    OUNCE_TRY(const contracts::ScratchTarget target,
              contracts::scratchTargetOf(std::move(project), settings.target, props, settings.contracts));
    return contracts::fuzzScratch(target, options, rules);
}

Result<int> fuzz(const FuzzSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(contracts::FuzzOptions options, optionsOf(settings));
    ProgressBar bar(!common.quiet);
    options.progress = [&](double part, std::uint64_t programs, std::size_t findings) {
        bar.show(std::min(part, 1.0),
                 fmt::format("{}, {}", counted(programs, "program"), counted(findings, "finding")));
    };
    OUNCE_TRY(contracts::FuzzResult result,
              isJavaScript(settings.target) ? fuzzModule(settings, options) : fuzzProject(settings, options));
    bar.clear();
    std::vector<std::string> files;
    if (!settings.output.empty()) {
        OUNCE_TRY(files, contracts::writeFindings(result, settings.output));
    }
    if (common.json) {
        fmt::print("{}", contracts::toJson(result));
    } else {
        fmt::print("{}", contracts::toText(result, common.quiet));
        if (!files.empty()) fmt::print("{}\n", (fs::path(settings.output) / "report.html").string());
    }
    if (result.interrupted) {
        fmt::print(stderr, "ounce: interrupted; what was found so far is kept\n");
        return kInterrupted;
    }
    return result.findings.empty() ? 0 : 1;
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
        if (isJavaScript(settings->target)) return fuzz(*settings, common);
        return onEachProject(settings->target, common, {}, [&](const OneProject& project) {
            FuzzSettings mine = *settings;
            mine.target = project.path;
            mine.output = outputFolder(settings->output, project);
            return fuzz(mine, common);
        });
    });
}

}  // namespace ounce
