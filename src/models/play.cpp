#include "models/play.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/cast.h"
#include "testing/play.h"
#include "vm/machine.h"
#include "vm/user.h"

namespace ounce::models {
namespace {

// The same sentence again and again helps nobody.
constexpr std::ptrdiff_t kMostEqualLines = 10;
constexpr std::size_t kMostLines = 1000;
constexpr std::size_t kMostPathPieces = 100000;

// Whether it holds as soon as nothing happens any more. To look again when the next step ends would forgive
// every single change, so such an effect is only looked at again when something changes, as Whisker does.
bool holdsAtRest(const BoundCheck& check, bool negated) {
    if (check.kind != CheckKind::AttrChange && check.kind != CheckKind::VarChange) return false;
    const Change::Kind kind = check.change.kind;
    const bool atRest = kind == Change::Kind::Same || kind == Change::Kind::NoDecrease ||
                        kind == Change::Kind::NoIncrease ||
                        (kind == Change::Kind::Exactly && check.change.by == 0);
    return atRest != negated;
}

}  // namespace

ModelPlay::ModelPlay(const BoundModels& models, Machine& machine, const PlayOptions& options,
                     ScriptChecks* script)
    : models_(models),
      machine_(machine),
      options_(options),
      senses_(models, machine, options.seed, script),
      heard_(machine.program.sprites.size()) {
    for (std::size_t i = 0; i < models_.models.size(); i++) {
        const std::size_t edges = models_.models[i].edges.size();
        runners_.push_back({.node = models_.models[i].start,
                            .active = models_.models[i].usage != Usage::End &&
                                      (options.userModels || models_.models[i].usage != Usage::User),
                            .taken = std::vector<std::uint64_t>(edges),
                            .disabled = std::vector<std::uint8_t>(edges)});
        result_.covered.emplace_back(edges);
        stopIfAtEnd(i);
    }
    for (const BoundCheck& check : models_.checks) {
        for (const Hearing& hearing : check.hearings) {
            for (std::size_t i = 0; i < heard_.size(); i++) {
                if (hearing.sprite == kNone || static_cast<std::size_t>(hearing.sprite) == i)
                    heard_[i] |= hearing.aspects;
            }
        }
    }
    for (const BindError& error : models_.errors)
        found(result_.errors, error.model, error.edge, {}, error.message);
    if (models_.needsScript() && !script) {
        for (const BoundModel& model : models_.bound) {
            for (const BoundEdge& edge : model.edges) {
                for (const std::vector<Use>* uses : {&edge.conditions, &edge.effects}) {
                    for (const Use& use : *uses) {
                        const BoundCheck& check = models_.checks[static_cast<std::size_t>(use.check)];
                        if (check.function != kNone)
                            found(result_.errors, edge.model, edge.index, {},
                                  fmt::format("{}: JavaScript cannot be run here", check.text));
                    }
                }
            }
        }
    }
    if (models_.heardAspects != 0) machine.watch(*this);
    if (!models_.properties.empty()) watch_.emplace(models_.properties, machine, true);
}

Clock ModelPlay::clockOf(std::size_t model) const {
    Clock clock{.now = now(), .sinceTransition = now() - runners_[model].lastTransition};
    if (endStart_) clock.sinceEnd = now() - *endStart_;
    return clock;
}

bool ModelPlay::isWatched(std::size_t model) const {
    const Usage now = endStart_ ? Usage::End : Usage::Program;
    return runners_[model].active && models_.models[model].usage == now;
}

bool ModelPlay::anyActive(Usage usage) const {
    for (std::size_t i = 0; i < runners_.size(); i++) {
        if (runners_[i].active && models_.models[i].usage == usage) return true;
    }
    return false;
}

// ---- before a step: the user ----

void ModelPlay::beforeStep() {
    senses_.look({});
    keysNow_.clear();
    if (!over_) {
        for (std::size_t i = 0; i < runners_.size(); i++) {
            if (runners_[i].active && models_.models[i].usage == Usage::User) userTransition(i);
        }
    }
    // A key that is pressed again at once was never released.
    std::erase_if(keysHeld_, [&](const Key& key) {
        if (key.until > steps_) return false;
        if (std::find(keysNow_.begin(), keysNow_.end(), key.name) == keysNow_.end()) {
            InputEvent release{.kind = InputEvent::Kind::KeyUp, .name = browserKey(key.name)};
            machine_.input(release);
        }
        return true;
    });
    for (const std::string& key : keysNow_) press(key);
    senses_.beginStep();
    inStep_ = true;
}

void ModelPlay::userTransition(std::size_t model) {
    const Clock clock = clockOf(model);
    const BoundModel& bound = models_.bound[model];
    for (const std::size_t index : bound.leaving[runners_[model].node]) {
        const BoundEdge& edge = bound.edges[index];
        if (!conditionsHold(edge, clock)) continue;
        take(model, index);
        for (const BoundInput& input : edge.inputs) perform(input);
        return;
    }
}

void ModelPlay::press(const std::string& key) {
    machine_.input({.kind = InputEvent::Kind::KeyDown, .name = browserKey(key)});
    keysHeld_.push_back({key, steps_ + 1});
    if (!options_.record) return;
    // One long press instead of many short ones.
    for (auto event = result_.played.rbegin(); event != result_.played.rend(); ++event) {
        if (event->event.kind != UserEvent::Kind::KeyPress || event->event.name != key) continue;
        if (event->at + static_cast<std::uint64_t>(event->event.steps) != steps_) break;
        event->event.steps++;
        return;
    }
    result_.played.push_back(
        {.at = steps_, .event = {.kind = UserEvent::Kind::KeyPress, .name = key, .steps = 1}});
}

void ModelPlay::perform(const BoundInput& input) {
    const auto number = [&](std::size_t i) {
        return toNumber(senses_.value(input.expressions[i], input.references[i]));
    };
    UserEvent event;
    switch (input.kind) {
        case InputKind::Key:
            if (std::find(keysNow_.begin(), keysNow_.end(), input.name) == keysNow_.end())
                keysNow_.push_back(input.name);
            return;
        case InputKind::ClickSprite:
            if (input.sprite == kNone) return;
            event = {.kind = UserEvent::Kind::ClickSprite,
                     .name = machine_.program.sprites[static_cast<std::size_t>(input.sprite)].name};
            if (input.sprite == 0) event = {.kind = UserEvent::Kind::ClickStage};
            break;
        case InputKind::ClickStage: event = {.kind = UserEvent::Kind::ClickStage}; break;
        case InputKind::MouseDown:
            event = {.kind = input.down ? UserEvent::Kind::MouseDown : UserEvent::Kind::MouseUp};
            break;
        case InputKind::MouseMove:
            event = {.kind = UserEvent::Kind::MouseMove, .x = number(0), .y = number(1)};
            break;
        case InputKind::DragSprite:
            if (input.sprite == kNone) return;
            event = {.kind = UserEvent::Kind::DragSprite,
                     .name = machine_.program.sprites[static_cast<std::size_t>(input.sprite)].name,
                     .x = number(0),
                     .y = number(1)};
            break;
        case InputKind::Text:
            event = {.kind = UserEvent::Kind::TypeText,
                     .text = toText(senses_.value(input.expressions[0], input.references[0])).utf8()};
            break;
    }
    User().perform(machine_, event);
    if (options_.record) result_.played.push_back({.at = steps_, .event = std::move(event)});
}

// ---- in the middle of a step ----

void ModelPlay::moved(std::int32_t place, double oldX, double oldY) {
    if (place == kNone) return;
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    if ((heard_[static_cast<std::size_t>(t.sprite)] & Movement) == 0) return senses_.note(place);
    happens({.aspect = Movement, .place = place, .sprite = t.sprite, .oldX = oldX, .oldY = oldY});
}

void ModelPlay::lookChanged(std::int32_t place) {
    if (place == kNone) return;
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    if ((heard_[static_cast<std::size_t>(t.sprite)] & Appearance) == 0) return senses_.note(place);
    happens({.aspect = Appearance, .place = place, .sprite = t.sprite});
}

// A program that makes hundreds of clones move in every step is not worth hours.
void ModelPlay::giveUp() {
    found(result_.errors, 0, 0, "too much to look at",
          "there is too much to look at: so many clones move that this was given up");
    over_ = true;
}

void ModelPlay::said(std::int32_t place, bool /*think*/, const Value& /*text*/) {
    if (place == kNone) return;
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    if ((heard_[static_cast<std::size_t>(t.sprite)] & Speech) == 0) return;
    happens({.aspect = Speech, .place = place, .sprite = t.sprite});
}

void ModelPlay::variableChanged(std::int32_t place, std::int32_t slot, const Value& before,
                                const Value& now) {
    const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
    // A model looks at the variables of originals.
    if (t.isClone || (heard_[static_cast<std::size_t>(t.sprite)] & Variables) == 0) return;
    happens({.aspect = Variables,
             .place = place,
             .sprite = t.sprite,
             .slot = slot,
             .before = before,
             .after = now});
}

void ModelPlay::happens(const Happening& happening) {
    if (!inStep_ || over_) return;
    senses_.look(happening);
    settleOwed(owed_);
    settleOwed(fresh_);
    for (std::size_t i = 0; i < runners_.size(); i++) {
        if (isWatched(i)) transition(i, &happening);
    }
    senses_.settle(happening);
    if (senses_.work() > options_.mostWork) giveUp();
}

// ---- after a step ----

void ModelPlay::afterStep() {
    inStep_ = false;
    steps_++;
    if (over_) return;
    if (watch_) senses_.properties(valuesAfterStep(*watch_));
    senses_.look({});
    if (!models_.options.strict) settleOwed(owed_, true);
    std::erase_if(owed_, [&](const Owed& owed) {
        if (owed.until > steps_) return false;
        failedEffect(owed);
        return true;
    });
    for (std::size_t i = 0; i < runners_.size(); i++) {
        if (isWatched(i)) transition(i, nullptr);
    }
    if (options_.contradictions) dropContradictions();
    settleOwed(fresh_);
    owed_.insert(owed_.end(), fresh_.begin(), fresh_.end());
    fresh_.clear();
    for (; errorsTaken_ < senses_.errors().size(); errorsTaken_++) {
        const auto& [check, message] = senses_.errors()[errorsTaken_];
        for (const BoundModel& model : models_.bound) {
            for (const BoundEdge& edge : model.edges) {
                for (const std::vector<Use>* uses : {&edge.conditions, &edge.effects}) {
                    for (const Use& use : *uses) {
                        if (use.check == check) found(result_.errors, edge.model, edge.index, {}, message);
                    }
                }
            }
        }
    }
    startEndModels();
}

void ModelPlay::startEndModels() {
    const auto has = [&](Usage usage) {
        return std::any_of(models_.models.begin(), models_.models.end(),
                           [&](const Model& model) { return model.usage == usage; });
    };
    if (!endStart_ && has(Usage::Program) && !anyActive(Usage::Program)) {
        endStart_ = steps_;
        for (std::size_t i = 0; i < runners_.size(); i++) {
            if (models_.models[i].usage != Usage::End) continue;
            runners_[i].active = true;
            runners_[i].lastTransition = steps_;
            stopIfAtEnd(i);
        }
    }
    over_ = endStart_ && !anyActive(Usage::End) && owed_.empty();
}

bool ModelPlay::conditionsHold(const BoundEdge& edge, const Clock& clock) {
    return std::all_of(edge.conditions.begin(), edge.conditions.end(),
                       [&](const Use& use) { return senses_.holds(use, clock); });
}

// At most one transition of a model for one happening, or when a step is over.
void ModelPlay::transition(std::size_t model, const Happening* happening) {
    Runner& runner = runners_[model];
    const BoundModel& bound = models_.bound[model];
    const Clock clock = clockOf(model);
    for (const std::size_t index : bound.leaving[runner.node]) {
        const BoundEdge& edge = bound.edges[index];
        if (runner.disabled[index] || runner.taken[index] == now()) continue;
        if (happening && !hears(edge.hearings, *happening)) continue;
        if (conditionsHold(edge, clock)) {
            take(model, index);
            return;
        }
        if (happening) continue;
        const bool late =
            (edge.forceAt >= 0 && static_cast<double>(now()) >= edge.forceAt) ||
            (edge.forceAfter >= 0 && static_cast<double>(clock.sinceTransition) >= edge.forceAfter);
        if (late) force(model, index, clock);
    }
}

void ModelPlay::take(std::size_t model, std::size_t index) {
    Runner& runner = runners_[model];
    const BoundEdge& edge = models_.bound[model].edges[index];
    const std::uint64_t since = now() - runner.lastTransition;
    result_.covered[model][index] = 1;
    if (options_.path && result_.path.size() < kMostPathPieces) {
        auto last = std::find_if(result_.path.rbegin(), result_.path.rend(),
                                 [&](const PathPiece& piece) { return piece.model == model; });
        if (last != result_.path.rend() && last->edge == index) {
            last->times++;
        } else {
            result_.path.push_back({.model = model, .edge = index, .step = now()});
        }
    }
    runner.node = edge.to;
    runner.lastTransition = now();
    runner.taken[index] = now();
    for (const Use& use : edge.effects) {
        senses_.noteRandom(use.check);
        const BoundCheck& check = models_.checks[static_cast<std::size_t>(use.check)];
        fresh_.push_back({.model = model,
                          .edge = index,
                          .use = use,
                          .sinceTransition = since,
                          .until = now() + (check.speech ? 2 : 1)});
    }
    // In the middle of a step what is owed may be there already.
    if (inStep_) settleOwed(fresh_);
    stopIfAtEnd(model);
}

void ModelPlay::stopIfAtEnd(std::size_t model) {
    Runner& runner = runners_[model];
    const BoundModel& bound = models_.bound[model];
    if (!bound.stop[runner.node]) return;
    runner.active = false;
    if (!bound.stopAll[runner.node]) return;
    for (std::size_t i = 0; i < runners_.size(); i++) {
        if (models_.models[i].usage == models_.models[model].usage) runners_[i].active = false;
    }
}

void ModelPlay::settleOwed(std::vector<Owed>& owed, bool onlyEvents) {
    std::erase_if(owed, [&](const Owed& one) {
        if (onlyEvents &&
            holdsAtRest(models_.checks[static_cast<std::size_t>(one.use.check)], one.use.negated))
            return false;
        Clock clock = clockOf(one.model);
        clock.sinceTransition = one.sinceTransition;
        return senses_.holds(one.use, clock);
    });
}

void ModelPlay::dropContradictions() {
    std::vector<std::uint8_t> drop(fresh_.size());
    for (std::size_t a = 0; a < fresh_.size(); a++) {
        for (std::size_t b = a + 1; b < fresh_.size(); b++) {
            const BoundCheck& first = models_.checks[static_cast<std::size_t>(fresh_[a].use.check)];
            const BoundCheck& second = models_.checks[static_cast<std::size_t>(fresh_[b].use.check)];
            if (!contradict(first, fresh_[a].use.negated, second, fresh_[b].use.negated)) continue;
            drop[a] = drop[b] = 1;
            log(fmt::format("{} and {} contradict each other: {}{} and {}{}; neither is checked",
                            models_.models[fresh_[a].model].id, models_.models[fresh_[b].model].id,
                            fresh_[a].use.negated ? "!" : "", first.text, fresh_[b].use.negated ? "!" : "",
                            second.text));
        }
    }
    std::size_t index = 0;
    std::erase_if(fresh_, [&](const Owed&) { return drop[index++] != 0; });
}

// ---- what is wrong ----

std::string ModelPlay::timesOf(const Edge& edge) const {
    std::string text;
    for (const Check& check : edge.conditions) {
        const bool isTime = check.kind == CheckKind::TimeElapsed || check.kind == CheckKind::TimeBetween ||
                            check.kind == CheckKind::TimeAfterEnd;
        if (isTime) text += fmt::format(" {} {} ms", check.negated ? "before" : "after", check.args[0]);
    }
    return text;
}

void ModelPlay::force(std::size_t model, std::size_t index, const Clock& clock) {
    const BoundEdge& edge = models_.bound[model].edges[index];
    const Edge& written = models_.models[model].edges[index];
    runners_[model].disabled[index] = 1;
    for (const Use& use : edge.conditions) {
        if (senses_.holds(use, clock)) continue;
        const BoundCheck& check = models_.checks[static_cast<std::size_t>(use.check)];
        const std::string text = (use.negated ? "!" : "") + check.text;
        const double limit = written.forceAt >= 0 && static_cast<double>(now()) >= edge.forceAt
                                 ? written.forceAt
                                 : written.forceAfter;
        std::string message =
            fmt::format("{}-{}: {} before {} ms", models_.models[model].id, written.label, text, limit);
        if (const std::string seen = senses_.seen(check); !models_.options.strict && !seen.empty())
            message += fmt::format(" ({})", seen);
        found(result_.fails, model, index, text, std::move(message));
    }
}

void ModelPlay::failedEffect(const Owed& owed) {
    const BoundCheck& check = models_.checks[static_cast<std::size_t>(owed.use.check)];
    if (!check.error.empty()) return;  // told among the errors
    const Edge& edge = models_.models[owed.model].edges[owed.edge];
    const std::string text = (owed.use.negated ? "!" : "") + check.text;
    std::string message =
        fmt::format("{}-{}: {}{}", models_.models[owed.model].id, edge.label, text, timesOf(edge));
    if (const std::string seen = senses_.seen(check); !models_.options.strict && !seen.empty())
        message += fmt::format(" ({})", seen);
    found(result_.fails, owed.model, owed.edge, text, std::move(message));
}

void ModelPlay::found(std::vector<Finding>& findings, std::size_t model, std::size_t edge, std::string check,
                      std::string message) {
    if (check.empty()) check = message;
    for (const Finding& known : findings) {
        if (known.model == model && known.edge == edge && known.check == check) return;
    }
    Finding finding{.model = model,
                    .edge = edge,
                    .check = std::move(check),
                    .message = std::move(message),
                    .step = now(),
                    .seed = options_.seed};
    if (options_.pictures) finding.picture = pngOf(machine_);
    findings.push_back(std::move(finding));
}

void ModelPlay::log(std::string text) {
    if (result_.log.size() >= kMostLines) return;
    if (std::count(result_.log.begin(), result_.log.end(), text) < kMostEqualLines)
        result_.log.push_back(std::move(text));
}

PlayResult ModelPlay::takeResult() {
    result_.steps = steps_;
    return std::move(result_);
}

}  // namespace ounce::models
