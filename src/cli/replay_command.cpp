// ounce replay: run a project under an error witness and say whether the violation still happens.
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "base/cast.h"
#include "base/file.h"
#include "base/steps.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/command_job.h"
#include "cli/each_project.h"
#include "cli/interrupt.h"
#include "cli/pictures.h"
#include "spec/parse.h"
#include "tasks/replay.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

using verify::ActorState;
using verify::Replay;
using verify::Witness;

struct ReplaySettings {
    std::string project, witness, spec;
    PictureSettings pictures;
};

// What the witness was written for: the name of its property, or the text that another tool has for it.
std::string claimOf(const Witness& witness) {
    if (witness.property.empty()) return "a violation";
    return witness.propertyText.empty() ? fmt::format("«{}»", witness.property)
                                        : fmt::format("«{}: {}»", witness.property, witness.propertyText);
}

void printActors(const char* title, const std::vector<ActorState>& actors) {
    for (const ActorState& actor : actors) {
        std::string line;
        for (const auto& [name, value] : actor.variables)
            line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", name, toText(value).utf8());
        if (!line.empty()) fmt::print("  {} {}: {}\n", title, actor.name, line);
    }
}

void print(const tasks::ReplayAnswer& report) {
    const Replay& replay = report.replay;
    const std::string claim = claimOf(report.witness);
    if (replay.reproduced) {
        fmt::print("{} is violated again in step {} ({:.2f} s): {}\n", claim, replay.step,
                   secondsOf(replay.step), replay.message);
    } else if (!report.watched) {
        fmt::print("{}: there is no property to tell by; steps done: {}\n", claim, replay.steps);
    } else {
        fmt::print("{} is not violated in the {} of the witness\n", claim, counted(replay.steps, "step"));
    }
    for (const spec::PropertyResult& property : replay.properties) {
        if (property.name == report.witness.property) continue;
        if (property.outcome == spec::Outcome::Violated)
            fmt::print("  «{}» is violated in step {}: {}\n", property.name, property.step, property.message);
        if (property.outcome == spec::Outcome::Error)
            fmt::print("  «{}» cannot be watched: {}\n", property.name, property.message);
    }
    if (!replay.sameProgram) fmt::print("  the witness was written for another version of the program\n");
    if (replay.whereItStoppedFitting)
        fmt::print("  it stops fitting after step {}: {}\n", replay.whereItStoppedFitting->step,
                   replay.whereItStoppedFitting->what);
    for (const auto* notes : {&report.witness.notes, &replay.notes}) {
        for (const std::string& note : *notes) fmt::print("  {}\n", note);
    }
    printActors("expected of", report.expected);
    printActors("seen of", report.seen);
}

Result<ProjectOutcome> replayProject(const ReplaySettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const std::string text, readFile(settings.witness, verify::kMaxWitnessBytes));
    tasks::ReplayRequest request{.project = settings.project, .witnessName = settings.witness};
    OUNCE_TRY(request.program, loadProgram(settings.project));
    OUNCE_TRY(request.witness, verify::readWitness(text, settings.witness, request.program.get()));
    if (!settings.spec.empty()) {
        OUNCE_TRY(request.spec, spec::load(settings.spec));
    }
    if (settings.pictures.any() && !request.witness.log.machine.renderer)
        return fail("the witness is for a machine without a renderer: there are no pictures");
    OUNCE_TRY(PictureWriter pictures, PictureWriter::open(settings.pictures, request.witness.log.steps));
    request.afterStep = [&](Machine& machine) { return pictures.afterStep(machine); };
    request.finish = [&](Machine& machine) { return pictures.finish(machine); };
    CommandJob command(common, 1, 1);
    OUNCE_TRY(tasks::ReplayAnswer answer, tasks::replay(request, command.job));
    command.bar.clear();
    ProjectOutcome outcome{.code = answer.interrupted ? kInterrupted
                                   : answer.failed()  ? 1
                                                      : 0,
                           .json = tasks::toJson(answer)};
    outcome.print = [answer = std::move(answer), &common] {
        if (!common.quiet) print(answer);
    };
    return outcome;
}

}  // namespace

void addReplayCommand(CommandLine& line, CommonOptions& common) {
    auto settings = std::make_shared<ReplaySettings>();
    Command command = line.add("replay", "run a project under an error witness: does it still happen?");
    command.option("project", settings->project, "a .sb3, .sb2, .json or .scratch file, or a folder of them")
        .required();
    command
        .option("witness", settings->witness,
                "an error witness of ounce check, Bastet or Whisker (a JSON file)")
        .required();
    command.option("--spec", settings->spec,
                   "watch the properties of this .props file, or of a project's @property comments\n"
                   "(default: those that stand in the witness)");
    addPictureOptions(command, settings->pictures);
    addCommonOptions(command, common);
    command.footer(
        "Exit code: 0 nothing is violated, 1 a property is violated or in error, 2 something could not be\n"
        "read.\n"
        "Example: ounce replay game.sb3 found/score.witness.json --video score.gif\n"
        "Example: ounce replay submissions/ found/score.witness.json\n"
        "A witness for an older version of the project is replayed as far as it fits, and the first thing\n"
        "that does not fit is said.");
    command.does([settings, &common] {
        const PictureSettings& pictures = settings->pictures;
        return onEachProject(settings->project, common,
                             {pictures.screenshot, pictures.frames, pictures.video},
                             [&](const OneProject& project) {
                                 ReplaySettings mine = *settings;
                                 mine.project = project.path;
                                 return replayProject(mine, common);
                             });
    });
}

}  // namespace ounce
