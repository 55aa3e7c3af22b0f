// ounce generate: a test suite for a project, or for each project of a folder.
#include <filesystem>
#include <fmt/format.h>

#include "base/words.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/generate_folder.h"
#include "cli/generate_networks.h"
#include "cli/generate_settings.h"
#include "cli/interrupt.h"
#include "tasks/generate.h"
#include "vm/load_program.h"

namespace ounce {

namespace {

void print(const SearchedProperty& property) {
    const spec::PropertyResult& result = property.result;
    switch (result.outcome) {
        case spec::Outcome::Holds: fmt::print("no test violates «{}»\n", result.name); break;
        case spec::Outcome::Untriggered: fmt::print("no test triggers «{}»\n", result.name); break;
        case spec::Outcome::Error:
            fmt::print("property «{}» cannot be watched: {}\n", result.name, result.message);
            break;
        case spec::Outcome::Violated:
            fmt::print("property «{}» is violated in step {} ({:.2f} s) of «{}»: {}\n", result.name,
                       result.step, result.seconds(), property.test, result.message);
            if (!result.explanation.empty()) fmt::print("  {}\n", result.explanation);
            break;
    }
}

std::string_view wasOrWere(std::size_t count) { return count == 1 ? "was" : "were"; }

void print(const tasks::GenerateAnswer& suite) {
    const Generation& generation = suite.generation;
    const std::vector<std::string>& files = suite.files;
    const bool branches = suite.options.config.goals == GoalKind::Branches;
    const char* word = branches ? "branches" : "blocks";
    fmt::print("coverage {} of {}{} {} ({})", generation.covered, generation.goals,
               generation.dead > 0 ? " reachable" : "", word,
               generation.goals == 0 ? "–" : fmt::format("{:.1f} %", 100 * generation.coverage()));
    if (generation.dead > 0)
        fmt::print("; {} {} can never run, {} in all", generation.dead, word, generation.all());
    fmt::print("\n");
    fmt::print(
        "{} with {} and {}, out of {} ({}, {:.1f} s)\n", counted(generation.suite.tests.size(), "test"),
        counted(generation.eventsAfter, "event"), counted(generation.suite.assertions(), "assertion"),
        counted(generation.executions, "execution"), counted(generation.steps, "step"), generation.seconds);
    if (const auto& kills = suite.strengthening) {
        fmt::print("{} of {} noticed, {} before {} and {} ({} probably equivalent)\n", kills->killedAfter,
                   counted(kills->mutants, "mutant"), kills->killedBefore,
                   counted(kills->newTests, "more test"), counted(kills->newChecks, "more check"),
                   kills->equivalent);
    }
    if (suite.robust) {
        fmt::print("checks tried in {} runs with other random numbers{}\n", suite.robust->runs,
                   suite.robust->unquiet == 0 ? ""
                                              : fmt::format("; {} {} not tried long enough to be sure",
                                                            counted(suite.robust->unquiet, "test"),
                                                            wasOrWere(suite.robust->unquiet)));
    }
    if (suite.fresh && suite.fresh->failed > 0) {
        fmt::print("with {} other seeds {} of {} test runs fail{}\n", suite.fresh->seeds, suite.fresh->failed,
                   suite.fresh->testRuns,
                   suite.robust ? "" : ": the tests are made for one seed (see --stable)");
    } else if (suite.fresh && suite.fresh->testRuns > 0) {
        fmt::print("with {} other seeds all {} test runs pass\n", suite.fresh->seeds, suite.fresh->testRuns);
    }
    if (suite.freshMutants)
        fmt::print("with {} other seeds {:.1f} % of the mutants are noticed{}\n", suite.freshMutants->seeds,
                   100 * suite.freshMutants->mean,
                   suite.robust ? "" : ", by tests that pass with them on the unchanged program");
    if (suite.leftOut && suite.leftOut->all() > 0) {
        fmt::print("left out for Whisker: {} checks of layers, {} that do not hold after other tests\n",
                   suite.leftOut->layers, suite.leftOut->others);
    }
    for (const SearchedProperty& property : generation.properties) print(property);
    if (generation.goals == 0) fmt::print("there is nothing to test: no block of this project can run\n");
    constexpr std::size_t kShown = 20;
    for (std::size_t i = 0; i < std::min(kShown, generation.uncovered.size()); i++) {
        fmt::print("not reached: {}\n", generation.uncovered[i].text);
    }
    if (generation.uncovered.size() > kShown) {
        fmt::print("not reached: {} more, see --json\n", generation.uncovered.size() - kShown);
    }
    for (const std::string& file : files) fmt::print("{}\n", file);
    for (const FailedRerun& test : suite.made.failed)
        fmt::print("«{}» does not pass in {}: {}\n", test.test, test.file, test.message);
    if (suite.made.notRun > 0)
        fmt::print("{} {} not run again: the time was over\n", counted(suite.made.notRun, "test"),
                   wasOrWere(suite.made.notRun));
    if (files.empty()) fmt::print("-o DIR keeps the suite\n");
}

Result<ProjectOutcome> generateForOne(const GenerateSettings& settings, const tasks::GenerateOrder& order,
                                      const std::string& project, const CommonOptions& common) {
    CommandJob command(common, settings.threads, 1);
    OUNCE_TRY(std::shared_ptr<const Program> program, loadProgram(project));
    OUNCE_TRY(tasks::GenerateRequest request,
              tasks::requestOf(order, std::move(program), std::filesystem::path(project).stem().string()));
    request.files = !settings.output.empty();
    command.job.seed = tasks::seedOf(order, request);
    OUNCE_TRY(tasks::GenerateAnswer answer, tasks::generate(request, command.job));
    command.bar.clear();
    if (!settings.output.empty()) OUNCE_CHECK(tasks::writeFiles(answer, settings.output));
    if (answer.interrupted) fmt::print(stderr, "ounce: interrupted; this is what was found so far\n");
    ProjectOutcome outcome{.code = answer.interrupted ? kInterrupted
                                   : answer.good()    ? 0
                                                      : 1,
                           .json = tasks::toJson(answer)};
    outcome.print = [answer = std::move(answer), &common] {
        if (!common.quiet) print(answer);
    };
    return outcome;
}

Result<int> generateForAll(const GenerateSettings& settings, const CommonOptions& common) {
    if (wantsNetworks(settings)) return generateNetworksFor(settings, common);
    std::error_code ignored;
    if (settings.resume && settings.output.empty())
        return fail("--resume needs the folder of the run to go on with", {}, "add -o DIR");
    OUNCE_TRY(const tasks::GenerateOrder order, orderOf(settings));
    if (settings.projects.size() == 1 && !std::filesystem::is_directory(settings.projects[0], ignored)) {
        return onEachProject(settings.projects[0], common, {}, [&](const OneProject& project) {
            return generateForOne(settings, order, project.path, common);
        });
    }
    return generateForFolder(settings, order, common);
}

}  // namespace

void addGenerateCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<GenerateSettings>();
    Command command = line.add("generate", "generate a test suite for a project, or for each of many");
    command.option("project", settings->projects, "a .sb3, .sb2, .json or .scratch file, or a folder of them")
        .required();
    command.option("--algorithm", settings->algorithm,
                   "random, mosa, mio, onePlusOne, relay (default), or neatest: networks that play");
    command.option("--budget", settings->budget,
                   "30s, 2min, 2000x (executions) or 500000steps; with commas: whichever is spent first "
                   "(default: 30s)");
    command.option("--seed", settings->seed, "seed of the search (default: 1)");
    command
        .option("--program-seed", settings->programSeed, "seed of the program's random numbers in every test")
        .showDefault();
    command
        .option("--numbers", settings->numbers,
                "where these random numbers come from: whisker (default; the suite passes there, too) or "
                "mulberry32")
        .oneOf({"whisker", "mulberry32"});
    command
        .option(
            "--for", settings->madeFor,
            "who is to run suite.js: ounce (default), or whisker: without checks that break there because it "
            "does not load the program anew between two tests")
        .oneOf({"ounce", "whisker"});
    command.option("--goals", settings->goals, "what to cover: statements (default) or branches")
        .oneOf({"statements", "branches"});
    command
        .option("--drag", settings->drag,
                "which sprites tests may drag: draggable (default) or any, also those that a player cannot")
        .oneOf({"draggable", "any"});
    command.option("--spec", settings->spec,
                   "properties to violate, a .props file or a project with @property comments; each is a "
                   "goal beside the others");
    command.option(
        "--user-model", settings->userModel,
        "a .model or .json file with user models: their plays are the first tests, and others begin "
        "with pieces of them");
    command.option(
        "-o,--output", settings->output,
        "folder for suite.json, suite.js, statistics.csv and report.html; with several projects, one "
        "folder for each and summary.csv");
    command.option("--config", settings->config, "a configuration file of Whisker");
    command.option("--learn", settings->lessons,
                   "neatest: learn from a suite, a log of ounce run --record, or a recording of Whisker");
    command.option(
        "--without", settings->without,
        "neatest: switch off what is added to the paper, with commas: snapshot, early-end, dead-ends, "
        "survival, hard-seeds, patience, many-objectives, own-traces, racing, confirmation, longer-plays, "
        "suite-choice, starts, "
        "gentle-mutation");
    command.option("-j,--jobs", settings->threads,
                   "threads (default: all cores; the result does not depend on it)");
    command.flag("--stable", settings->stable,
                 "assertions that hold whatever the random numbers are: bounds, changes, what happens some "
                 "time; tried "
                 "with at least 330 seeds");
    command.flag(
        "--kill", settings->kill,
        "use half of the budget for tests and checks that notice changes of the program (see mutate)");
    command.flag(
        "--resume", settings->resume,
        "with several projects: go on with a run that was interrupted; what -o holds already is kept");
    command.flag("--no-minimize", settings->noMinimize, "keep tests as the search found them");
    command.flag("--no-assertions", settings->noAssertions, "tests without assertions");
    addCommonOptions(command, common);
    command.footer(
        "Example: ounce generate game.sb3 --budget 30s -o tests\n"
        "Example: ounce generate game.sb3 --algorithm mosa --budget 2000x --seed 7 --json\n"
        "Example: ounce generate game.sb3 --spec game.props -o tests\n"
        "Example: ounce generate game.sb3 --user-model player.model -o tests\n"
        "Example: ounce generate submissions/ --budget 10s -o tests\n"
        "Example: ounce generate game.sb3 --algorithm neatest --budget 60s -o networks\n"
        "Ctrl-C ends the search and keeps what was found (exit code 130). Budgets in executions or steps "
        "give the same\n"
        "suite on every machine; seconds do not. With -o, both suites are run once more at the end. Exit "
        "code 1: a property is "
        "violated or cannot\n"
        "be watched, or a test of one of the files does not pass; it is named.");
    command.does([settings, &common] { return generateForAll(*settings, common); });
}

}  // namespace ounce
