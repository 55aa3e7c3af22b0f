#include "models/senses.h"

#include <algorithm>

#include "base/cast.h"
#include "base/text.h"
#include "vm/keys.h"
#include "vm/machine.h"

namespace ounce::models {
namespace {

// One attribute is what it is; several are a text, to be compared with another one.
template <class Read>
Value together(SpriteAttribute attribute, const Read& read) {
    if (attribute.isOne()) return read(attribute.first);
    std::string text;
    for (int i = static_cast<int>(attribute.first); i <= static_cast<int>(attribute.last); i++)
        text += (text.empty() ? "" : ",") + toText(read(static_cast<Attribute>(i))).utf8();
    return String(text);
}

}  // namespace

bool hears(const std::vector<Hearing>& hearings, const Happening& happening) {
    return std::any_of(hearings.begin(), hearings.end(), [&](const Hearing& h) {
        return (h.aspects & happening.aspect) != 0 && (h.sprite == kNone || h.sprite == happening.sprite) &&
               (h.slot == kNone || h.slot == happening.slot);
    });
}

std::vector<std::uint8_t> valuesAfterStep(spec::Watch& watch) {
    watch.afterStep();
    spec::WatchState state = watch.state();
    std::vector<std::uint8_t> values;
    for (spec::MonitorState& monitor : state.monitors) {
        values.push_back(monitor.violated ? 0 : 1);
        monitor.violated = false;
    }
    watch.restore(std::move(state));
    return values;
}

Senses::Senses(const BoundModels& models, Machine& machine, std::uint32_t seed, ScriptChecks* script)
    : models_(models),
      machine_(machine),
      look_(machine.reading()),
      random_(seed),
      script_(script),
      asked_(models.checks.size()),
      known_(models.checks.size()),
      remembered_(models.checks.size()),
      properties_(models.properties.size()),
      history_(models.checks.size()) {
    beginStep();
    look({});
}

void Senses::beginStep() {
    forget();
    const State& state = machine_.state;
    if (start_.size() < state.targets.size()) {
        start_.resize(state.targets.size());
        last_.resize(state.targets.size());
        moved_.resize(state.targets.size());
    }
    look_.refresh();
    for (const std::int32_t place : state.pane) {
        const TargetState& t = look_.at(place);
        if (!models_.tracked[static_cast<std::size_t>(t.sprite)]) continue;
        start_[static_cast<std::size_t>(place)] = see(t);
        last_[static_cast<std::size_t>(place)] = start_[static_cast<std::size_t>(place)];
    }
    startVariables_.clear();
    for (const auto& [sprite, slot] : models_.trackedVariables)
        startVariables_.push_back(look_.at(sprite).variables[static_cast<std::size_t>(slot)]);
    writtenVariables_ = startVariables_;
}

void Senses::note(std::int32_t place) {
    changes_.push_back({place, machine_.state.targets[static_cast<std::size_t>(place)]->sprite});
}

void Senses::look(const Happening& happening) {
    happening_ = happening;
    moment_++;
    work_ += machine_.state.pane.size();
    if (happening.aspect == 0) {
        forget();
        look_.refresh();
    } else {
        if (happening.aspect != Variables) note(happening.place);
        look_.refresh(machine_.reading());
    }
}

void Senses::settle(const Happening& happening) {
    const auto place = static_cast<std::size_t>(happening.place);
    if (happening.aspect == Variables) {
        if (!models_.options.strict) return;
        for (std::size_t i = 0; i < models_.trackedVariables.size(); i++) {
            if (models_.trackedVariables[i] == std::pair{happening.sprite, happening.slot})
                writtenVariables_[i] = happening.before;
        }
        return;
    }
    if (!models_.tracked[static_cast<std::size_t>(happening.sprite)]) return;
    const std::size_t places = machine_.state.targets.size();
    if (last_.size() < places) last_.resize(places), start_.resize(places), moved_.resize(places);
    const TargetState& t = look_.at(happening.place);
    if (happening.aspect == Movement)
        moved_[place] = {machine_.state.step + 1, t.id, happening.oldX, happening.oldY};
    last_[place] = see(t);
}

Senses::Seen Senses::see(const TargetState& t) { return {t.id, readAttributes(look_, t)}; }

// In the middle of a step «before» is before the event itself for what the event is about, else before the
// step. Whisker remembers positions and variables from before the last time they changed.
const Senses::Seen* Senses::before(std::int32_t place, SpriteAttribute attribute, Seen& storage) {
    const auto index = static_cast<std::size_t>(place);
    if (index >= start_.size()) return nullptr;
    const TargetState& t = look_.at(place);
    const bool isThis = happening_.place == place;
    if (attribute.isPosition()) {
        if (isThis && happening_.aspect == Movement) {
            storage.id = t.id;
            storage.moveTo(happening_.oldX, happening_.oldY);
            return &storage;
        }
        const Moved& moved = moved_[index];
        // Between two steps the last one has been counted already.
        const std::uint64_t step = machine_.state.step + (happening_.aspect == 0 ? 0 : 1);
        if (models_.options.strict && moved.id == t.id && moved.step == step) {
            storage.id = t.id;
            storage.moveTo(moved.x, moved.y);
            return &storage;
        }
    } else if (isThis && (happening_.aspect == Appearance || happening_.aspect == Speech)) {
        return last_[index].id == t.id ? &last_[index] : nullptr;
    }
    return start_[index].id == t.id ? &start_[index] : nullptr;
}

Value Senses::Seen::value(SpriteAttribute which) const {
    return together(which, [&](Attribute one) { return values[static_cast<std::size_t>(one)]; });
}

Value Senses::now(const TargetState& t, SpriteAttribute which) {
    return together(which, [&](Attribute attribute) { return readAttribute(look_, t, attribute); });
}

Value Senses::variableBefore(const Subject& subject) {
    if (happening_.aspect == Variables && happening_.sprite == subject.sprite &&
        happening_.slot == subject.slot)
        return happening_.before;
    const auto& values = models_.options.strict ? writtenVariables_ : startVariables_;
    for (std::size_t i = 0; i < values.size(); i++) {
        if (models_.trackedVariables[i] == std::pair{subject.sprite, subject.slot}) return values[i];
    }
    return {};
}

const Value& Senses::variableNow(const Subject& subject) {
    if (happening_.aspect == Variables && happening_.sprite == subject.sprite &&
        happening_.slot == subject.slot)
        return happening_.after;
    return look_.at(subject.sprite).variables[static_cast<std::size_t>(subject.slot)];
}

Value Senses::read(const Subject& subject) {
    if (subject.kind == Subject::Kind::Missing) return {};
    if (subject.kind == Subject::Kind::Variable)
        return subject.old ? variableBefore(subject) : variableNow(subject);
    const TargetState& t = look_.at(subject.sprite);
    if (!subject.old) return now(t, subject.attribute);
    Seen storage;
    const Seen* old = before(subject.sprite, subject.attribute, storage);
    if (!old) return now(t, subject.attribute);
    return old->value(subject.attribute);
}

Value Senses::value(const Expression& expression, const std::vector<Subject>& references) {
    return expression.evaluate([&](std::size_t i) { return read(references[i]); });
}

}  // namespace ounce::models
