// ounce run: run a project and say what happened.
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/file.h"
#include "base/steps.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/graph_file.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/pictures.h"
#include "cli/run_report.h"
#include "project/load.h"
#include "spec/parse.h"
#include "tasks/goals.h"
#include "tasks/run.h"
#include "vm/log.h"
#include "vm/trace.h"

namespace ounce {
namespace {

struct RunSettings {
    std::string project, inputs, mode = "scratch", trace, record, replay;
    std::uint64_t steps = 0;
    double seconds = 0;
    std::uint32_t seed = 1;
    bool touching = false, untilIdle = false, turbo = false, noRenderer = false;
    std::int32_t passes = 1000, warp = 1000000;
    std::string userName, date, distances, spec;
    PictureSettings pictures;
};

// Where a trace goes: a file, or standard output for «-».
class TraceFile {
  public:
    static Result<TraceFile> open(const std::string& path) {
        TraceFile out;
        if (path != "-") {
            OUNCE_TRY(out.file_, FileWriter::open(path));
        }
        return out;
    }
    Result<void> line(std::string text) {
        text += '\n';
        if (file_) return file_->write(text);
        return writeOut(text);
    }
    Result<void> finish() { return file_ ? file_->finish() : Result<void>(); }

  private:
    std::optional<FileWriter> file_;  // none: standard output
};

// How to run: what the options say, or what a log says.
Result<Log> planOf(const RunSettings& settings) {
    constexpr std::size_t kLargestLog = std::size_t{64} << 20;
    if (!settings.replay.empty()) {
        OUNCE_TRY(std::string json, readFile(settings.replay, kLargestLog));
        return readLog(json, settings.replay);
    }
    Log plan;
    OUNCE_TRY(plan.inputs, loadInputs(settings.inputs));
    plan.seed = settings.seed;
    plan.steps = 300;
    plan.machine.mode = settings.mode == "whisker" ? Mode::Whisker : Mode::Scratch;
    plan.machine.passes = settings.passes;
    plan.machine.warpChecks = settings.warp;
    plan.machine.turbo = settings.turbo;
    plan.machine.renderer = !settings.noRenderer;
    plan.machine.userName = settings.userName;
    if (!settings.date.empty()) {
        const auto date = readDate(settings.date);
        if (!date)
            return fail(fmt::format("«{}» is no date", settings.date), "--date",
                        "write it as 2026-11-17 or 2026-11-17T08:30");
        plan.machine.startDate = *date;
    }
    return plan;
}

std::uint64_t stepsOf(const RunSettings& settings, const Log& plan) {
    if (settings.steps > 0) return settings.steps;
    return settings.seconds > 0 ? static_cast<std::uint64_t>(std::ceil(settings.seconds * kStepsPerSecond))
                                : plan.steps;
}

// The trace of a run, written while it runs.
class TraceRecorder {
  public:
    explicit TraceRecorder(const RunSettings& settings) : settings_(settings) {}

    Result<void> begin(Runner& runner, const Log& plan) {
        if (settings_.trace.empty()) return {};
        OUNCE_TRY(file_, TraceFile::open(settings_.trace));
        writer_.emplace(runner.program(), runner.state());
        runner.machine().watch(*writer_);
        return file_->line(TraceWriter::header(runner.program(), plan.machine, plan.seed));
    }
    Result<void> afterStep(Runner& runner) {
        if (!file_) return {};
        return file_->line(writer_->line(runner.machine(), settings_.touching));
    }
    Result<void> finish() { return file_ ? file_->finish() : Result<void>(); }

  private:
    const RunSettings& settings_;
    std::optional<TraceWriter> writer_;
    std::optional<TraceFile> file_;
};

Result<tasks::RunRequest> requestOf(const RunSettings& settings, const CommonOptions& common) {
    tasks::RunRequest request;
    OUNCE_TRY(request.plan, planOf(settings));
    request.plan.steps = stepsOf(settings, request.plan);
    request.replays = !settings.replay.empty();
    request.records = !settings.record.empty();
    request.untilIdle = settings.untilIdle;
    request.distancesTo = settings.distances;
    if (settings.pictures.any() && !request.plan.machine.renderer)
        return fail("without a renderer there are no pictures", {}, "leave out --no-renderer");
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec::Spec spec, spec::load(settings.spec));
        request.spec = std::make_shared<const spec::Spec>(std::move(spec));
    }
    OUNCE_TRY(Project project, loadProject(settings.project));
    if (!common.quiet) {
        for (const std::string& warning : project.warnings)
            fmt::print(stderr, "ounce: {}: {}\n", settings.project, warning);
    }
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(settings.project));
    request.program = std::move(*program);
    return request;
}

Result<ProjectOutcome> runProject(const RunSettings& settings, const CommonOptions& common) {
    if (settings.trace == "-" && common.json)
        return fail("standard output is either the trace or the JSON document", {},
                    "write the trace into a file");
    OUNCE_TRY(tasks::RunRequest request, requestOf(settings, common));
    TraceRecorder trace(settings);
    OUNCE_TRY(PictureWriter pictures, PictureWriter::open(settings.pictures, request.plan.steps));
    request.begin = [&](Runner& runner) { return trace.begin(runner, request.plan); };
    request.afterStep = [&](Runner& runner) -> Result<void> {
        OUNCE_CHECK(trace.afterStep(runner));
        return pictures.afterStep(runner.machine());
    };
    request.finish = [&](Runner& runner) { return pictures.finish(runner.machine()); };
    CommandJob command(common, 1, settings.seed);
    OUNCE_TRY(tasks::RunAnswer answer, tasks::run(request, command.job));
    command.bar.clear();
    OUNCE_CHECK(trace.finish());
    if (answer.record) OUNCE_CHECK(writeFile(settings.record, writeLog(*answer.record)));
    if (answer.misfit && !answer.misfit->empty() && !common.quiet)
        fmt::print(stderr, "ounce: {}: the log does not fit the program: {}\n", settings.replay,
                   *answer.misfit);
    ProjectOutcome outcome{.code = answer.interrupted ? kInterrupted : answer.good() ? 0 : 1};
    if (common.json) outcome.json = tasks::toJson(answer);
    outcome.print = [answer = std::move(answer), shows = settings.trace != "-" && !common.quiet] {
        if (!shows) return;
        print(answer);
        if (const auto& near = answer.nearness)
            fmt::print("\n{}", tasks::explain(*near->fitness, near->goal, near->trace));
    };
    return outcome;
}

}  // namespace

void addRunCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<RunSettings>();
    Command command = line.add("run", "run a project and say what happened");
    command.option("project", settings->project, "a .sb3, .sb2, .json or .scratch file, or a folder of them")
        .required();
    // What a log says cannot be said beside it.
    const Option replay =
        command.option("--replay", settings->replay, "run again as this log says; see --record");
    command.option("--record", settings->record, "write everything the run could not know to this log")
        .excludes(replay);
    const Option steps =
        command.option("--steps", settings->steps, "how many steps; 30 steps are a second (default: 300)")
            .positive();
    command.option("--seconds", settings->seconds, "how many seconds of Scratch time")
        .positive()
        .between(0, 1e8)
        .excludes(steps);
    command.option("--seed", settings->seed, "seed of the random numbers").excludes(replay).showDefault();
    command.option("--inputs", settings->inputs, "JSON file of inputs (default: the green flag at step 0)")
        .excludes(replay);
    command.option("--mode", settings->mode, "scratch: as official Scratch; whisker: one pass per step")
        .excludes(replay)
        .oneOf({"scratch", "whisker"})
        .showDefault();
    command.option("--trace", settings->trace,
                   "write one JSON object per step to this file (-: standard output)");
    command.flag("--touching", settings->touching, "add to the trace what touches what");
    command.flag("--until-idle", settings->untilIdle, "stop as soon as no script is running");
    command.flag("--turbo", settings->turbo, "turbo mode: a redraw does not end a step").excludes(replay);
    command.option("--passes", settings->passes, "passes over the scripts per step at most")
        .excludes(replay)
        .positive()
        .showDefault();
    command
        .option("--warp", settings->warp, "loop and call checks per script and step without screen refresh")
        .excludes(replay)
        .positive()
        .showDefault();
    command
        .flag("--no-renderer", settings->noRenderer, "without geometry: nothing touches, nothing is fenced")
        .excludes(replay);
    command.option("--user-name", settings->userName, "what the username block reports").excludes(replay);
    command
        .option("--date", settings->date,
                "when the run begins: 2026-11-17 or 2026-11-17T08:30, UTC (default: 2024-01-01)")
        .excludes(replay);
    command.option("--distances", settings->distances,
                   "explain how near the run came to a goal: a block's id, or the number of a statement\n"
                   "as ounce info --goals lists them");
    command.option("--spec", settings->spec,
                   "watch the properties of this .props file, or of a project's @property comments");
    addPictureOptions(command, settings->pictures);
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 all well, 1 a property is violated or in error, 2 something could not be read.\n"
        "Example: ounce run game.sb3 --seconds 10 --seed 7 --trace trace.jsonl\n"
        "Example: ounce run game.sb3 --seed 7 --record run.json && ounce run game.sb3 --replay run.json\n"
        "Example: ounce run game.sb3 --screenshot stage.png --at 60 --video film.png --every 3\n"
        "Example: ounce run game.sb3 --spec game.props\n"
        "docs/formats/ describes inputs, traces and logs; docs/properties.md what a .props file says.\n"
        "The same project, inputs and seed give the same bytes on every machine; only letters in\n"
        "pictures look as the fonts installed there.");
    command.does([settings, &common] {
        const PictureSettings& pictures = settings->pictures;
        return onEachProject(settings->project, common,
                             {settings->trace, settings->record, settings->replay, settings->distances,
                              pictures.screenshot, pictures.frames, pictures.video},
                             [&](const OneProject& project) {
                                 RunSettings mine = *settings;
                                 mine.project = project.path;
                                 return runProject(mine, common);
                             });
    });
}

}  // namespace ounce
