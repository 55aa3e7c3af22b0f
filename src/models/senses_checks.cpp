// What checks say, by what the senses know.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/text.h"
#include "models/senses.h"
#include "vm/keys.h"
#include "vm/machine.h"

namespace ounce::models {
namespace {

constexpr double kHalfWidth = 240, kHalfHeight = 180;
// Numbers that differ by less than this come from rounding, not from the program.
constexpr double kRounding = 1e-9;
constexpr std::size_t kLongestHistory = 12;
// Against a comparison: pixels are looked at, for a colour those of everything that is drawn there, too; in a
// crowd that is everybody (measured with 200 clones in one place: 0.2 ms for each of them).
constexpr std::uint64_t kWorkOfATouch = 200, kWorkOfAColour = 10000, kWorkOfALayer = 500;

Value truth(const Value& value) {
    if (!value.isText()) return value;
    const std::string text = value.asText().utf8();
    if (text == "true") return true;
    if (text == "false") return false;
    return value;
}

}  // namespace

template <class Test>
bool Senses::anyInstance(std::int32_t sprite, bool mustBeVisible, const Test& test) {
    const TargetState& original = look_.at(sprite);
    if ((original.visible || !mustBeVisible) && test(sprite, original)) return true;
    if (machine_.state.cloneCount == 0) return false;
    work_ += machine_.state.pane.size();
    for (const std::int32_t place : machine_.state.pane) {
        const TargetState& t = look_.at(place);
        if (t.sprite == sprite && t.isClone && (t.visible || !mustBeVisible) && test(place, t)) return true;
    }
    return false;
}

template <class Test>
bool Senses::anyRemembered(std::int32_t check, std::int32_t sprite, bool mustBeVisible, std::int32_t other,
                           const Test& test) {
    if (machine_.state.cloneCount == 0) return anyInstance(sprite, mustBeVisible, test);
    Remembered& known = remembered_[static_cast<std::size_t>(check)];
    open(known, sprite, other);
    while (known.so == 0 && !known.open.empty()) {
        const std::int32_t place = known.open.back();
        known.open.pop_back();
        work_++;
        const TargetState& t = look_.at(place);
        // A place may be empty by now, or belong to somebody else.
        const bool is = t.id != 0 && t.sprite == sprite && (t.visible || !mustBeVisible) && test(place, t);
        known.of[static_cast<std::size_t>(place)] = is ? Remembered::Is::So : Remembered::Is::Not;
        if (is) known.so++, known.last = place;
    }
    return known.so > 0;
}

void Senses::open(Remembered& known, std::int32_t sprite, std::int32_t other) {
    using Is = Remembered::Is;
    known.of.resize(machine_.state.targets.size(), Is::Not);
    const auto add = [&](std::int32_t place) {
        Is& is = known.of[static_cast<std::size_t>(place)];
        if (is == Is::Open) return;
        if (is == Is::So) known.so--;
        is = Is::Open;
        known.open.push_back(place);
    };
    // Who changed last was seen as changing; now the others may be asked about, and it is as they are.
    const std::size_t from = known.changes > 0 ? known.changes - 1 : 0;
    bool all = known.epoch != epoch_ || changes_.size() - from > machine_.state.pane.size();
    for (std::size_t i = from; i < changes_.size() && !all && other != kNone; i++)
        all = changes_[i].sprite == other;
    if (all) {
        work_ += machine_.state.pane.size();
        std::fill(known.of.begin(), known.of.end(), Is::Not);
        known.open.clear();
        known.so = 0;
        for (const std::int32_t place : machine_.state.pane) {
            if (look_.at(place).sprite == sprite && place != known.last) add(place);
        }
        // Most of what is so is still so a step later.
        if (known.last != kNone) add(known.last);
    } else {
        for (std::size_t i = from; i < changes_.size(); i++) {
            if (changes_[i].sprite == sprite) add(changes_[i].place);
        }
    }
    known.epoch = epoch_;
    known.changes = changes_.size();
}

bool Senses::test(std::int32_t index, const Clock& clock) {
    const auto place = static_cast<std::size_t>(index);
    const BoundCheck& check = models_.checks[place];
    if (!check.error.empty()) return false;
    if (check.changes) return evaluate(check, index, clock);
    if (asked_[place] != moment_) {
        known_[place] = evaluate(check, index, clock) ? 1 : 0;
        asked_[place] = moment_;
    }
    return known_[place] != 0;
}

void Senses::trouble(std::int32_t check, std::string what) {
    for (const auto& [known, text] : errors_) {
        if (known == check) return;
    }
    errors_.emplace_back(check, std::move(what));
}

bool Senses::changed(const BoundCheck& check, std::int32_t index, const Value& before, const Value& now) {
    using Kind = Change::Kind;
    const double tolerance = models_.options.strict ? 0 : kRounding;
    const double a = toRawNumber(before), b = toRawNumber(now);
    const bool numbers = !std::isnan(a) && !std::isnan(b);
    if (check.change.kind == Kind::Same) {
        if (numbers) return std::abs(b - a) <= tolerance;
        return looselyEqual(before, now, false);
    }
    if (!numbers) {
        trouble(index, fmt::format("{}: a change needs numbers, but there was «{}»", check.text,
                                   toText(std::isnan(a) ? before : now).utf8()));
        return false;
    }
    switch (check.change.kind) {
        case Kind::Increase: return b > a + tolerance;
        case Kind::Decrease: return b < a - tolerance;
        case Kind::NoDecrease: return b >= a - tolerance;
        case Kind::NoIncrease: return b <= a + tolerance;
        case Kind::Exactly: return std::abs(b - a - check.change.by) <= tolerance;
        case Kind::Same: break;
    }
    return false;
}

bool Senses::compares(const BoundCheck& check, std::int32_t index, const Value& left) {
    const Value right = check.references.empty() ? check.value : value(check.expression, check.references);
    if (check.comparison == Comparison::Equal)
        return looselyEqual(truth(left), truth(right), !models_.options.caseSensitive);
    const double a = toRawNumber(left), b = toRawNumber(right);
    if (std::isnan(a) || std::isnan(b)) {
        trouble(index, fmt::format("{}: a comparison needs numbers, but there was «{}»", check.text,
                                   toText(std::isnan(a) ? left : right).utf8()));
        return false;
    }
    switch (check.comparison) {
        case Comparison::Greater: return a > b;
        case Comparison::GreaterEqual: return a >= b;
        case Comparison::Less: return a < b;
        case Comparison::LessEqual: return a <= b;
        case Comparison::Equal: break;
    }
    return false;
}

bool Senses::touchesEdge(const TargetState& t, CheckKind kind) {
    const Rectangle box = look_.bounds(t);
    const bool vertical = box.left < -kHalfWidth || box.right > kHalfWidth;
    const bool horizontal = box.bottom < -kHalfHeight || box.top > kHalfHeight;
    switch (kind) {
        case CheckKind::TouchingVerticalEdge: return vertical;
        case CheckKind::TouchingHorizEdge: return horizontal;
        default: return vertical || horizontal;
    }
}

bool Senses::isRandom(std::int32_t check) {
    // Three coincidences are none: the same place again and again, to and fro, or round and round.
    const std::vector<double>& seen = history_[static_cast<std::size_t>(check)];
    for (std::size_t period = 1; period <= 3; period++) {
        if (seen.size() < period + 3) continue;
        std::size_t same = 0;
        while (same < 3 && seen[seen.size() - 1 - same] == seen[seen.size() - 1 - same - period]) same++;
        if (same == 3) return false;
    }
    return true;
}

void Senses::noteRandom(std::int32_t index) {
    const BoundCheck& check = models_.checks[static_cast<std::size_t>(index)];
    if (check.kind != CheckKind::RandomValue || !check.error.empty()) return;
    int instances = 0;
    anyInstance(check.sprite, false, [&](std::int32_t, const TargetState&) { return ++instances > 1; });
    if (instances != 1) return;
    std::vector<double>& seen = history_[static_cast<std::size_t>(index)];
    if (seen.size() >= kLongestHistory) seen.erase(seen.begin());
    seen.push_back(toRawNumber(read(check.subject)));
}

bool Senses::evaluate(const BoundCheck& check, std::int32_t index, const Clock& clock) {
    switch (check.kind) {
        case CheckKind::AttrChange: {
            const auto test = [&](std::int32_t place, const TargetState& t) {
                Seen storage;
                const Seen* old = before(place, check.subject.attribute, storage);
                if (!old) return check.change.kind == Change::Kind::Same;
                return changed(check, index, old->value(check.subject.attribute),
                               now(t, check.subject.attribute));
            };
            return check.subject.attribute.isPosition()
                       ? anyRemembered(index, check.sprite, false, kNone, test)
                       : anyInstance(check.sprite, false, test);
        }
        case CheckKind::AttrComp: {
            const auto test = [&](std::int32_t, const TargetState& t) {
                return compares(check, index, now(t, check.subject.attribute));
            };
            return check.subject.attribute.isPosition() && check.references.empty()
                       ? anyRemembered(index, check.sprite, false, kNone, test)
                       : anyInstance(check.sprite, false, test);
        }
        case CheckKind::VarChange:
            return changed(check, index, variableBefore(check.subject), read(check.subject));
        case CheckKind::VarComp: return compares(check, index, read(check.subject));
        case CheckKind::BackgroundChange: {
            const TargetState& stage = look_.at(0);
            const std::string name = toText(readAttribute(look_, stage, Attribute::Costume)).utf8();
            return models_.options.caseSensitive ? name == check.name
                                                 : lowerCase(name) == lowerCase(check.name);
        }
        case CheckKind::Click: {
            const MouseState& mouse = machine_.state.mouse;
            if (!mouse.down || !mouse.clientX) return false;
            return anyInstance(check.sprite, true, [&](std::int32_t, const TargetState& t) {
                return look_.touchesPointer(t, *mouse.clientX - kHalfWidth, kHalfHeight - *mouse.clientY);
            });
        }
        case CheckKind::Function: {
            if (check.constant) return check.constantValue;
            if (!script_) return false;
            const Result<bool> result = script_->test(static_cast<std::size_t>(check.function));
            if (!result) trouble(index, fmt::format("{}: {}", check.text, result.error().message()));
            return result && *result;
        }
        case CheckKind::Key: {
            const auto& down = machine_.state.keysDown;
            return std::find(down.begin(), down.end(), keyName(Value(String(check.name)))) != down.end();
        }
        case CheckKind::Output: {
            const Value part = value(check.expression, check.references);
            const String text = toText(part);
            return anyInstance(check.sprite, false, [&](std::int32_t, const TargetState& t) {
                if (!t.bubble.text.isText() || t.bubble.text.asText().empty()) return false;
                if (!models_.options.caseSensitive) return t.bubble.text.asText().containsIgnoringCase(text);
                return t.bubble.text.asText().utf8().find(text.utf8()) != std::string::npos;
            });
        }
        case CheckKind::SpriteColor:
            return anyRemembered(index, check.sprite, true, kNone, [&](std::int32_t, const TargetState& t) {
                work_ += kWorkOfAColour + kWorkOfALayer * machine_.state.pane.size();
                return look_.touchesColor(t, check.color);
            });
        case CheckKind::SpriteTouching:
            return anyRemembered(index, check.sprite, true, check.other,
                                 [&](std::int32_t, const TargetState& t) {
                                     work_ += kWorkOfATouch;
                                     return look_.touchesSprite(t, check.other);
                                 });
        case CheckKind::Expr: return isTruthy(value(check.expression, check.references));
        case CheckKind::Probability: return random_.next() <= check.number;
        case CheckKind::TimeElapsed: return static_cast<double>(clock.now) >= check.steps;
        case CheckKind::TimeBetween: return static_cast<double>(clock.sinceTransition) >= check.steps;
        case CheckKind::TimeAfterEnd:
            return clock.sinceEnd && static_cast<double>(*clock.sinceEnd) >= check.steps;
        case CheckKind::NbrOfClones:
        case CheckKind::NbrOfVisibleClones: {
            double count = 0;
            for (const std::int32_t place : machine_.state.pane) {
                const TargetState& t = look_.at(place);
                const bool counts = models_.options.strict
                                        ? look_.spriteOf(t).name.find(check.namePart) != std::string::npos
                                        : t.sprite == check.sprite;
                if (counts && (t.visible || check.kind == CheckKind::NbrOfClones)) count++;
            }
            BoundCheck counted;
            counted.comparison = check.comparison;
            counted.value = check.number;
            return compares(counted, index, count);
        }
        case CheckKind::TouchingEdge:
        case CheckKind::TouchingVerticalEdge:
        case CheckKind::TouchingHorizEdge:
            return anyRemembered(index, check.sprite, true, kNone, [&](std::int32_t, const TargetState& t) {
                return touchesEdge(t, check.kind);
            });
        case CheckKind::RandomValue: return isRandom(index);
        case CheckKind::Property: return properties_[static_cast<std::size_t>(check.property)] != 0;
    }
    return false;
}

std::string Senses::seen(const BoundCheck& check) {
    std::string text;
    const auto add = [&](const Subject& subject, bool withOld) {
        if (subject.kind == Subject::Kind::Missing) return;
        const SpriteProgram& sprite = machine_.program.sprites[static_cast<std::size_t>(subject.sprite)];
        std::string name;
        if (subject.kind == Subject::Kind::Variable) {
            name = sprite.variables[static_cast<std::size_t>(subject.slot)].name;
        } else {
            name = fmt::format("{}.{}", sprite.name, wordOf(subject.attribute));
        }
        Subject now = subject, old = subject;
        now.old = false, old.old = true;
        if (!text.empty()) text += ", ";
        text += fmt::format("{} = {}", name, toText(read(now)).utf8());
        if (withOld || subject.old) text += fmt::format(", was {}", toText(read(old)).utf8());
    };
    const bool change = check.kind == CheckKind::AttrChange || check.kind == CheckKind::VarChange;
    add(check.subject, change);
    for (const Subject& reference : check.references) add(reference, false);
    if (check.kind == CheckKind::Output && check.sprite != kNone)
        add({.kind = Subject::Kind::Attribute, .sprite = check.sprite, .attribute = {Attribute::Say}}, false);
    return text;
}

}  // namespace ounce::models
