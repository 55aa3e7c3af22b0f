#include "tasks/replay.h"

#include "spec/parse.h"
#include "spec/watch.h"

namespace ounce::tasks {
namespace {

using verify::ActorState;

constexpr std::uint64_t kAskEvery = 3;  // steps, whether somebody wants an end

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

}  // namespace

bool ReplayAnswer::failed() const {
    bool any = replay.reproduced;
    for (const spec::PropertyResult& property : replay.properties)
        any = any || property.outcome == spec::Outcome::Violated || property.outcome == spec::Outcome::Error;
    return any;
}

Result<ReplayAnswer> replay(const ReplayRequest& request, const Job& job) {
    spec::Spec spec = request.spec;
    if (spec.properties.empty() && !request.witness.spec.empty()) {
        OUNCE_TRY(spec, spec::parse(request.witness.spec, request.witnessName));
    }
    const std::vector<spec::Monitor> monitors = spec::bind(spec, *request.program);
    ReplayAnswer answer{.project = request.project,
                        .witnessName = request.witnessName,
                        .witness = request.witness,
                        .watched = !monitors.empty()};
    verify::ReplayRun run(*request.program, monitors, answer.witness);
    for (std::uint64_t step = 0; run.step(); step++) {
        if (step % kAskEvery == 0 && job.isOver()) {
            answer.interrupted = job.isStopped();
            break;
        }
        if (request.afterStep) OUNCE_CHECK(request.afterStep(run.machine()));
        job.report(step + 1, answer.witness.log.steps, "steps");
    }
    if (request.finish) OUNCE_CHECK(request.finish(run.machine()));
    answer.replay = run.result();
    if (answer.witness.foreign && !answer.witness.states.empty()) {
        answer.expected = verify::namedAs(*request.program, answer.witness.states.back().actors);
        answer.seen = spokenOf(answer.expected, answer.replay.actors);
        answer.expected = spokenOf(answer.seen, answer.expected);
        answer.watched = answer.watched || !answer.seen.empty();
    }
    return answer;
}

Json toJson(const ReplayAnswer& answer) {
    const verify::Replay& replay = answer.replay;
    Json json{{"project", answer.project},
              {"witness", answer.witnessName},
              {"property", answer.witness.property},
              {"reproduced", replay.reproduced},
              {"step", replay.reproduced ? Json(replay.step) : Json()},
              {"message", replay.message},
              {"steps", replay.steps},
              {"sameProgram", replay.sameProgram},
              {"fits", !replay.whereItStoppedFitting.has_value()}};
    if (replay.whereItStoppedFitting)
        json["stoppedFitting"] = {{"step", replay.whereItStoppedFitting->step},
                                  {"why", replay.whereItStoppedFitting->what}};
    json["properties"] = spec::toJson(replay.properties);
    if (answer.witness.foreign) {
        json["expected"] = actorsJson(answer.expected);
        json["actors"] = actorsJson(answer.seen);
    }
    std::vector<std::string> notes = answer.witness.notes;
    notes.insert(notes.end(), replay.notes.begin(), replay.notes.end());
    json["notes"] = notes;
    return json;
}

}  // namespace ounce::tasks
