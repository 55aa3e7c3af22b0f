// ounce check: prove properties of a project, or show how they break.
#include <fmt/format.h>

#include "base/words.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "project/load.h"
#include "spec/parse.h"
#include "tasks/check.h"

namespace ounce {
namespace {

using verify::CheckResult;
using verify::Verdict;

struct CheckSettings {
    std::string project, spec, budget = "30s", initial = "project", output, mode = "scratch",
                               order = "shortest";
    std::uint64_t runs = 0, steps = 0;
    std::size_t threads = 0;
    bool interrupts = false, requireProof = false, whole = false, explore = false, byExample = false,
         noSearch = false;
};

struct CheckBudget {
    double seconds = 0;  // 0: no limit
    std::uint64_t states = 0;
};

Result<CheckBudget> budgetOf(const std::string& text) {
    std::size_t digits = 0;
    while (digits < text.size() && (text[digits] == '.' || (text[digits] >= '0' && text[digits] <= '9')))
        digits++;
    std::string unit = text.substr(digits);
    std::erase(unit, ' ');
    const auto wrong = [&] {
        return fail(fmt::format("«{}» is no budget", text), {}, "for example 30s, 5min or 100000states");
    };
    if (digits == 0 || digits > 15) return wrong();
    const double number = std::strtod(text.substr(0, digits).c_str(), nullptr);
    if (!(number > 0)) return wrong();
    if (unit == "s") return CheckBudget{.seconds = number};
    if (unit == "min") return CheckBudget{.seconds = 60 * number};
    if (unit.empty() || unit == "states")
        return CheckBudget{.states = static_cast<std::uint64_t>(std::max(1.0, number))};
    return wrong();
}

void print(const CheckResult& result, double seconds, const std::string& witness, bool color) {
    const std::string_view paint = !color                                ? ""
                                   : result.verdict == Verdict::Violated ? "\033[31m"
                                   : result.verdict == Verdict::Safe     ? "\033[32m"
                                                                         : "\033[33m";
    fmt::print("{}{:<9}{} {}", paint, verify::verdictName(result.verdict), color ? "\033[0m" : "",
               result.name);
    if (!result.explanation.empty()) fmt::print("  ({})", result.explanation);
    fmt::print("\n          {}\n", result.how);
    if (!result.message.empty()) fmt::print("          {}\n", result.message);
    fmt::print("          {}, {:.2f} s{}\n", counted(result.states, "state"), seconds,
               witness.empty() ? "" : fmt::format(", witness: {}", witness));
}

void print(const tasks::CheckAnswer& answer, const CommonOptions& common) {
    for (const tasks::CheckedProperty& property : answer.properties)
        print(property.result, property.seconds, property.witnessFile, common.color);
    const std::size_t all = answer.properties.size(), violated = answer.count(Verdict::Violated);
    const std::size_t vacuous = answer.count(Verdict::Vacuous);
    fmt::print("\n{} of {} {} violated, {} proved{}\n", violated, all, all == 1 ? "property" : "properties",
               answer.count(Verdict::Safe), vacuous == 0 ? "" : fmt::format(", {} vacuous", vacuous));
    if (common.quiet || violated == all) return;
    fmt::print("assuming:\n");
    for (const std::string& assumption : answer.assumptions()) fmt::print("  - {}\n", assumption);
}

int exitCode(const tasks::CheckAnswer& answer, bool requireProof) {
    const std::size_t all = answer.properties.size();
    if (answer.interrupted) return kInterrupted;
    if (answer.errors() == all) return 2;
    return answer.count(Verdict::Violated) > 0 || (requireProof && answer.count(Verdict::Safe) < all) ? 1 : 0;
}

Result<tasks::CheckRequest> requestOf(const CheckSettings& settings) {
    OUNCE_TRY(const CheckBudget budget, budgetOf(settings.budget));
    tasks::CheckRequest request{.project = settings.project};
    if (budget.seconds > 0) request.seconds = budget.seconds;
    OUNCE_TRY(Project project, loadProject(settings.project));
    if (settings.spec.empty()) {
        request.spec = spec::parseComments(project, settings.project);
    } else {
        OUNCE_TRY(request.spec, spec::load(settings.spec));
    }
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(settings.project));
    request.program = std::move(*program);
    request.search = !settings.noSearch;
    verify::ExploreOptions& options = request.options;
    options.alphabet = {.runs = settings.runs, .interrupts = settings.interrupts};
    options.machine.mode = settings.mode == "whisker" ? Mode::Whisker : Mode::Scratch;
    options.alphabet.byExample = settings.byExample;
    options.anyInitialValues = settings.initial == "any";
    options.intervals = !settings.explore;
    options.slices = !settings.whole;
    options.nearestFirst = settings.order == "nearest";
    options.states = budget.states;
    options.steps = settings.steps;
    return request;
}

Result<ProjectOutcome> checkProject(const CheckSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const tasks::CheckRequest request, requestOf(settings));
    CommandJob command(common, settings.threads, 1);
    auto answer = tasks::check(request, command.job);
    command.bar.clear();
    if (!answer) {
        if (answer.error().where.empty())
            answer.error().where = settings.spec.empty() ? settings.project : settings.spec;
        return std::unexpected(std::move(answer).error());
    }
    if (!settings.output.empty()) OUNCE_CHECK(tasks::writeWitnesses(*answer, settings.output));
    return ProjectOutcome{exitCode(*answer, settings.requireProof), tasks::toJson(*answer),
                          [answer = std::move(*answer), &common] { print(answer, common); }};
}

}  // namespace

void addCheckCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<CheckSettings>();
    Command command = line.add("check", "prove properties of a project, or show how they break");
    command.option("project", settings->project, "a .sb3, .sb2, .json or .scratch file, or a folder of them")
        .required();
    command.option("--spec", settings->spec, "properties (default: the @property comments of the project)");
    command.option("--budget", settings->budget, "for each property: 30s, 5min or 100000states")
        .showDefault();
    command.option("--steps", settings->steps, "look no further than so many steps");
    command.option("--runs", settings->runs,
                   "how often the flag is clicked at most (default: any number of times)");
    command
        .option("--initial", settings->initial, "what variables begin with: as in the project, or anything")
        .oneOf({"project", "any"})
        .showDefault();
    command.flag("--by-example", settings->byExample,
                 "take what is only tried by example (places of the pointer, decimal answers …) for all that "
                 "there is, and say so");
    command.flag("--interrupt", settings->interrupts,
                 "the flag and the stop sign may be clicked while scripts run");
    command.flag("--explore", settings->explore,
                 "visit states also where ranges would be enough for a proof");
    command.flag("--no-search", settings->noSearch,
                 "do not search for a test that breaks what is not proved");
    command.flag("--whole", settings->whole, "leave no script out, even if it cannot matter");
    command
        .option("--order", settings->order,
                "which states come first: those with the shortest runs, so that witnesses are the shortest "
                "that there are, or those that are nearest to a violation")
        .oneOf({"shortest", "nearest"})
        .showDefault();
    command.option("--mode", settings->mode, "how steps are scheduled")
        .oneOf({"scratch", "whisker"})
        .showDefault();
    command.flag("--require-proof", settings->requireProof, "exit code 1 unless every property is proved");
    command.option("-o,--output", settings->output, "folder for the witnesses, NAME.witness.json");
    command.option("-j,--jobs", settings->threads,
                   "threads (default: all cores; the result does not depend on it)");
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 nothing is violated, 1 something is (or is not proved, with --require-proof), 2 "
        "something "
        "could not be read.\n\n"
        "Example: ounce check game.sb3 --spec game.props -o witnesses\n"
        "Example: ounce check game.sb3 --spec game.props --budget 100000states --json");
    command.does([settings, &common] {
        return onEachProject(settings->project, common, {}, [&](const OneProject& project) {
            CheckSettings mine = *settings;
            mine.project = project.path;
            mine.output = outputFolder(settings->output, project);
            return checkProject(mine, common);
        });
    });
}

}  // namespace ounce
