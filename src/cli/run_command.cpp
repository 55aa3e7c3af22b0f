// ounce run: run a project and say what happened.
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "analysis/distance_collector.h"
#include "base/date.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/goals.h"
#include "cli/output.h"
#include "cli/pictures.h"
#include "cli/run_report.h"
#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/log.h"
#include "vm/runner.h"
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

// Notes what was said, and passes everything on to the trace.
class RunObserver final : public Observer {
  public:
    RunObserver(const Program& program, const State& state) : program_(program), state_(state) {}

    void said(std::int32_t target, bool think, const Value& text) override {
        const String shown = toText(text);
        if (shown.empty() || target == kNone) return;
        const auto sprite =
            static_cast<std::size_t>(state_.targets[static_cast<std::size_t>(target)]->sprite);
        if (says.size() < kMaxSays)
            says.push_back({state_.now / 1000, program_.sprites[sprite].name, shown.utf8(), think});
    }

    std::vector<Said> says;

  private:
    static constexpr std::size_t kMaxSays = 100000;
    const Program& program_;
    const State& state_;
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

// Where program and log differ; empty: nowhere.
std::string misfit(const ReplayedChoices::Fit& fit, bool complete) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    if (complete) add(fit.beyond, "random numbers were drawn that it does not have");
    add(fit.unused, "of its random numbers were not drawn");
    add(fit.unknown, "of its blocks are not in the program");
    add(fit.outside, "of its outcomes are not possible any more");
    return text;
}

std::uint64_t stepsOf(const RunSettings& settings, const Log& plan) {
    if (settings.steps > 0) return settings.steps;
    return settings.seconds > 0 ? static_cast<std::uint64_t>(std::ceil(settings.seconds * 30)) : plan.steps;
}

Result<int> runProject(const RunSettings& settings, const CommonOptions& common) {
    if (settings.trace == "-" && common.json)
        return fail("standard output is either the trace or the JSON document", {},
                    "write the trace into a file");
    OUNCE_TRY(Log plan, planOf(settings));
    const std::uint64_t steps = stepsOf(settings, plan);
    const MachineOptions& options = plan.machine;
    if (settings.pictures.any() && !options.renderer)
        return fail("without a renderer there are no pictures", {}, "leave out --no-renderer");
    spec::Spec spec;
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec, spec::load(settings.spec));
    }
    OUNCE_TRY(Project project, loadProject(settings.project));
    if (!common.quiet) {
        for (const std::string& warning : project.warnings)
            fmt::print(stderr, "ounce: {}: {}\n", settings.project, warning);
    }
    auto program = compile(std::move(project));
    if (!program) return std::unexpected(std::move(program.error()).inside(settings.project));
    Runner runner(*program, options, plan.seed, plan.inputs);
    std::optional<ReplayedChoices> replayed;
    std::optional<RecordingChoices> recorded;
    if (!settings.replay.empty()) runner.machine().choices = &replayed.emplace(**program, plan.draws);
    if (!settings.record.empty()) runner.machine().choices = &recorded.emplace(**program);

    std::optional<TraceWriter> trace;
    std::optional<TraceFile> file;
    if (!settings.trace.empty()) {
        OUNCE_TRY(file, TraceFile::open(settings.trace));
        trace.emplace(**program, runner.state());
        OUNCE_CHECK(file->line(TraceWriter::header(**program, options, plan.seed)));
    }
    RunObserver observer(**program, runner.state());
    std::vector<std::uint8_t> executed((*program)->statements.size());
    if (trace) runner.machine().watch(*trace);
    runner.machine().watch(observer);
    runner.machine().coverage = executed.data();

    std::optional<Fitness> fitness;
    std::optional<DistanceCollector> collector;
    GoalIndex goal = kNone;
    if (!settings.distances.empty()) {
        fitness.emplace(*program);
        OUNCE_TRY(goal, findGoal(*fitness, settings.distances));
        collector.emplace(*fitness);
        runner.machine().decisions = &*collector;
    }

    const std::vector<spec::Monitor> properties = spec::bind(spec, **program);
    std::optional<spec::Watch> watch;
    if (!properties.empty()) watch.emplace(properties, runner.machine());

    OUNCE_TRY(PictureWriter pictures, PictureWriter::open(settings.pictures, steps));
    for (std::uint64_t i = 0; i < steps; i++) {
        runner.step();
        if (watch) watch->afterStep();
        if (trace) OUNCE_CHECK(file->line(trace->line(runner.machine(), settings.touching)));
        OUNCE_CHECK(pictures.afterStep(runner.machine()));
        if (settings.untilIdle && runner.finished()) break;
    }
    OUNCE_CHECK(pictures.finish(runner.machine()));
    if (file) OUNCE_CHECK(file->finish());
    if (recorded) {
        plan.steps = runner.state().step;
        plan.draws = recorded->draws();
        plan.complete = recorded->complete();
        OUNCE_CHECK(writeFile(settings.record, writeLog(plan)));
    }
    std::optional<std::string> problem;
    if (replayed) problem = misfit(replayed->fit(), plan.complete);
    if (problem && !problem->empty() && !common.quiet)
        fmt::print(stderr, "ounce: {}: the log does not fit the program: {}\n", settings.replay, *problem);
    std::optional<RunTrace> distances;
    if (collector) {
        distances = collector->trace(runner.machine());
        distances->covered = executed;
    }
    const std::vector<spec::PropertyResult> results =
        watch ? watch->results() : std::vector<spec::PropertyResult>{};
    const RunReport report{**program, runner.state(), observer.says, summarize(**program, executed).total,
                           results};
    if (common.json) {
        Json json = toJson(report);
        if (problem) json["replay"] = {{"fits", problem->empty()}, {"problem", *problem}};
        if (distances) json["distances"] = explainAsJson(*fitness, goal, *distances);
        fmt::print("{}\n", json.dump());
    } else if (settings.trace != "-" && !common.quiet) {
        print(report);
        if (distances) fmt::print("\n{}", explain(*fitness, goal, *distances));
    }
    return watch && (watch->anyViolated() || !watch->allWatched()) ? 1 : 0;
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
