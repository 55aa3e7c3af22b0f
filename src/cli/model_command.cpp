// ounce model: models of programs, of their users, and of their ends.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/interrupt.h"
#include "cli/project_files.h"
#include "models/load.h"
#include "models/report/report.h"
#include "tasks/model.h"
#include "testing/suite_json.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct ModelSettings {
    std::vector<std::string> files;
    int repetitions = 1;
    double seconds = models::kDuration;
    std::uint32_t seed = 1;
    int jobs = static_cast<int>(coresHere());
    std::string mode = "whisker";
    std::string record, junit, csv, html, infer, output;
    bool strict = false, caseSensitive = false, path = false, noAmounts = false;
};

struct Arguments {
    std::vector<std::string> projects, models;
};

Result<Arguments> sortOut(const std::vector<std::string>& files) {
    Arguments arguments;
    for (const std::string& file : files) {
        std::error_code ignored;
        if (fs::is_directory(file, ignored)) {
            OUNCE_TRY(const std::vector<std::string> inside, projectsIn(file));
            arguments.projects.insert(arguments.projects.end(), inside.begin(), inside.end());
        } else if (endingOf(file) == ".model" ||
                   (endingOf(file) == ".json" && !models::looksLikeProject(file))) {
            arguments.models.push_back(file);
        } else {
            arguments.projects.push_back(file);
        }
    }
    if (arguments.projects.empty())
        return fail("there is no project to test", {}, "name a .sb3 file or a folder");
    if (arguments.models.empty())
        return fail("there are no models", {}, "name a .json file of Whisker or a .model file");
    return arguments;
}

Result<void> writeReports(const ModelSettings& settings, const tasks::ModelRequest& request,
                          const std::vector<models::ModelRun>& runs) {
    if (!settings.junit.empty()) OUNCE_CHECK(writeFile(settings.junit, models::junitReport(runs)));
    if (!settings.csv.empty()) OUNCE_CHECK(writeFile(settings.csv, models::csvReport(runs)));
    if (!settings.html.empty()) OUNCE_CHECK(writeFile(settings.html, models::htmlReport(runs)));
    if (settings.record.empty()) return {};
    if (runs.size() != 1) return fail("--record writes the tests of one project", {}, "name one project");
    return writeFile(settings.record, writeSuiteJson(tasks::playedTests(request, runs.front())));
}

// Proposes models: program.model and player.model, for a teacher to strike out what does not matter.
Result<int> inferCommand(const ModelSettings& settings, const CommonOptions& common) {
    if (settings.output.empty()) return fail("--infer needs a folder to write to", {}, "add -o FOLDER");
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(settings.infer));
    tasks::InferRequest request{.program = program};
    request.options.seconds = settings.seconds;
    if (settings.repetitions > 1) request.options.confirming = request.options.most = settings.repetitions;
    request.options.amounts = !settings.noAmounts;
    CommandJob command(common, static_cast<std::size_t>(settings.jobs), settings.seed);
    OUNCE_TRY(const tasks::InferAnswer answer, tasks::infer(request, command.job));
    command.bar.clear();
    if (answer.interrupted) return kInterrupted;
    const models::Inferred& inferred = answer.inferred;
    OUNCE_CHECK(makeFolder(settings.output));
    const std::string programFile = (fs::path(settings.output) / "program.model").string();
    const std::string playerFile = (fs::path(settings.output) / "player.model").string();
    OUNCE_CHECK(writeFile(programFile, answer.programModels()));
    OUNCE_CHECK(writeFile(playerFile, answer.playerModel()));
    const std::string droppedFile = (fs::path(settings.output) / "dropped.txt").string();
    OUNCE_CHECK(writeFile(droppedFile, answer.dropped()));
    if (common.json) {
        Json json{{"schema", 1}};
        json.update(tasks::toJson(answer));
        json["files"] = Json(std::vector<std::string>{programFile, playerFile, droppedFile});
        fmt::print("{}\n", json.dump());
    } else {
        fmt::print(
            "{} of {} candidates hold; the player reaches {:.1f} % of the blocks\n"
            "In 1000 more runs {:.2g} of them can be expected to fail\n{}\n{}\n{}\n",
            inferred.program.size(), inferred.candidates, inferred.coverage * 100, inferred.expectedFails,
            programFile, playerFile, droppedFile);
    }
    return 0;
}

Result<int> runModelCommand(const ModelSettings& settings, const CommonOptions& common) {
    if (!settings.infer.empty()) return inferCommand(settings, common);
    if (settings.noAmounts)
        return fail("--no-amounts is about what --infer proposes", {}, "add --infer SOLUTION");
    OUNCE_TRY(const Arguments arguments, sortOut(settings.files));
    tasks::ModelRequest request;
    OUNCE_TRY(request.models, models::loadModels(arguments.models));
    models::RunOptions& options = request.options;
    options.repetitions = settings.repetitions;
    options.seconds = settings.seconds;
    options.seed = settings.seed;
    if (settings.mode == "scratch") options.machine = Suite().machineOptions(Mode::Scratch);
    options.bind = {.strict = settings.strict, .caseSensitive = settings.caseSensitive};
    options.path = settings.path || !settings.html.empty();
    options.pictures = !settings.html.empty();
    options.record = !settings.record.empty();
    CommandJob command(common, static_cast<std::size_t>(settings.jobs), settings.seed);
    request.projects = loadPrograms(arguments.projects, command.job);
    OUNCE_TRY(const tasks::ModelAnswer answer, tasks::model(request, command.job));
    command.bar.clear();
    const std::vector<models::ModelRun>& runs = answer.runs;
    if (runs.size() == 1 && !runs.front().problem.empty()) return fail(runs.front().problem);
    OUNCE_CHECK(writeReports(settings, request, runs));
    if (common.json) {
        fmt::print("{}", models::jsonReport(runs));
    } else {
        fmt::print("{}", models::tableReport(
                             runs, {.color = common.color, .quiet = common.quiet, .path = settings.path}));
    }
    if (answer.interrupted) return kInterrupted;
    const bool unreadable = std::any_of(runs.begin(), runs.end(),
                                        [](const models::ModelRun& run) { return !run.problem.empty(); });
    if (unreadable) return 2;
    return models::statusOf(runs) == models::Status::Pass ? 0 : 1;
}

}  // namespace

void addModelCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<ModelSettings>();
    Command command = line.add("model", "test projects with models of the program, its user and its end");
    command.option("FILES", settings->files,
                   "projects (or folders of them) and models: .json of Whisker, .model of Ounce");
    command.option("--repetitions", settings->repetitions, "play so many times, with consecutive seeds")
        .between(1, 1000000)
        .showDefault();
    command
        .option("--duration", settings->seconds, "seconds of Scratch's time that a repetition takes at most")
        .between(0, 1000000)
        .showDefault();
    command.option("--seed", settings->seed, "of the first repetition's random numbers").showDefault();
    command.option("-j,--jobs", settings->jobs, "threads or processes (the results do not depend on it)")
        .between(1, 1024);
    command.option("--mode", settings->mode, "how time passes: whisker or scratch")
        .oneOf({"scratch", "whisker"})
        .showDefault();
    command.flag("--strict-whisker", settings->strict, "do what Whisker does, also where that is odd");
    command.flag("--case-sensitive", settings->caseSensitive, "tell upper and lower case apart");
    command.flag("--path", settings->path, "show which edges the first repetition took when");
    command.option("--infer", settings->infer, "propose models from this solution; -o says where to");
    command.option("-o,--output", settings->output, "folder for the models that --infer proposes");
    command.flag("--no-amounts", settings->noAmounts,
                 "with --infer: only rules that say what happens, not by how much or when");
    command.option("--record", settings->record, "write what the user models did as tests: a .json suite");
    command.option("--junit", settings->junit, "write JUnit XML to this file");
    command.option("--csv", settings->csv, "write a row for each project and edge to this file");
    command.option("--html", settings->html,
                   "write a page to this file: the models as graphs, what failed with pictures");
    addCommonOptions(command, common);
    command.footer(
        "Program models say what should happen, user models play, end models say what holds after the end.\n"
        "Exit code: 0 all is as modelled, 1 something is not, 2 something could not be read.\n\n"
        "Example: ounce model game.sb3 game.model --repetitions 20\n"
        "Example: ounce model --infer solution.sb3 -o models\n"
        "Example: ounce model submissions/ fruitcatcher.json --json");
    command.does([settings, &common] { return runModelCommand(*settings, common); });
}

}  // namespace ounce
