// ounce replay: run a project under an error witness and say whether the violation still happens.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "base/cast.h"
#include "base/file.h"
#include "base/json.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/pictures.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "verify/replay.h"
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

double secondsOf(std::uint64_t steps) { return static_cast<double>(steps) / 30; }

// What the witness was written for: the name of its property, or the text that another tool has for it.
std::string claimOf(const Witness& witness) {
    if (witness.property.empty()) return "a violation";
    return witness.propertyText.empty() ? fmt::format("«{}»", witness.property)
                                        : fmt::format("«{}: {}»", witness.property, witness.propertyText);
}

Json valueOf(const Value& value) {
    switch (value.type()) {
        case Type::Boolean: return {value.asBoolean()};
        case Type::Number: return {value.asNumber()};
        case Type::Text: return {value.asText().utf8()};
        case Type::Undefined: break;
    }
    return {};
}

Json actorsJson(const std::vector<ActorState>& actors) {
    Json all = Json::object();
    for (const ActorState& actor : actors) {
        Json variables = Json::object();
        for (const auto& [name, value] : actor.variables) variables[name] = valueOf(value);
        all[actor.name] = std::move(variables);
    }
    return all;
}

// Of the actors that the witness speaks about, what the witness speaks about.
std::vector<ActorState> spokenOf(const std::vector<ActorState>& expected,
                                 const std::vector<ActorState>& actual) {
    std::vector<ActorState> spoken;
    for (const ActorState& actor : actual) {
        for (const ActorState& wanted : expected) {
            if (wanted.name != actor.name) continue;
            ActorState& shown = spoken.emplace_back(ActorState{.name = actor.name});
            for (const auto& [name, value] : actor.variables) {
                for (const auto& known : wanted.variables) {
                    if (known.first == name) shown.variables.emplace_back(name, value);
                }
            }
        }
    }
    return spoken;
}

struct Report {
    const ReplaySettings& settings;
    const Witness& witness;
    const Replay& replay;
    bool watched;  // there is a property to tell by
    std::vector<ActorState> expected, seen;
};

Json toJson(const Report& report) {
    const Replay& replay = report.replay;
    Json json{{"schema", 1},
              {"project", report.settings.project},
              {"witness", report.settings.witness},
              {"property", report.witness.property},
              {"reproduced", replay.reproduced},
              {"step", replay.reproduced ? Json(replay.step) : Json()},
              {"message", replay.message},
              {"steps", replay.steps},
              {"sameProgram", replay.sameProgram},
              {"fits", !replay.whereItStoppedFitting.has_value()}};
    if (replay.whereItStoppedFitting)
        json["stoppedFitting"] = {{"step", replay.whereItStoppedFitting->step},
                                  {"why", replay.whereItStoppedFitting->what}};
    if (const auto properties = Json::parse(spec::toJson(replay.properties)))
        json["properties"] = *properties;
    if (report.witness.foreign) {
        json["expected"] = actorsJson(report.expected);
        json["actors"] = actorsJson(report.seen);
    }
    std::vector<std::string> notes = report.witness.notes;
    notes.insert(notes.end(), replay.notes.begin(), replay.notes.end());
    json["notes"] = notes;
    return json;
}

void printActors(const char* title, const std::vector<ActorState>& actors) {
    for (const ActorState& actor : actors) {
        std::string line;
        for (const auto& [name, value] : actor.variables)
            line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", name, toText(value).utf8());
        if (!line.empty()) fmt::print("  {} {}: {}\n", title, actor.name, line);
    }
}

void print(const Report& report) {
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

Result<int> replayProject(const ReplaySettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const std::string text, readFile(settings.witness, verify::kMaxWitnessBytes));
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(settings.project));
    OUNCE_TRY(const Witness witness, verify::readWitness(text, settings.witness, program.get()));
    spec::Spec spec;
    if (!settings.spec.empty()) {
        OUNCE_TRY(spec, spec::load(settings.spec));
    } else if (!witness.spec.empty()) {
        OUNCE_TRY(spec, spec::parse(witness.spec, settings.witness));
    }
    const std::vector<spec::Monitor> monitors = spec::bind(spec, *program);
    if (settings.pictures.any() && !witness.log.machine.renderer)
        return fail("the witness is for a machine without a renderer: there are no pictures");
    OUNCE_TRY(PictureWriter pictures, PictureWriter::open(settings.pictures, witness.log.steps));
    verify::ReplayRun run(*program, monitors, witness);
    while (run.step()) OUNCE_CHECK(pictures.afterStep(run.machine()));
    OUNCE_CHECK(pictures.finish(run.machine()));
    const Replay replay = run.result();

    Report report{settings, witness, replay, !monitors.empty(), {}, {}};
    if (witness.foreign && !witness.states.empty()) {
        report.expected = verify::namedAs(*program, witness.states.back().actors);
        report.seen = spokenOf(report.expected, replay.actors);
        report.expected = spokenOf(report.seen, report.expected);
        report.watched = report.watched || !report.seen.empty();
    }
    bool failed = replay.reproduced;
    for (const spec::PropertyResult& property : replay.properties)
        failed =
            failed || property.outcome == spec::Outcome::Violated || property.outcome == spec::Outcome::Error;
    if (common.json) {
        fmt::print("{}\n", toJson(report).dump());
    } else if (!common.quiet) {
        print(report);
    }
    return failed ? 1 : 0;
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
