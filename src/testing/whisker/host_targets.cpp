// Targets: handles, values, touching, changing.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/nearest.h"
#include "testing/whisker/host.h"
#include "vm/machine.h"

namespace ounce {

std::span<const WhiskerHost::Entry> WhiskerHost::targetEntries() {
    static constexpr Entry kEntries[] = {
        {"targets", &WhiskerHost::targets},
        {"original", &WhiskerHost::original},
        {"originalOf", &WhiskerHost::originalOf},
        {"instances", &WhiskerHost::instances},
        {"info", &WhiskerHost::info},
        {"exists", &WhiskerHost::exists},
        {"attribute", &WhiskerHost::attribute},
        {"old", &WhiskerHost::old},
        {"oldStart", &WhiskerHost::oldStart},
        {"bounds", &WhiskerHost::bounds},
        {"drawable", &WhiskerHost::drawable},
        {"touching", &WhiskerHost::touching},
        {"touchingColor", &WhiskerHost::touchingColor},
        {"colorTouchingColor", &WhiskerHost::colorTouchingColor},
        {"move", &WhiskerHost::move},
        {"set", &WhiskerHost::set},
        {"refresh", &WhiskerHost::refresh},
        {"didYouMean", &WhiskerHost::didYouMean},
    };
    return kEntries;
}

// ---- handles ----

double WhiskerHost::handleAt(std::int32_t place) {
    const TargetState& t = at(place);
    const auto [entry, isNew] = handleOfId_.try_emplace(t.id, seen_.size());
    if (isNew) {
        Seen s;
        s.id = t.id;
        s.place = place;
        s.sprite = t.sprite;
        s.isClone = t.isClone;
        seen_.push_back(std::move(s));
        refresh(seen_.back());
        if (t.isClone) observe();  // to keep what it says when it is deleted
    }
    return static_cast<double>(entry->second);
}

TargetState* WhiskerHost::alive(const Seen& s) {
    TargetState& t = at(s.place);
    return t.id == s.id ? &t : nullptr;
}

void WhiskerHost::targets(JsCall& call) {
    std::vector<double> handles;
    for (std::int32_t place : state_.pane) handles.push_back(handleAt(place));
    call.give(std::span<const double>(handles));
}

// Originals are made first and never go away: sprite i lives at place i.
void WhiskerHost::original(JsCall& call) { call.give(handleAt(call.integer(0))); }
void WhiskerHost::originalOf(JsCall& call) { call.give(handleAt(seen(call).sprite)); }

void WhiskerHost::instances(JsCall& call) {
    const std::int16_t sprite = seen(call).sprite;
    std::vector<double> handles;
    for (std::int32_t place : state_.pane) {
        if (at(place).sprite == sprite) handles.push_back(handleAt(place));
    }
    call.give(std::span<const double>(handles));
}

void WhiskerHost::info(JsCall& call) {
    const Seen& s = seen(call);
    const double values[] = {static_cast<double>(s.sprite), s.isClone ? 0.0 : 1.0, static_cast<double>(s.id)};
    call.give(std::span<const double>(values));
}

void WhiskerHost::exists(JsCall& call) { call.give(alive(seen(call)) != nullptr); }

// ---- values ----

namespace {

// A clone that never said anything has no bubble at all; Whisker tells that apart from an empty one.
Value withoutBubble(const TargetState& t, Value text) { return t.bubble.text.isText() ? text : Value(); }

constexpr std::size_t placeOf(Attribute attribute) { return static_cast<std::size_t>(attribute); }

}  // namespace

Value WhiskerHost::read(const TargetState& t, Attribute attribute) {
    Value value = readAttribute(machine_->reading(), t, attribute);
    return attribute == Attribute::Say ? withoutBubble(t, std::move(value)) : value;
}

AttributeValues WhiskerHost::valuesOf(const TargetState& t) {
    AttributeValues values = readAttributes(machine_->reading(), t);
    Value& say = values[placeOf(Attribute::Say)];
    say = withoutBubble(t, std::move(say));
    return values;
}

void WhiskerHost::refresh(Seen& s) {
    const TargetState* t = alive(s);
    if (!t) return;
    s.start = valuesOf(*t);
    s.oldX = t->x;
    s.oldY = t->y;
    for (Tracked& tracked : s.variables) {
        const auto slot = static_cast<std::size_t>(tracked.slot);
        if (tracked.isList) {
            tracked.list = t->lists[slot];
        } else {
            tracked.value = t->variables[slot];
        }
    }
}

void WhiskerHost::refresh(JsCall& call) { refresh(seen(call)); }

namespace {

// JavaScript numbers attributes as the list does.
Attribute attributeOf(const JsCall& call) {
    return static_cast<Attribute>(std::clamp(call.integer(1), 0, static_cast<int>(kAttributeCount) - 1));
}

// The pointer may be nowhere, and so a sprite that went to it; there is no bubble where nothing was said.
void giveAttribute(JsCall& call, const Value& value) {
    if (value.type() != Type::Undefined) return call.give(value);
    if (attributeOf(call) == Attribute::Say) return call.giveNull();
    call.give(std::nan(""));
}

}  // namespace

void WhiskerHost::attribute(JsCall& call) {
    const Seen& s = seen(call);
    const TargetState* t = alive(s);
    giveAttribute(call, t ? read(*t, attributeOf(call)) : s.last[placeOf(attributeOf(call))]);
}

void WhiskerHost::oldStart(JsCall& call) {
    giveAttribute(call, seen(call).start[placeOf(attributeOf(call))]);
}

void WhiskerHost::old(JsCall& call) {
    const Seen& s = seen(call);
    switch (attributeOf(call)) {
        case Attribute::X: return call.give(s.oldX);
        case Attribute::Y: return call.give(s.oldY);
        default: return oldStart(call);
    }
}

// ---- geometry ----

void WhiskerHost::bounds(JsCall& call) {
    Rectangle b;
    if (const TargetState* t = alive(seen(call)); t) b = look().bounds(*t);
    const double values[] = {b.left, b.right, b.top, b.bottom};
    call.give(std::span<const double>(values));
}

void WhiskerHost::drawable(JsCall& call) {
    const TargetState* t = alive(seen(call));
    call.give(static_cast<double>(t ? t->drawable : kNoDrawable));
}

void WhiskerHost::touching(JsCall& call) {
    const TargetState* t = alive(seen(call));
    call.give(t && look().touchesObject(*t, call.scalar(1)));
}

namespace {

Color colorOf(const JsCall& call, std::size_t first) {
    const auto channel = [&](std::size_t i) {
        return static_cast<std::uint8_t>(call.integer(first + i) & 255);
    };
    return {channel(0), channel(1), channel(2)};
}

}  // namespace

void WhiskerHost::touchingColor(JsCall& call) {
    const TargetState* t = alive(seen(call));
    call.give(t && look().touchesColor(*t, colorOf(call, 1)));
}

// colorTouchingColor(handle, target's r, g, b, mask's r, g, b)
void WhiskerHost::colorTouchingColor(JsCall& call) {
    const TargetState* t = alive(seen(call));
    call.give(t && look().colorTouchesColor(*t, colorOf(call, 4), colorOf(call, 1)));
}

// ---- changing ----

void WhiskerHost::move(JsCall& call) {
    if (alive(seen(call)))
        machine_->moveTo(seen(call).place, call.number(1), call.number(2), call.boolean(3));
    rethrowPending(call);
}

void WhiskerHost::set(JsCall& call) {
    TargetState* t = alive(seen(call));
    if (!t) return;
    const std::int32_t place = seen(call).place;
    const double value = call.number(2);
    const Attribute attribute = attributeOf(call);
    switch (attribute) {
        case Attribute::Direction: machine_->turnTo(place, value); break;
        case Attribute::Size: machine_->resize(place, value); break;
        case Attribute::CostumeIndex: machine_->setCostume(place, value); break;
        case Attribute::Volume: t->volume = value; break;
        case Attribute::Visible: machine_->setVisible(place, value != 0); break;
        case Attribute::RotationStyle:
            machine_->setRotationStyle(place, static_cast<RotationStyle>(call.integer(2) % 3));
            break;
        case Attribute::Draggable: t->draggable = value != 0; break;
        default:
            if (attribute >= Attribute::ColorEffect && attribute <= Attribute::GhostEffect)
                machine_->setEffect(
                    place, static_cast<Effect>(placeOf(attribute) - placeOf(Attribute::ColorEffect)), value);
            break;
    }
    rethrowPending(call);
}

// The names that there are come in one text, a line each.
void WhiskerHost::didYouMean(JsCall& call) {
    std::vector<std::string> known;
    std::istringstream lines(call.text(1));
    for (std::string line; std::getline(lines, line);) known.push_back(line);
    call.give(ounce::didYouMean(call.text(0), known));
}

}  // namespace ounce
