// ounce mutate: does a suite notice small changes of the program?
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include "base/file.h"
#include "base/json.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "cli/mutate_networks.h"
#include "generate/config.h"
#include "models/load.h"
#include "mutation/difference.h"
#include "mutation/report/report.h"
#include "project/load.h"
#include "spec/parse.h"
#include "stage/scratch3_costumes.h"
#include "tasks/mutate.h"
#include "testing/report/report_text.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct MutateSettings {
    std::string project;
    std::vector<std::string> suites;
    std::string operators = "all";
    std::string budget;
    std::optional<std::size_t> sample;
    std::uint64_t seed = 1;
    int freshSeeds = 0;
    std::size_t threads = 0;
    std::string mode;
    std::string spec;
    bool fullMatrix = false, noEquivalence = false, list = false;
    std::string output, html, csv, write;
    std::optional<double> minScore;
    std::vector<std::string> models;
    int repetitions = 20;
    int references = 100, checks = 0, plays = 0;  // networks; 0 plays: as many as are usual
    double rate = 1;                              // networks: percent of false alarms
    std::size_t networks = 10;                    // how many of a suite look
};

// Whether what is named is a suite of networks.
Result<bool> isNetworkSuite(const std::vector<std::string>& suites) {
    for (const std::string& suite : suites) {
        if (!suite.ends_with(".json")) continue;
        OUNCE_TRY(const std::string json, readFile(suite, neuro::kMaxNetworkBytes));
        if (!neuro::looksLikeNetworkSuite(json)) continue;
        if (suites.size() > 1)
            return fail("networks are judged alone", {}, "name one dynamic.json and no other suite");
        return true;
    }
    return false;
}

// What the settings mean; `seconds`: for how long mutants may be run.
Result<MutationAnalysisOptions> optionsOf(const MutateSettings& settings, std::optional<double>& seconds) {
    MutationAnalysisOptions options;
    OUNCE_TRY(options.operators, parseOperators(settings.operators));
    options.sample = settings.sample;
    if (!settings.budget.empty()) {
        OUNCE_TRY(const Budget budget, parseBudget(settings.budget));
        if (!budget.seconds && !budget.executions)
            return fail(fmt::format("«{}» is no budget for mutants", settings.budget), {},
                        "for example 60s, 5min or 500x");
        seconds = budget.seconds;
        if (budget.executions) options.mutants = static_cast<std::size_t>(*budget.executions);
    }
    options.fullMatrix = settings.fullMatrix;
    if (settings.noEquivalence) options.randomRuns = 0;
    if (!settings.mode.empty()) options.mode = settings.mode == "scratch" ? Mode::Scratch : Mode::Whisker;
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec::Spec spec, spec::load(settings.spec));
        options.spec = std::make_shared<const spec::Spec>(std::move(spec));
    }
    return options;
}

std::vector<Mutant> chosenMutants(const Program& program, const MutationAnalysisOptions& options,
                                  std::uint64_t seed) {
    std::vector<Mutant> mutants = mutantsOf(program.project, options.operators, seed);
    return options.sample ? sampled(std::move(mutants), *options.sample, seed) : mutants;
}

// A name that every file system takes; the number keeps names apart that only differ in what is left out.
std::string fileNameOf(const Mutant& mutant, std::size_t number) {
    constexpr std::size_t kLongest = 100;
    std::string name = fmt::format("{:04}-{}", number, mutant.name);
    for (char& c : name) {
        const bool usual = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!usual) c = c == '.' || c == '+' ? c : '-';
    }
    return name.substr(0, kLongest) + ".sb3";
}

Result<void> writeMutants(const Program& program, const std::vector<Mutant>& mutants,
                          const std::string& folder) {
    OUNCE_CHECK(makeFolder(folder));
    for (std::size_t i = 0; i < mutants.size(); i++) {
        const std::string path = (fs::path(folder) / fileNameOf(mutants[i], i + 1)).string();
        Project mutant = applied(program.project, mutants[i]);
        toScratch3Costumes(mutant);
        OUNCE_CHECK(saveProject(mutant, path));
    }
    return {};
}

ProjectOutcome listMutants(const std::shared_ptr<const Program>& program, std::vector<Mutant> mutants,
                           const CommonOptions& common) {
    ProjectOutcome outcome;
    if (common.json) {
        Differences differences(program->project);
        Json list = Json::array();
        for (const Mutant& mutant : mutants)
            list.push_back({{"name", mutant.name}, {"difference", differenceText(differences.of(mutant))}});
        outcome.json = {{"mutants", list}};
    }
    outcome.print = [program, mutants = std::move(mutants), &common] {
        Differences differences(program->project);
        for (const Mutant& mutant : mutants) {
            fmt::print("{}\n", plain(mutant.name));
            if (!common.quiet) fmt::print("{}", differenceText(differences.of(mutant), "  "));
        }
    };
    return outcome;
}

Result<std::vector<std::string>> writeReports(const MutateSettings& settings,
                                              const MutationAnalysis& analysis) {
    std::vector<std::string> files;
    const auto write = [&](const std::string& path, const std::string& text) -> Result<void> {
        if (path.empty()) return {};
        OUNCE_CHECK(writeFile(path, text));
        files.push_back(path);
        return {};
    };
    OUNCE_CHECK(write(settings.html, settings.html.empty() ? "" : mutationHtml(analysis)));
    OUNCE_CHECK(write(settings.csv, settings.csv.empty() ? "" : mutationCsv(analysis)));
    if (settings.output.empty()) return files;
    OUNCE_CHECK(makeFolder(settings.output));
    const fs::path folder = settings.output;
    OUNCE_CHECK(write((folder / "report.html").string(), mutationHtml(analysis)));
    OUNCE_CHECK(write((folder / "mutants.csv").string(), mutationCsv(analysis)));
    OUNCE_CHECK(write((folder / "mutants.json").string(), mutationJson(analysis)));
    return files;
}

// The exit code for --min-score. A gate that could not be decided is not passed.
int gate(const OperatorScore& total, double minScore) {
    if (total.mutants == 0) {
        fmt::print(stderr, "ounce: there are no mutants, so --min-score cannot be decided\n");
        return 1;
    }
    const auto percent = [&](std::size_t killed) {
        return 100 * static_cast<double>(killed) / static_cast<double>(total.mutants);
    };
    if (percent(total.killed) >= minScore) return 0;
    if (percent(total.killed + total.notRun) >= minScore)
        fmt::print(stderr, "ounce: {} mutants were not run, so --min-score cannot be decided\n",
                   total.notRun);
    return 1;
}

Result<ProjectOutcome> mutateWithSuites(const MutateSettings& settings, tasks::MutateRequest request,
                                        const Job& job, ProgressBar& bar, const CommonOptions& common) {
    OUNCE_TRY(request.suites, loadSuiteFiles(settings.suites));
    if (!settings.models.empty()) {
        OUNCE_TRY(request.models, models::loadModels(settings.models));
        request.modelsName = settings.models.front();
    }
    request.repetitions = settings.repetitions;
    request.freshSeeds = settings.freshSeeds;
    OUNCE_TRY(MutationAnalysis analysis, tasks::mutate(request, job));
    bar.clear();
    OUNCE_TRY(std::vector<std::string> files, writeReports(settings, analysis));
    ProjectOutcome outcome;
    if (common.json) outcome.json = toJson(analysis);
    if (analysis.interrupted) {
        fmt::print(stderr, "ounce: interrupted; {} mutants were not run\n", analysis.total().notRun);
        outcome.code = kInterrupted;
    } else if (settings.minScore) {
        outcome.code = gate(analysis.total(), *settings.minScore);
    }
    outcome.print = [analysis = std::move(analysis), files = std::move(files), &common] {
        fmt::print("{}", mutationTable(analysis, {.color = common.color, .quiet = common.quiet}));
        for (const std::string& file : files) fmt::print("{}\n", file);
    };
    return outcome;
}

Result<ProjectOutcome> mutate(const MutateSettings& settings, const CommonOptions& common) {
    std::optional<double> seconds;
    tasks::MutateRequest request{.project = fs::path(settings.project).stem().string()};
    OUNCE_TRY(request.options, optionsOf(settings, seconds));
    OUNCE_TRY(request.program, loadProgram(settings.project));
    if (settings.list || !settings.write.empty()) {
        std::vector<Mutant> mutants = chosenMutants(*request.program, request.options, settings.seed);
        if (!settings.write.empty()) OUNCE_CHECK(writeMutants(*request.program, mutants, settings.write));
        if (settings.list) return listMutants(request.program, std::move(mutants), common);
        if (settings.suites.empty())
            return ProjectOutcome{.print = [count = mutants.size(), folder = settings.write, &common] {
                if (!common.quiet) fmt::print("{} in {}\n", counted(count, "mutant"), folder);
            }};
    }
    if (settings.suites.empty() && settings.models.empty())
        return fail(
            "there is no suite", {},
            "name a .js file of Whisker or a .json file of Ounce; --list shows the mutants without one");
    OUNCE_TRY(const bool networks, isNetworkSuite(settings.suites));
    CommandJob command(common, settings.threads, settings.seed);
    const Job job = command.job.within(seconds.value_or(Job::kNever));
    if (!networks) return mutateWithSuites(settings, std::move(request), job, command.bar, common);
    tasks::NetworkMutateRequest how{.program = request.program, .project = request.project};
    OUNCE_TRY(how.suite, neuro::loadNetworkSuite(settings.suites[0]));
    how.options.operators = request.options.operators;
    how.options.sample = settings.sample;
    how.options.references = settings.references;
    how.options.networks = settings.networks;
    how.options.checks = settings.checks;
    if (settings.plays > 0) how.options.plays = settings.plays;
    how.options.rate = settings.rate / 100;
    OUNCE_TRY(neuro::NetworkMutation analysis, tasks::mutate(how, job));
    command.bar.clear();
    return networkOutcome(std::move(analysis), settings.minScore, common);
}

}  // namespace

void addMutateCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<MutateSettings>();
    Command command =
        line.add("mutate", "change a program in small ways and see which changes a suite notices");
    command.option("project", settings->project, "a .sb3, .sb2, .json or .scratch file, or a folder of them")
        .required();
    command.option("suites", settings->suites,
                   "suites: .js of Whisker, .json of Ounce, or one dynamic.json of networks");
    command
        .option("--operators", settings->operators,
                "KRM, SBD, SDM, AOR, LOR, ROR, NCM, VRM with commas, all, or all+ (with RFM and BRM: "
                "learners' mistakes)")
        .showDefault();
    command.option("--sample", settings->sample, "only so many mutants, drawn with the seed")
        .between(1, 100000000);
    command
        .option(
            "--fresh-seeds", settings->freshSeeds,
            "also run the tests with so many other seeds: what they notice then, and how many fail on the "
            "unchanged program")
        .between(0, 10000);
    command.option("--budget", settings->budget, "60s, 5min or 500x (mutants); what is left then is not run");
    command.option("--seed", settings->seed, "seed of the mutants' choices, the sample and the random runs")
        .showDefault();
    command.option("-j,--jobs", settings->threads,
                   "threads (default: all cores; the result does not depend on it)");
    command.flag("--full-matrix", settings->fullMatrix,
                 "run all tests on every mutant, not only up to the first that notices it");
    command.flag("--no-equivalence", settings->noEquivalence,
                 "do not look which survivors are probably equivalent");
    command.option("--mode", settings->mode, "instead of what the suites say: scratch or whisker")
        .oneOf({"scratch", "whisker"});
    command.option("--spec", settings->spec,
                   "properties that every test of a .json suite watches; a violation notices the mutant");
    command.option("-o,--output", settings->output, "folder for report.html, mutants.csv and mutants.json");
    command.option("--html", settings->html, "write a page to this file: scores, survivors, kill matrix");
    command.option("--csv", settings->csv, "write the kill matrix to this file, one row a mutant");
    command.flag("--list", settings->list, "only list the mutants with their differences");
    command.option("--write", settings->write, "write the mutants as .sb3 files into this folder");
    command.option("--min-score", settings->minScore, "exit code 1 if the score in percent is below this")
        .between(0.0, 100.0);
    command.option(
        "--models", settings->models,
        "models (.json of Whisker, .model) that look for mutants besides the suites, or instead of them");
    command.option("--repetitions", settings->repetitions, "how often models play; each time is a test")
        .between(1, 100000)
        .showDefault();
    command
        .option("--reference", settings->references,
                "networks: plays of the unchanged program to compare with")
        .between(2, 100000);
    command
        .option("--check", settings->checks,
                "networks: as many fresh verdicts on the unchanged program, to count false alarms")
        .between(0, 100000);
    command.option("--plays", settings->plays, "networks: plays on a mutant that are judged together")
        .between(2, 200);
    command.option("--alarms", settings->rate, "networks: percent of false alarms that are acceptable (1)")
        .between(0.0, 100.0);
    command
        .option("--networks", settings->networks,
                "networks: how many of the suite look, from its first on: every one may be wrong (10)")
        .between(1, 1e6);
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 the analysis is done, 1 the score is below --min-score, 2 something could not be "
        "read.\n\n"
        "Example: ounce mutate game.sb3 suite.json --html mutants.html\n"
        "Example: ounce mutate game.sb3 suite.js --operators ROR,NCM --sample 50 --seed 7\n"
        "Example: ounce mutate game.sb3 suite.json --spec game.props\n"
        "Example: ounce mutate game.sb3 --models game.model\n"
        "Example: ounce mutate game.sb3 networks/dynamic.json --sample 50\n"
        "Example: ounce mutate game.sb3 --list --operators all+");
    command.does([settings, &common] {
        return onEachProject(settings->project, common, {settings->html, settings->csv},
                             [&](const OneProject& project) {
                                 MutateSettings mine = *settings;
                                 mine.project = project.path;
                                 mine.output = outputFolder(settings->output, project);
                                 mine.write = outputFolder(settings->write, project);
                                 return mutate(mine, common);
                             });
    });
}

}  // namespace ounce
