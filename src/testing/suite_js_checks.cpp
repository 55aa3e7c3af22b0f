#include "testing/suite_js_checks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/number.h"
#include "base/text.h"

namespace ounce {
namespace {

using Ask = Check::Kind;  // «Kind» is a name of the layer below, too
using Comparison = Check::Comparison;

constexpr std::string_view kSpriteHelper = R"(
// A sprite, or one of its clones, the oldest is 0. The test fails if it is not there.
function sprite(t, name, clone) {
    const original = t.getSprite(name);
    t.assert.ok(original, 'there is no sprite ' + name);
    if (clone === undefined) return original;
    const found = original.getClones()[clone];
    t.assert.ok(found, 'there is no clone ' + (clone + 1) + ' of ' + name);
    return found;
}
)";
constexpr std::string_view kVariableHelper = R"(
// The value of a variable of the stage or a sprite, as text. The test fails if it is not there.
function variable(t, owner, name) {
    const found = owner.getVariable(name);
    t.assert.ok(found, 'there is no variable ' + name);
    return found.value;
}
)";
constexpr std::string_view kListHelper = R"(
// The items of a list of the stage or a sprite. The test fails if it is not there.
function list(t, owner, name) {
    const found = owner.getList(name);
    t.assert.ok(found, 'there is no list ' + name);
    return found.value;
}
)";
constexpr std::string_view kItemsHelper = R"(
// Whether two items are equal: as numbers if both are numbers, else as texts.
function same(a, b) {
    const number = item => String(item).trim() === '' ? NaN : Number(item);
    return String(a) === String(b) || number(a) === number(b);
}
function sameItems(actual, expected) {
    return actual.length === expected.length && expected.every((item, i) => same(actual[i], item));
}
)";

constexpr std::string_view kDifferenceHelper = R"(
// How much one value is more than another; of texts, 0: they are the same.
function difference(a, b) {
    const number = value => String(value).trim() === '' ? NaN : Number(value);
    const more = number(a) - number(b);
    return Number.isNaN(more) && String(a) === String(b) ? 0 : more;
}
)";
constexpr std::string_view kSpansHelper = R"(
// Runs for so many steps and calls the checks after each.
async function watch(t, steps, checks) {
    for (let i = 0; i < steps; i++) {
        await t.runForSteps(1);
        checks.forEach(check => check());
    }
}
// Whether an assertion holds.
function holds(assertion) {
    try {
        assertion();
        return true;
    } catch (error) {
        return false;
    }
}
)";

// A value that is a number only if its text is one.
std::string numberOf(const Check& check, const std::string& actual) {
    if (check.kind != Ask::Variable) return actual;
    return fmt::format("Number({}.trim() || NaN)", actual);
}

}  // namespace

std::string javaScriptText(std::string_view text) {
    std::string out = "'";
    for (const char16_t unit : toUtf16(text)) {
        switch (unit) {
            case '\'': out += "\\'"; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            default:
                // Line separators end a string in old JavaScript; halves of pairs would not survive as UTF-8.
                if (unit < 0x20 || unit == 0x2028 || unit == 0x2029 || unit == 0xFEFF ||
                    (unit >= 0xD800 && unit <= 0xDFFF)) {
                    out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
                } else {
                    out += toUtf8({&unit, 1});
                }
        }
    }
    return out + "'";
}

std::string javaScriptLiteral(const Value& value) {
    const double number = numberForTests(value);
    return std::isnan(number) ? javaScriptText(toText(value).utf8()) : numberToText(number);
}

void JavaScriptChecks::note(std::string sentence) {
    if (std::find(notes_.begin(), notes_.end(), sentence) == notes_.end())
        notes_.push_back(std::move(sentence));
}

std::string JavaScriptChecks::helpers() const {
    std::string text;
    if (usesSprite_) text += kSpriteHelper;
    if (usesVariable_) text += kVariableHelper;
    if (usesList_) text += kListHelper;
    if (usesItems_) text += kItemsHelper;
    if (usesDifference_) text += kDifferenceHelper;
    if (usesSpans_) text += kSpansHelper;
    return text;
}

std::string JavaScriptChecks::spriteCall(const Subject& subject) {
    if (subject.isStage()) return "t.getStage()";
    usesSprite_ = true;
    const std::string name = javaScriptText(subject.sprite);
    return subject.clone ? fmt::format("sprite(t, {}, {})", name, *subject.clone)
                         : fmt::format("sprite(t, {})", name);
}

std::string JavaScriptChecks::asserted(std::string_view verb, const std::string& arguments) const {
    return fmt::format("t.assert.{}({}, {})", verb, arguments, message_);
}

std::string JavaScriptChecks::negatable(const Check& check, const std::string& condition) const {
    return asserted(check.comparison == Comparison::NotEqual ? "not" : "ok", condition);
}

std::string JavaScriptChecks::truth(const Check& check, const std::string& actual) const {
    const bool wanted = toBoolean(check.expected) != (check.comparison == Comparison::NotEqual);
    return asserted(wanted ? "ok" : "not", actual);
}

std::string JavaScriptChecks::compared(const Check& check, const std::string& actual) const {
    const std::string expected = javaScriptLiteral(check.expected);
    const std::string delta = numberToText(check.tolerance);
    // Blank text equals 0 in JavaScript, but is no number for a check.
    const bool zero = numberForTests(check.expected) == 0 && check.kind == Ask::Variable;
    const bool exact = check.tolerance == 0 || std::isnan(numberForTests(check.expected));
    switch (check.comparison) {
        case Comparison::Equal:
            if (!zero && exact) return asserted("equal", fmt::format("{}, {}", actual, expected));
            if (!zero) return asserted("withinRange", fmt::format("{}, {}, {}", actual, expected, delta));
            break;
        case Comparison::NotEqual:
            if (!zero && exact) return asserted("not", fmt::format("{} == {}", actual, expected));
            if (!zero)
                return asserted("not", fmt::format("Math.abs({} - {}) <= {}", actual, expected, delta));
            break;
        case Comparison::AtLeast:
            return asserted("ok",
                            fmt::format("{} >= {}", numberOf(check, actual),
                                        numberToText(numberForTests(check.expected) - check.tolerance)));
        case Comparison::AtMost:
            return asserted("ok",
                            fmt::format("{} <= {}", numberOf(check, actual),
                                        numberToText(numberForTests(check.expected) + check.tolerance)));
    }
    return negatable(check, fmt::format("{0}.trim() !== '' && Math.abs({0}) <= {1}", actual, delta));
}

std::string JavaScriptChecks::measured(const Check& check) {
    const std::string who = check.kind == Ask::Backdrop ? "t.getStage()" : spriteCall(check.subject);
    const std::string name = javaScriptText(check.name);
    switch (check.kind) {
        case Ask::Backdrop:
        case Ask::Costume: return who + (check.expected.isText() ? ".currentCostumeName" : ".currentCostume");
        case Ask::CloneCount: return who + ".getCloneCount()";
        case Ask::Direction: return who + ".direction";
        case Ask::Effect: return fmt::format("{}.effects.{}", who, check.name);
        case Ask::Layer: return who + ".layerOrder";
        case Ask::ListLength: usesList_ = true; return fmt::format("list(t, {}, {}).length", who, name);
        case Ask::X: return who + ".x";
        case Ask::Y: return who + ".y";
        case Ask::Size: return who + ".size";
        case Ask::Variable: usesVariable_ = true; return fmt::format("variable(t, {}, {})", who, name);
        case Ask::Volume: return who + ".volume";
        default: return {};
    }
}

std::string JavaScriptChecks::assertion(const Check& check, const std::string& other) {
    usesDifference_ = true;
    message_ = javaScriptText(check.text());
    Check change = check;
    change.kind = Ask::X;  // a number, whatever it is about
    return compared(change, fmt::format("difference({}, {})", measured(check), other));
}

std::string JavaScriptChecks::assertion(const Check& check) {
    if (check.minus) return assertion(check, measured(check.minus->asCheck()));
    message_ = javaScriptText(check.text());
    const std::string who = check.kind == Ask::Backdrop ? "t.getStage()" : spriteCall(check.subject);
    switch (check.kind) {
        case Ask::Backdrop:
        case Ask::Costume: return costume(check, who);
        case Ask::CloneCount: return compared(check, measured(check));
        case Ask::Direction: return direction(check, who + ".direction");
        case Ask::Effect: return compared(check, measured(check));
        case Ask::Layer: return compared(check, measured(check));
        case Ask::ListLength: return compared(check, measured(check));
        case Ask::ListContents: return contents(check, who);
        case Ask::Position: return position(check, who);
        case Ask::X: return compared(check, measured(check));
        case Ask::Y: return compared(check, measured(check));
        case Ask::Say: return speech(check, who);
        case Ask::Size: return compared(check, measured(check));
        case Ask::TouchingSprite: return touching(check, who);
        case Ask::TouchingEdge: return truth(check, who + ".isTouchingEdge()");
        case Ask::Variable: return compared(check, measured(check));
        case Ask::Visible: return truth(check, who + ".visible");
        case Ask::Volume: return compared(check, measured(check));
    }
    return {};
}

// Whisker counts costumes from 0.
std::string JavaScriptChecks::costume(const Check& check, const std::string& who) const {
    if (check.expected.isText()) {
        return negatable(check, fmt::format("{}.currentCostumeName === {}", who,
                                            javaScriptText(check.expected.asText().utf8())));
    }
    Check fromZero = check;
    fromZero.expected = Value(toNumber(check.expected) - 1);
    return compared(fromZero, who + ".currentCostume");
}

std::string JavaScriptChecks::direction(const Check& check, const std::string& actual) const {
    const double wanted = numberForTests(check.expected);
    const bool across = std::fabs(wanted) + check.tolerance >= 180;
    if (!across || check.comparison == Comparison::AtLeast || check.comparison == Comparison::AtMost)
        return compared(check, actual);
    return negatable(check, fmt::format("Math.abs((({} - {}) % 360 + 540) % 360 - 180) <= {}", actual,
                                        numberToText(wanted), numberToText(check.tolerance)));
}

std::string JavaScriptChecks::contents(const Check& check, const std::string& who) {
    usesList_ = usesItems_ = true;
    if (check.tolerance > 0) note("lists are compared exactly, without «within»");
    std::string items;
    for (const Value& item : check.items) items += (items.empty() ? "" : ", ") + javaScriptLiteral(item);
    return negatable(check,
                     fmt::format("sameItems(list(t, {}, {}), [{}])", who, javaScriptText(check.name), items));
}

std::string JavaScriptChecks::position(const Check& check, const std::string& who) const {
    const std::string delta = numberToText(check.tolerance);
    const std::string x = numberToText(check.x), y = numberToText(check.y);
    if (check.comparison == Comparison::NotEqual) {
        return asserted("not", fmt::format("Math.abs({0}.x - {1}) <= {3} && Math.abs({0}.y - {2}) <= {3}",
                                           who, x, y, delta));
    }
    return fmt::format("{};\n    {}", asserted("withinRange", fmt::format("{}.x, {}, {}", who, x, delta)),
                       asserted("withinRange", fmt::format("{}.y, {}, {}", who, y, delta)));
}

std::string JavaScriptChecks::speech(const Check& check, const std::string& who) {
    if (check.bubble == Check::Bubble::Say || check.bubble == Check::Bubble::Think)
        note("Whisker does not tell saying from thinking");
    const std::string text = who + ".sayText";
    if (check.bubble == Check::Bubble::None)
        return asserted(check.comparison == Comparison::NotEqual ? "ok" : "not", text);
    if (!check.expected.isText()) return negatable(check, text);
    const std::string wanted = javaScriptText(check.expected.asText().utf8());
    if (check.comparison == Comparison::NotEqual)
        return asserted("not", fmt::format("{} === {}", text, wanted));
    return asserted("equal", fmt::format("{}, {}", text, wanted));
}

std::string JavaScriptChecks::touching(const Check& check, const std::string& who) {
    const bool wanted = toBoolean(check.expected) != (check.comparison == Comparison::NotEqual);
    if (check.other.clone) {
        note("Whisker does not tell which clone of a sprite is touched");
        // Another clone, or the original, may be touched all the same.
        if (!wanted) return {};
        const std::string sprite = check.other.sprite;
        message_ = javaScriptText(fmt::format("{} should touch {}", check.subject.text(), sprite));
    }
    return truth(check, fmt::format("{}.isTouchingSprite({})", who, javaScriptText(check.other.sprite)));
}

}  // namespace ounce
