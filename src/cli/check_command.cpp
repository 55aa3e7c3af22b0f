// ounce check: prove properties of a project, or show how they break.
#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "project/safe_id.h"
#include "spec/parse.h"
#include "verify/check.h"
#include "verify/export.h"
#include "verify/minimise.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

using verify::CheckResult;
using verify::Verdict;

struct CheckSettings {
    std::string project, spec, budget = "30s", initial = "project", output, mode = "scratch",
                               order = "shortest";
    std::uint64_t runs = 0, steps = 0;
    std::size_t threads = 0;
    bool interrupts = false, requireProof = false, whole = false, explore = false, byExample = false;
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

std::string fileNameOf(const std::string& property) {
    std::string name;
    for (const char c : property) {
        const bool usual = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           c == '-' || c == '_';
        name += usual ? c : '-';
    }
    return name.empty() ? "property" : name;
}

// A name for each property's files, no two the same.
std::vector<std::string> fileNames(const std::vector<spec::Monitor>& monitors) {
    std::vector<std::string> names;
    for (const spec::Monitor& monitor : monitors) {
        std::string name = fileNameOf(monitor.name);
        for (int number = 2; std::ranges::find(names, name) != names.end(); number++)
            name = fmt::format("{}-{}", fileNameOf(monitor.name), number);
        names.push_back(std::move(name));
    }
    return names;
}

Json toJson(const CheckResult& result, double seconds, const std::string& witness) {
    Json json = {{"name", result.name},
                 {"verdict", std::string(verify::verdictName(result.verdict))},
                 {"how", result.how},
                 {"steps", result.steps},
                 {"states", result.states},
                 {"seconds", seconds},
                 {"witness", witness.empty() ? Json(nullptr) : Json(witness)}};
    if (!result.message.empty()) json["message"] = result.message;
    if (!result.explanation.empty()) json["explanation"] = result.explanation;
    json["assumptions"] = result.assumptions;
    return json;
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

// Of all that was not violated, each once.
std::vector<std::string> assumptionsOf(const std::vector<CheckResult>& results) {
    std::vector<std::string> all;
    for (const CheckResult& result : results) {
        if (result.verdict == Verdict::Violated) continue;
        for (const std::string& one : result.assumptions) {
            if (std::ranges::find(all, one) == all.end()) all.push_back(one);
        }
    }
    return all;
}

Result<int> checkProject(const CheckSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const CheckBudget budget, budgetOf(settings.budget));
    OUNCE_TRY(const spec::Spec spec, spec::load(settings.spec.empty() ? settings.project : settings.spec));
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(settings.project));
    const std::vector<spec::Monitor> monitors = spec::bind(spec, *program);
    if (monitors.empty())
        return fail("there is no property to check", settings.spec.empty() ? settings.project : settings.spec,
                    "write one into a file and give it with --spec");
    verify::ExploreOptions options;
    options.alphabet = {.runs = settings.runs, .interrupts = settings.interrupts};
    options.machine.mode = settings.mode == "whisker" ? Mode::Whisker : Mode::Scratch;
    options.alphabet.byExample = settings.byExample;
    options.anyInitialValues = settings.initial == "any";
    options.intervals = !settings.explore;
    options.nearestFirst = settings.order == "nearest";
    options.states = budget.states;
    options.steps = settings.steps;

    const std::atomic<bool>& interrupted = listenForInterrupt();
    const std::size_t threads =
        settings.threads > 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    ProgressBar bar(!common.json && !common.quiet);
    std::mutex barMutex;
    std::vector<CheckResult> results(monitors.size());
    std::vector<double> seconds(monitors.size());
    inParallel(monitors.size(), threads, [&](std::size_t i, std::size_t) {
        const double start = secondsNow();
        verify::ExploreOptions mine = options;
        double began = start;
        mine.restart = [&began] { began = secondsNow(); };
        mine.isOver = [&, i](std::uint64_t states, std::uint64_t waiting, std::uint64_t depth) {
            const double spent = secondsNow() - began;
            const double part = budget.seconds > 0
                                    ? spent / budget.seconds
                                    : static_cast<double>(states) / static_cast<double>(budget.states);
            const std::lock_guard lock(barMutex);
            bar.show(std::min(part, 1.0),
                     fmt::format("{}: {} states, {:.0f}/s, {} waiting, depth {}", monitors[i].name, states,
                                 static_cast<double>(states) / std::max(spent, 1e-3), waiting, depth));
            return interrupted.load() || (budget.seconds > 0 && spent > budget.seconds);
        };
        results[i] = verify::check(program, spec, i, mine, !settings.whole);
        seconds[i] = secondsNow() - start;
    });
    bar.clear();

    const std::vector<std::string> names = fileNames(monitors);
    Json list = Json::array();
    std::size_t violated = 0, safe = 0, vacuous = 0, errors = 0;
    if (!settings.output.empty()) OUNCE_CHECK(makeFolder(settings.output));
    for (std::size_t i = 0; i < results.size(); i++) {
        CheckResult& result = results[i];
        std::string file;
        if (result.witness) {
            verify::Witness witness = verify::minimise(*program, monitors, i, std::move(*result.witness));
            witness.programName = settings.project;
            witness.spec = spec.source;
            result.steps = witness.violationStep;
            result.message = witness.message;
            result.how = fmt::format("a run of {} violates it", counted(result.steps, "step"));
            if (!settings.output.empty()) {
                const std::string& name = names[i];
                OUNCE_TRY(const verify::ExportedWitness written,
                          verify::exportWitness(settings.output, name, *program, monitors, i, witness));
                file = fmt::format("{}/{}.witness.json", settings.output, name);
            }
        }
        violated += result.verdict == Verdict::Violated ? 1 : 0;
        safe += result.verdict == Verdict::Safe ? 1 : 0;
        vacuous += result.verdict == Verdict::Vacuous ? 1 : 0;
        errors += monitors[i].error.empty() ? 0 : 1;
        if (common.json) {
            list.push_back(toJson(result, seconds[i], file));
        } else {
            print(result, seconds[i], file, common.color);
        }
    }
    if (common.json) {
        fmt::print("{}\n", Json{{"schema", 1}, {"project", settings.project}, {"properties", list}}.dump());
    } else {
        fmt::print("\n{} of {} {} violated, {} proved{}\n", violated, results.size(),
                   results.size() == 1 ? "property" : "properties", safe,
                   vacuous == 0 ? "" : fmt::format(", {} vacuous", vacuous));
        if (!common.quiet && violated < results.size()) {
            fmt::print("assuming:\n");
            for (const std::string& assumption : assumptionsOf(results)) fmt::print("  - {}\n", assumption);
        }
    }
    if (wasInterrupted()) return kInterrupted;
    if (errors == results.size()) return 2;
    return violated > 0 || (settings.requireProof && safe < results.size()) ? 1 : 0;
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
