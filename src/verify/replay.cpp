#include "verify/replay.h"

#include <algorithm>
#include <fmt/format.h>

#include "vm/machine.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;

// Writes down, by block, what somebody else decides.
class Recorder final : public Choices {
  public:
    Recorder(const Program& program, Choices& inner) : program_(program), inner_(inner) {}

    double pick(const Domain& domain, double drawn, std::int32_t statement) override {
        const double outcome = inner_.pick(domain, drawn, statement);
        const auto index = static_cast<std::size_t>(statement);
        const auto sprite = static_cast<std::size_t>(program_.statements[index].sprite);
        const std::string& name = program_.sprites[sprite].name;
        const std::string& block = program_.statementIds[index];
        auto known = std::find_if(draws.begin(), draws.end(),
                                  [&](const Draws& one) { return one.sprite == name && one.block == block; });
        if (known == draws.end()) {
            draws.push_back({name, block, {}});
            known = std::prev(draws.end());
        }
        known->outcomes.push_back(outcome);
        return outcome;
    }

    std::vector<Draws> draws{};

  private:
    const Program& program_;
    Choices& inner_;
};

bool hasVariable(const Program& program, std::int32_t sprite, const std::string& name) {
    const auto& slots = program.sprites[static_cast<std::size_t>(sprite)].variables;
    return std::any_of(slots.begin(), slots.end(), [&](const VariableSlot& v) { return v.name == name; });
}

bool isStageName(const std::string& name) { return name.empty() || name == "Stage" || name == "_stage_"; }

}  // namespace

ReplayRun::ReplayRun(const Program& program, const std::vector<spec::Monitor>& monitors,
                     const Witness& witness)
    : program_(program),
      witness_(witness),
      monitors_(monitors),
      state_(initialState(program, witness.log.machine, witness.log.seed)),
      machine_(program, state_, witness.log.machine),
      choices_(machine_, witness),
      watch_(monitors, machine_),
      sameProgram_(witness.programHash.empty() || witness.programHash == hashOf(program)),
      inputs_(witness.log.inputs) {
    machine_.choices = &choices_;
    const std::vector<InputEvent> first = WitnessChoices::initialAssignments(witness);
    inputs_.insert(inputs_.begin(), first.begin(), first.end());
    if (witness.foreign && !witness.states.empty())
        expectedEnd_ = namedAs(program, witness.states.back().actors);
    named_ = std::any_of(monitors.begin(), monitors.end(),
                         [&](const spec::Monitor& m) { return m.name == witness.property; });
}

void ReplayRun::refuse(std::string what) {
    if (!misfit_) misfit_ = Misfit{state_.step, std::move(what)};
}

// Whether there is still somebody to whom this can be done.
void ReplayRun::look(const InputEvent& event) {
    std::int32_t sprite = 0;
    switch (event.kind) {
        case Kind::ClickSprite:
        case Kind::DragTo:
        case Kind::SetVariable:
            if (!isStageName(event.name)) {
                const auto known = program_.spriteByName.find(event.name);
                if (known == program_.spriteByName.end())
                    return refuse(fmt::format("the program has no sprite «{}»", event.name));
                sprite = known->second;
            }
            break;
        case Kind::Answer:
            if (state_.questions.empty() && !sameProgram_)
                refuse(fmt::format("nobody asks for the answer «{}»", toText(event.value).utf8()));
            return;
        default: return;
    }
    if (event.kind == Kind::SetVariable && !hasVariable(program_, sprite, event.variable))
        refuse(
            fmt::format("{} has no variable «{}»", sprite == 0 ? "the stage" : event.name, event.variable));
    if (!event.clone) return;
    std::int32_t clones = 0;
    for (const std::int32_t place : state_.pane) {
        const TargetState& target = *state_.targets[static_cast<std::size_t>(place)];
        if (target.isClone && target.sprite == sprite) clones++;
    }
    if (*event.clone >= clones)
        refuse(fmt::format("{} has only {} clones, not {}", event.name, clones, *event.clone + 1));
}

// Witnesses of Ounce say what was seen on the way. Other tools see a program that is not quite this one;
// of theirs only the end counts.
void ReplayRun::compare() {
    if (witness_.foreign) {
        if (expectedEnd_.empty() || reachedAt_ != 0 || state_.step + 1 < witness_.states.back().step) return;
        std::vector<ActorState> actors = actorsIn(program_, state_);
        if (state_.step >= witness_.states.back().step &&
            differenceFrom(expectedEnd_, actors, before_.empty() ? nullptr : &before_).empty())
            reachedAt_ = state_.step;
        before_ = std::move(actors);
        return;
    }
    for (; nextState_ < witness_.states.size() && witness_.states[nextState_].step <= state_.step;
         nextState_++) {
        const ExpectedState& expected = witness_.states[nextState_];
        if (misfit_) continue;
        applyChanges(expected.actors, before_);
        if (expected.step != state_.step) continue;
        std::string difference = differenceFrom(before_, actorsIn(program_, state_));
        if (!difference.empty()) refuse(std::move(difference));
    }
}

bool ReplayRun::violated(std::uint64_t& step, std::string& message) const {
    bool any = false;
    for (std::size_t i = 0; i < monitors_.size(); i++) {
        const spec::MonitorState& monitor = watch_.state().monitors[i];
        if (!monitor.violated || (named_ && monitors_[i].name != witness_.property)) continue;
        if (any && monitor.step >= step) continue;
        any = true;
        step = monitor.step;
        message = monitor.message;
    }
    return any;
}

bool ReplayRun::step() {
    std::uint64_t at = 0;
    std::string message;
    if (state_.step >= witness_.log.steps || violated(at, message)) return false;
    std::vector<InputEvent> now = choices_.takeAssignments();
    while (next_ < inputs_.size() && inputs_[next_].step <= state_.step) {
        look(inputs_[next_]);
        now.push_back(inputs_[next_++]);
    }
    machine_.step(now);
    watch_.afterStep();
    compare();
    return true;
}

Replay ReplayRun::result() const {
    Replay replay;
    replay.properties = watch_.results();
    replay.reproduced = violated(replay.step, replay.message);
    if (monitors_.empty() && reachedAt_ != 0) {
        replay.reproduced = true;
        replay.step = reachedAt_;
        replay.message = "the state that the witness expects at its end has come";
    }
    replay.sameProgram = sameProgram_;
    replay.whereItStoppedFitting = misfit_;
    if (choices_.misfit() && (!misfit_ || choices_.misfit()->step < misfit_->step))
        replay.whereItStoppedFitting = choices_.misfit();
    replay.steps = state_.step;
    replay.actors = actorsIn(program_, state_);
    replay.notes = choices_.notes();
    return replay;
}

Replay replayWitness(const Program& program, const std::vector<spec::Monitor>& monitors,
                     const Witness& witness) {
    ReplayRun run(program, monitors, witness);
    while (run.step()) {
    }
    return run.result();
}

std::vector<Draws> recordedDraws(const Program& program, const Witness& witness) {
    const std::vector<spec::Monitor> none;
    ReplayRun run(program, none, witness);
    Recorder recorder(program, *run.machine().choices);
    run.machine().choices = &recorder;
    while (run.step()) {
    }
    return std::move(recorder.draws);
}

Witness settled(const Program& program, Witness witness) {
    if (witness.mocks.empty()) return witness;
    witness.log.draws = recordedDraws(program, witness);
    const std::vector<InputEvent> first = WitnessChoices::initialAssignments(witness);
    witness.log.inputs.insert(witness.log.inputs.begin(), first.begin(), first.end());
    witness.mocks.clear();
    return witness;
}

}  // namespace ounce::verify
