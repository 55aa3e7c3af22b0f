#include "testing/check.h"

#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/steps.h"
#include "base/text.h"

namespace ounce {
namespace {

using Kind = Check::Kind;
using Comparison = Check::Comparison;

// What a check shows of a value; a list or a text can be too long for a report.
constexpr std::uint32_t kShownLetters = 200;
constexpr std::size_t kShownItems = 20;

std::string shown(const Value& value) {
    const String text = toText(value);
    std::string utf8 = text.prefix(kShownLetters).utf8();
    if (text.length() > kShownLetters) utf8 += "…";
    return value.isText() ? fmt::format("«{}»", utf8) : utf8;
}

template <class Items>
std::string shownItems(const Items& items) {
    std::string text = "[";
    std::size_t count = 0;
    for (const Value& item : items) {
        if (count > 0) text += ", ";
        if (count++ == kShownItems) return fmt::format("{}…] ({} items)", text, items.size());
        text += shown(item);
    }
    return text + "]";
}

std::string shownPoint(double x, double y) {
    return fmt::format("({}, {})", numberToText(x), numberToText(y));
}

std::string_view yesNo(bool value) { return value ? "yes" : "no"; }

std::string shownBubble(Check::Bubble bubble, const Value& text) {
    switch (bubble) {
        case Check::Bubble::None: return "nothing";
        case Check::Bubble::Any: return text.isText() ? shown(text) : "something";
        case Check::Bubble::Say: return text.isText() ? "says " + shown(text) : "says something";
        case Check::Bubble::Think: return text.isText() ? "thinks " + shown(text) : "thinks something";
    }
    return {};
}

std::string whatOf(const Check& check);

// One check at one state.
class Judge {
  public:
    Judge(const Check& check, Look& look) : check_(check), look_(look) {}

    // The change of what is compared.
    CheckOutcome changeSince(const Value& then) {
        const Value now = measure();
        if (now.type() == ounce::Type::Undefined)
            return missing(fmt::format("{} is not there", whatOf(check_)));
        if (then.type() == ounce::Type::Undefined)
            return missing(fmt::format("{} was not there then", whatOf(check_)));
        return difference(now, then);
    }

    // How much it is more than another thing.
    CheckOutcome moreThan(const Check& other) {
        const Value now = measure(), reference = other.measure(look_);
        for (const auto& [check, value] : {std::pair(&check_, &now), std::pair(&other, &reference)}) {
            if (value->type() == ounce::Type::Undefined)
                return missing(fmt::format("{} is not there", whatOf(*check)));
        }
        CheckOutcome outcome = difference(now, reference);
        if (check_.expected == Value(0)) {  // both say more than their difference
            outcome.actual = shown(now);
            outcome.expected = expectedText(shown(reference));
        }
        return outcome;
    }

    CheckOutcome difference(const Value& now, const Value& then) {
        const double a = numberForTests(now), b = numberForTests(then);
        const bool numbers = !std::isnan(a - b);
        const double change = numbers ? a - b : toText(now) == toText(then) ? 0 : std::nan("");
        CheckOutcome outcome = value(Value(change));
        if (!numbers) outcome.actual = fmt::format("{} instead of {}", shown(now), shown(then));
        return outcome;
    }

    Value measure() {
        const std::int32_t place = check_.subject.find(look_);
        if (place == kNone) return {};
        const TargetState& target = look_.at(place);
        const SpriteProgram& sprite = look_.spriteOf(target);
        if (const auto attribute = check_.attribute()) return attributeForTests(look_, target, *attribute);
        if (check_.kind == Kind::CloneCount) return Value(look_.cloneCount(target.sprite));
        for (std::size_t i = 0; check_.kind == Kind::Variable && i < sprite.variables.size(); i++) {
            if (sprite.variables[i].name == check_.name) return target.variables[i];
        }
        for (std::size_t i = 0; check_.kind == Kind::ListLength && i < sprite.lists.size(); i++) {
            if (sprite.lists[i].name == check_.name)
                return Value(static_cast<double>(target.lists[i].size()));
        }
        return {};
    }

    CheckOutcome outcome() {
        const std::int32_t place = check_.subject.find(look_);
        if (place == kNone) return missing(absence(check_.subject));
        const TargetState& target = look_.at(place);
        const SpriteProgram& sprite = look_.spriteOf(target);
        if (const auto attribute = check_.attribute())
            return judged(*attribute, attributeForTests(look_, target, *attribute));
        switch (check_.kind) {
            case Kind::CloneCount: return value(Value(look_.cloneCount(target.sprite)));
            case Kind::Effect: return missing(fmt::format("there is no effect «{}»", check_.name));
            case Kind::ListLength:
            case Kind::ListContents: return list(target, sprite);
            case Kind::Position: return position(target);
            case Kind::Say: return bubble(target.bubble);
            case Kind::TouchingSprite: return touching(target);
            case Kind::TouchingEdge: return truth(look_.touchesEdge(target));
            case Kind::Variable: return variable(target, sprite);
            default: return {};  // an attribute
        }
    }

  private:
    static CheckOutcome missing(std::string what) { return {false, std::move(what), {}, true}; }

    // What is not there, with what may have been meant.
    static std::string withAdvice(std::string what, const std::string& wanted,
                                  const std::vector<std::string>& known) {
        const std::string advice = didYouMean(wanted, known);
        return advice.empty() ? what : fmt::format("{}; {}", what, advice);
    }
    template <class Named>
    static std::vector<std::string> namesOf(const std::vector<Named>& things) {
        std::vector<std::string> names;
        for (const Named& thing : things) names.push_back(thing.name);
        return names;
    }

    [[nodiscard]] std::string absence(const Subject& subject) const {
        if (subject.clone) return fmt::format("there is no {}", subject.text());
        return withAdvice(fmt::format("there is no sprite «{}»", subject.sprite), subject.sprite,
                          namesOf(look_.program.sprites));
    }

    [[nodiscard]] bool negated() const { return check_.comparison == Comparison::NotEqual; }

    [[nodiscard]] std::string expectedText(std::string text) const {
        switch (check_.comparison) {
            case Comparison::Equal: break;
            case Comparison::NotEqual: text.insert(0, "not "); break;
            case Comparison::AtLeast: text.insert(0, "at least "); break;
            case Comparison::AtMost: text.insert(0, "at most "); break;
        }
        if (check_.tolerance > 0) text += fmt::format(" (within {})", numberToText(check_.tolerance));
        return text;
    }

    CheckOutcome value(const Value& actual) const {
        bool holds = false;
        switch (check_.comparison) {
            case Comparison::Equal:
            case Comparison::NotEqual:
                holds = sameForTests(actual, check_.expected, check_.tolerance) != negated();
                break;
            case Comparison::AtLeast:
                holds = numberForTests(actual) >= numberForTests(check_.expected) - check_.tolerance;
                break;
            case Comparison::AtMost:
                holds = numberForTests(actual) <= numberForTests(check_.expected) + check_.tolerance;
                break;
        }
        return {holds, shown(actual), expectedText(shown(check_.expected))};
    }

    [[nodiscard]] CheckOutcome truth(bool actual) const {
        const bool wanted = toBoolean(check_.expected) != negated();
        return {actual == wanted, std::string(yesNo(actual)), std::string(yesNo(wanted))};
    }

    [[nodiscard]] CheckOutcome judged(Attribute attribute, const Value& actual) const {
        switch (attribute) {
            case Attribute::Direction: return direction(actual.asNumber());
            // A name is compared letter by letter, also one that looks like a number.
            case Attribute::Costume:
                return {(actual.asText() == check_.expected.asText()) != negated(), shown(actual),
                        expectedText(shown(check_.expected))};
            default: return rowOf(attribute).type == Type::Boolean ? truth(toBoolean(actual)) : value(actual);
        }
    }

    [[nodiscard]] CheckOutcome direction(double actual) const {
        if (check_.comparison != Comparison::Equal && check_.comparison != Comparison::NotEqual)
            return value(Value(actual));
        const double turn = std::remainder(actual - numberForTests(check_.expected), 360);
        const bool holds = (std::fabs(turn) <= check_.tolerance) != negated();
        return {holds, numberToText(actual), expectedText(shown(check_.expected))};
    }

    [[nodiscard]] CheckOutcome list(const TargetState& target, const SpriteProgram& sprite) const {
        for (std::size_t i = 0; i < sprite.lists.size(); i++) {
            if (sprite.lists[i].name != check_.name) continue;
            const List& actual = target.lists[i];
            if (check_.kind == Kind::ListLength) return value(Value(static_cast<double>(actual.size())));
            bool same = actual.size() == check_.items.size();
            for (std::size_t k = 0; same && k < actual.size(); k++)
                same = sameForTests(actual[k], check_.items[k], check_.tolerance);
            return {same != negated(), shownItems(actual), expectedText(shownItems(check_.items))};
        }
        return missing(withAdvice(fmt::format("{} has no list «{}»", check_.subject.text(), check_.name),
                                  check_.name, namesOf(sprite.lists)));
    }

    [[nodiscard]] CheckOutcome position(const TargetState& target) const {
        const bool near = std::fabs(target.x - check_.x) <= check_.tolerance &&
                          std::fabs(target.y - check_.y) <= check_.tolerance;
        return {near != negated(), shownPoint(target.x, target.y),
                expectedText(shownPoint(check_.x, check_.y))};
    }

    [[nodiscard]] CheckOutcome bubble(const Bubble& bubble) const {
        const String text = toText(bubble.text);
        const bool shows = !bubble.text.isText() ? false : !text.empty();
        const auto actual = !shows         ? Check::Bubble::None
                            : bubble.think ? Check::Bubble::Think
                                           : Check::Bubble::Say;
        bool holds = check_.bubble == actual || (check_.bubble == Check::Bubble::Any && shows);
        if (holds && shows && check_.expected.isText()) holds = text == check_.expected.asText();
        const Value actualText = shows ? Value(text) : Value();
        return {holds != negated(), shownBubble(actual, actualText),
                expectedText(shownBubble(check_.bubble, check_.expected))};
    }

    [[nodiscard]] CheckOutcome touching(const TargetState& target) const {
        const std::int32_t other = check_.other.find(look_);
        if (other == kNone) return missing(absence(check_.other));
        if (!check_.other.clone) return truth(look_.touchesSprite(target, look_.at(other).sprite));
        const DrawableId drawables[] = {look_.at(other).drawable};
        return truth(look_.touches(target, drawables));
    }

    [[nodiscard]] CheckOutcome variable(const TargetState& target, const SpriteProgram& sprite) const {
        for (std::size_t i = 0; i < sprite.variables.size(); i++) {
            if (sprite.variables[i].name == check_.name) return value(target.variables[i]);
        }
        return missing(withAdvice(fmt::format("{} has no variable «{}»", check_.subject.text(), check_.name),
                                  check_.name, namesOf(sprite.variables)));
    }

    const Check& check_;
    Look& look_;
};

std::string whatOf(const Check& check) {
    const std::string who = check.subject.text();
    switch (check.kind) {
        case Kind::Backdrop: return "the backdrop";
        case Kind::CloneCount: return fmt::format("the number of clones of {}", who);
        case Kind::Costume: return fmt::format("the costume of {}", who);
        case Kind::Direction: return fmt::format("the direction of {}", who);
        case Kind::Effect: return fmt::format("the {} effect of {}", check.name, who);
        case Kind::Layer: return fmt::format("the layer of {}", who);
        case Kind::ListLength:
        case Kind::ListContents: {
            std::string what = check.kind == Kind::ListLength ? "the length of " : "";
            what += fmt::format("list «{}»", check.name);
            return check.subject.isStage() ? what : fmt::format("{} of {}", what, who);
        }
        case Kind::Position: return fmt::format("the position of {}", who);
        case Kind::X: return fmt::format("x of {}", who);
        case Kind::Y: return fmt::format("y of {}", who);
        case Kind::Size: return fmt::format("the size of {}", who);
        case Kind::Variable:
            return check.subject.isStage() ? fmt::format("variable «{}»", check.name)
                                           : fmt::format("variable «{}» of {}", check.name, who);
        case Kind::Volume: return fmt::format("the volume of {}", who);
        case Kind::Say:
        case Kind::TouchingSprite:
        case Kind::TouchingEdge:
        case Kind::Visible: break;  // have sentences of their own
    }
    return who;
}

std::string speechText(const Check& check) {
    constexpr std::string_view kVerbs[] = {"say anything", "show", "say", "think"};
    const bool none = check.bubble == Check::Bubble::None;
    const bool negated = (check.comparison == Comparison::NotEqual) != none;
    const std::string what = none                      ? ""
                             : check.expected.isText() ? fmt::format(" {}", shown(check.expected))
                             : negated                 ? " anything"
                                                       : " something";
    return fmt::format("{} should {}{}{}", check.subject.text(), negated ? "not " : "",
                       kVerbs[static_cast<std::size_t>(check.bubble)], what);
}

}  // namespace

std::int32_t Subject::find(const Reading& look) const {
    if (isStage()) return 0;
    const auto found = look.program.spriteByName.find(sprite);
    if (found == look.program.spriteByName.end()) return kNone;
    if (!clone) return found->second;
    std::int32_t skip = *clone;
    for (const std::int32_t index : look.state.pane) {
        const TargetState& t = look.at(index);
        if (t.isClone && t.sprite == found->second && skip-- == 0) return index;
    }
    return kNone;
}

std::string Subject::text() const {
    if (isStage()) return "the stage";
    return clone ? fmt::format("clone {} of {}", *clone + 1, sprite) : sprite;
}

std::optional<Attribute> Check::attribute() const {
    switch (kind) {
        case Kind::Backdrop:
        case Kind::Costume: return expected.isText() ? Attribute::Costume : Attribute::CostumeNumber;
        case Kind::Direction: return Attribute::Direction;
        case Kind::Effect: {
            const Effect effect = findEffect(name);
            return effect == EffectCount ? std::nullopt : std::optional(attributeOf(effect));
        }
        case Kind::Layer: return Attribute::Layer;
        case Kind::X: return Attribute::X;
        case Kind::Y: return Attribute::Y;
        case Kind::Size: return Attribute::Size;
        case Kind::Visible: return Attribute::Visible;
        case Kind::Volume: return Attribute::Volume;
        default: return std::nullopt;
    }
}

Check Check::Thing::asCheck() const {
    Check check;
    check.kind = kind;
    check.subject = subject;
    check.name = name;
    return check;
}

Value attributeForTests(const Reading& reading, const TargetState& target, Attribute attribute) {
    const Value value = readAttribute(reading, target, attribute);
    return attribute == Attribute::Size ? Value(roundHalfUp(value.asNumber())) : value;
}

Value Check::measure(Look& look) const { return Judge(*this, look).measure(); }

CheckOutcome Check::evaluate(Look& look, const Value& then) const {
    Judge judge(*this, look);
    CheckOutcome outcome = since   ? judge.changeSince(then)
                           : minus ? judge.moreThan(minus->asCheck())
                                   : judge.outcome();
    if (outcome.missing) outcome.expected = "to be there";
    return outcome;
}

std::string Check::text() const {
    const bool not_ = comparison == Comparison::NotEqual;
    const auto truth = [&](std::string_view verb) {
        return fmt::format("{} should {}{}", subject.text(), toBoolean(expected) != not_ ? "" : "not ", verb);
    };
    std::string wanted;
    switch (kind) {
        case Kind::TouchingSprite: return truth(fmt::format("touch {}", other.text()));
        case Kind::TouchingEdge: return truth("touch the edge");
        case Kind::Visible: return truth("be visible");
        case Kind::Say: return speechText(*this);
        case Kind::Position: wanted = shownPoint(x, y); break;
        case Kind::ListContents: wanted = shownItems(items); break;
        default: wanted = shown(expected); break;
    }
    constexpr std::string_view kVerbs[] = {"should be", "should not be", "should be at least",
                                           "should be at most"};
    std::string what =
        since ? fmt::format("the change of {} since second {:.2f}", whatOf(*this), secondsOf(*since))
              : whatOf(*this);
    if (minus) {
        const std::string reference = whatOf(minus->asCheck());
        if (expected == Value(0)) {
            wanted = reference;
        } else {
            what += fmt::format(" minus {}", reference);
        }
    }
    std::string sentence =
        fmt::format("{} {} {}", what, kVerbs[static_cast<std::size_t>(comparison)], wanted);
    if (tolerance > 0) sentence += fmt::format(" (within {})", numberToText(tolerance));
    return sentence;
}

std::string_view operationOf(const Check& check) {
    switch (check.comparison) {
        case Comparison::NotEqual: return "not";
        case Comparison::AtLeast: return ">=";
        case Comparison::AtMost: return "<=";
        case Comparison::Equal: break;
    }
    return check.tolerance > 0 ? "withinRange" : "==";
}

double numberForTests(const Value& value) {
    if (value.isNumber()) return value.asNumber();
    if (!value.isText()) return std::nan("");
    const std::string text = value.asText().prefix(kShownLetters).utf8();
    return trimWhiteSpace(text).empty() ? std::nan("") : value.asText().toNumber();
}

bool sameForTests(const Value& a, const Value& b, double tolerance) {
    const double x = numberForTests(a), y = numberForTests(b);
    if (std::isnan(x) || std::isnan(y)) return toText(a) == toText(b);
    return x == y || std::fabs(x - y) <= tolerance;
}

}  // namespace ounce
