#include "testing/suite_js.h"

#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/number.h"
#include "base/text.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;
using Kind = Check::Kind;
using Comparison = Check::Comparison;

std::string inQuotes(std::string_view text) {
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

std::string literal(const Value& value) {
    const double number = numberForTests(value);
    return std::isnan(number) ? inQuotes(toText(value).utf8()) : numberToText(number);
}

// The helpers that the tests of a file may call; only those that are called are written.
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

class Writer {
  public:
    explicit Writer(const Suite& suite) : suite_(suite) {}

    JavaScriptSuite write() {
        std::string functions, entries;
        for (std::size_t i = 0; i < suite_.tests.size(); i++) {
            const TestCase& test = suite_.tests[i];
            if (!test.watch.empty())
                note(fmt::format("the test «{}» watches a property, which Whisker cannot", test.name));
            if (!test.draws.empty())
                note(fmt::format("the test «{}» says what random numbers come out; Whisker draws its own",
                                 test.name));
            functions +=
                fmt::format("\nconst test{} = async function (t) {{\n{}    t.end();\n}};\n", i, body(test));
            entries += fmt::format(
                "    {{\n        test: test{},\n        name: {},\n        description: {},\n"
                "        categories: [],\n        generationAlgorithm: {},\n        seed: '{}',\n        "
                "random: 'mulberry32',\n{}"
                "        type: 'standard'\n    }},\n",
                i, inQuotes(test.name), inQuotes(test.description), inQuotes(suite_.algorithm), test.seed,
                test.skip ? "        skip: true,\n" : "");
        }
        JavaScriptSuite out;
        if (suite_.mode != Mode::Whisker)
            note("the suite is for the mode scratch; Whisker makes one pass over the scripts per step");
        out.text = fmt::format("// {}\n", suite_.project.empty()
                                              ? std::string("A suite written by Ounce.")
                                              : fmt::format("A suite for {}, written by Ounce.", oneLine()));
        if (usesSprite_) out.text += kSpriteHelper;
        if (usesVariable_) out.text += kVariableHelper;
        if (usesList_) out.text += kListHelper;
        if (usesItems_) out.text += kItemsHelper;
        out.text += functions + "\nmodule.exports = [\n" + entries + "];\n";
        out.notes = std::move(notes_);
        return out;
    }

  private:
    [[nodiscard]] std::string oneLine() const {
        std::string name = suite_.project;
        for (char& c : name) {
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        }
        return name;
    }

    void note(std::string sentence) {
        for (const std::string& known : notes_) {
            if (known == sentence) return;
        }
        notes_.push_back(std::move(sentence));
    }

    std::string body(const TestCase& test) {
        std::string text = initialValues(test);
        std::uint64_t now = 0;
        const auto waitUntil = [&](std::uint64_t at) {
            if (at > now) text += fmt::format("    await t.runForSteps({});\n", at - now);
            now = std::max(now, at);
        };
        auto event = test.events.begin();
        auto check = test.checks.begin();
        while (event != test.events.end() || check != test.checks.end()) {
            const bool checks =
                event == test.events.end() || (check != test.checks.end() && check->at <= event->at);
            waitUntil(checks ? check->at : event->at);
            const std::string line = checks ? assertion((check++)->check) : action((event++)->event);
            if (!line.empty()) text += fmt::format("    {};\n", line);
        }
        waitUntil(test.steps);
        return text;
    }

    // What variables begin with. The flag was clicked already, but no script has run.
    static std::string initialValues(const TestCase& test) {
        std::string text;
        for (const InitialValue& initial : test.initial) {
            const std::string owner =
                initial.sprite.empty() ? "getTargetForStage()"
                                       : fmt::format("getSpriteTargetByName({})", inQuotes(initial.sprite));
            text += fmt::format("    t.vm.runtime.{}.lookupVariableByNameAndType({}, '').value = {};\n",
                                owner, inQuotes(initial.variable), literal(initial.value));
        }
        return text;
    }

    std::string action(const UserEvent& event) {
        const std::string name = inQuotes(event.name);
        const auto steps = [&] { return event.steps > 0 ? fmt::format(", {}", event.steps) : std::string(); };
        const auto member = [&] {
            return event.steps > 0 ? fmt::format(", steps: {}", event.steps) : std::string();
        };
        const std::string x = numberToText(event.x), y = numberToText(event.y);
        switch (event.kind) {
            case Does::Wait: return {};
            case Does::KeyPress: return fmt::format("t.keyPress({}{})", name, steps());
            case Does::KeyRelease: return fmt::format("t.keyRelease({})", name);
            case Does::MouseMove:
                // mouseMove cuts decimals off, where the mouse of Scratch rounds.
                if (event.x == std::trunc(event.x) && event.y == std::trunc(event.y))
                    return fmt::format("t.mouseMove({}, {})", x, y);
                return fmt::format("t.inputImmediate({{device: 'mouse', x: {}, y: {}}})", x, y);
            case Does::MouseDown:
                return event.steps > 0 ? fmt::format("t.mouseDownForSteps({})", event.steps)
                                       : "t.mouseDown(true)";
            case Does::MouseUp: return "t.mouseDown(false)";
            case Does::ClickSprite:
                if (!event.clone) return fmt::format("t.clickSprite({})", name);
                note(
                    "Whisker clicks clones with the mouse: what lies in front of a clone is clicked instead");
                return fmt::format("t.clickClone({}, 1)", spriteCall({event.name, event.clone}));
            case Does::ClickAt:
                return fmt::format("t.inputImmediate({{device: 'mouse', x: {}, y: {}, isDown: true{}}})", x,
                                   y, member());
            case Does::ClickStage: return "t.clickStage()";
            case Does::DragSprite:
                if (!event.clone) return fmt::format("t.dragSprite({}, {}, {})", name, x, y);
                return fmt::format("{}.getScratchTarget().setXY({}, {}, true)",
                                   spriteCall({event.name, event.clone}), x, y);
            case Does::TypeText: return fmt::format("t.typeText({})", inQuotes(event.text));
            case Does::Sound:
                if (event.steps > 0)
                    return fmt::format("t.sendSound({}, {})", numberToText(event.volume), event.steps);
                return fmt::format("t.inputImmediate({{device: 'microphone', volume: {}}})",
                                   numberToText(event.volume));
            case Does::GreenFlag: return "t.greenFlag()";
            case Does::StopAll: return "t.vm.stopAll()";
        }
        return {};
    }

    std::string spriteCall(const Subject& subject) {
        if (subject.isStage()) return "t.getStage()";
        usesSprite_ = true;
        return subject.clone ? fmt::format("sprite(t, {}, {})", inQuotes(subject.sprite), *subject.clone)
                             : fmt::format("sprite(t, {})", inQuotes(subject.sprite));
    }

    std::string compared(const Check& check, const std::string& actual) {
        const std::string expected = literal(check.expected);
        const std::string delta = numberToText(check.tolerance);
        // Blank text equals 0 in JavaScript, but is no number for a check.
        const bool zero = numberForTests(check.expected) == 0 && check.kind == Kind::Variable;
        const bool exact = check.tolerance == 0 || std::isnan(numberForTests(check.expected));
        switch (check.comparison) {
            case Comparison::Equal:
                if (zero)
                    return fmt::format("t.assert.ok({0}.trim() !== '' && Math.abs({0}) <= {1})", actual,
                                       delta);
                if (exact) return fmt::format("t.assert.equal({}, {})", actual, expected);
                return fmt::format("t.assert.withinRange({}, {}, {})", actual, expected, delta);
            case Comparison::NotEqual:
                if (zero)
                    return fmt::format("t.assert.not({0}.trim() !== '' && Math.abs({0}) <= {1})", actual,
                                       delta);
                if (exact) return fmt::format("t.assert.not({} == {})", actual, expected);
                return fmt::format("t.assert.not(Math.abs({} - {}) <= {})", actual, expected, delta);
            case Comparison::AtLeast:
                return fmt::format("t.assert.ok({} >= {})", number(check, actual),
                                   numberToText(numberForTests(check.expected) - check.tolerance));
            case Comparison::AtMost:
                return fmt::format("t.assert.ok({} <= {})", number(check, actual),
                                   numberToText(numberForTests(check.expected) + check.tolerance));
        }
        return {};
    }
    static std::string number(const Check& check, const std::string& actual) {
        if (check.kind != Kind::Variable) return actual;
        return fmt::format("Number({}.trim() || NaN)", actual);
    }

    static std::string truth(const Check& check, const std::string& actual) {
        const bool wanted = toBoolean(check.expected) != (check.comparison == Comparison::NotEqual);
        return fmt::format("t.assert.{}({})", wanted ? "ok" : "not", actual);
    }

    static std::string negatable(const Check& check, const std::string& condition) {
        return fmt::format("t.assert.{}({})", check.comparison == Comparison::NotEqual ? "not" : "ok",
                           condition);
    }

    std::string assertion(const Check& check) {
        const std::string who = check.kind == Kind::Backdrop ? "t.getStage()" : spriteCall(check.subject);
        const std::string name = inQuotes(check.name);
        switch (check.kind) {
            case Kind::Backdrop:
            case Kind::Costume: return costume(check, who);
            case Kind::CloneCount: return compared(check, who + ".getCloneCount()");
            case Kind::Direction: return direction(check, who + ".direction");
            case Kind::Effect: return compared(check, fmt::format("{}.effects.{}", who, check.name));
            case Kind::Layer: return compared(check, who + ".layerOrder");
            case Kind::ListLength:
                usesList_ = true;
                return compared(check, fmt::format("list(t, {}, {}).length", who, name));
            case Kind::ListContents: return contents(check, who);
            case Kind::Position: return position(check, who);
            case Kind::X: return compared(check, who + ".x");
            case Kind::Y: return compared(check, who + ".y");
            case Kind::Say: return speech(check, who);
            case Kind::Size: return compared(check, who + ".size");
            case Kind::TouchingSprite: return touching(check, who);
            case Kind::TouchingEdge: return truth(check, who + ".isTouchingEdge()");
            case Kind::Variable:
                usesVariable_ = true;
                return compared(check, fmt::format("variable(t, {}, {})", who, name));
            case Kind::Visible: return truth(check, who + ".visible");
            case Kind::Volume: return compared(check, who + ".volume");
        }
        return {};
    }

    // Whisker counts costumes from 0.
    std::string costume(const Check& check, const std::string& who) {
        if (check.expected.isText()) {
            const char* verb = check.comparison == Comparison::NotEqual ? "not" : "ok";
            return fmt::format("t.assert.{}({}.currentCostumeName === {})", verb, who,
                               inQuotes(check.expected.asText().utf8()));
        }
        Check fromZero = check;
        fromZero.expected = Value(toNumber(check.expected) - 1);
        return compared(fromZero, who + ".currentCostume");
    }

    std::string direction(const Check& check, const std::string& actual) {
        const double wanted = numberForTests(check.expected);
        const bool across = std::fabs(wanted) + check.tolerance >= 180;
        if (!across || check.comparison == Comparison::AtLeast || check.comparison == Comparison::AtMost)
            return compared(check, actual);
        return negatable(check, fmt::format("Math.abs((({} - {}) % 360 + 540) % 360 - 180) <= {}", actual,
                                            numberToText(wanted), numberToText(check.tolerance)));
    }

    std::string contents(const Check& check, const std::string& who) {
        usesList_ = usesItems_ = true;
        if (check.tolerance > 0) note("lists are compared exactly, without «within»");
        std::string items;
        for (const Value& item : check.items) items += (items.empty() ? "" : ", ") + literal(item);
        return negatable(check,
                         fmt::format("sameItems(list(t, {}, {}), [{}])", who, inQuotes(check.name), items));
    }

    static std::string position(const Check& check, const std::string& who) {
        const std::string delta = numberToText(check.tolerance);
        const std::string x = numberToText(check.x), y = numberToText(check.y);
        if (check.comparison == Comparison::NotEqual)
            return fmt::format("t.assert.not(Math.abs({0}.x - {1}) <= {3} && Math.abs({0}.y - {2}) <= {3})",
                               who, x, y, delta);
        return fmt::format(
            "t.assert.withinRange({0}.x, {1}, {3});\n    t.assert.withinRange({0}.y, {2}, {3})", who, x, y,
            delta);
    }

    std::string speech(const Check& check, const std::string& who) {
        if (check.bubble == Check::Bubble::Say || check.bubble == Check::Bubble::Think)
            note("Whisker does not tell saying from thinking");
        const std::string text = who + ".sayText";
        if (check.bubble == Check::Bubble::None)
            return fmt::format("t.assert.{}({})", check.comparison == Comparison::NotEqual ? "ok" : "not",
                               text);
        if (!check.expected.isText()) return negatable(check, text);
        const std::string wanted = inQuotes(check.expected.asText().utf8());
        if (check.comparison == Comparison::NotEqual)
            return fmt::format("t.assert.not({} === {})", text, wanted);
        return fmt::format("t.assert.equal({}, {})", text, wanted);
    }

    std::string touching(const Check& check, const std::string& who) {
        if (check.other.clone) note("Whisker does not tell which clone of a sprite is touched");
        return truth(check, fmt::format("{}.isTouchingSprite({})", who, inQuotes(check.other.sprite)));
    }

    const Suite& suite_;
    bool usesSprite_ = false, usesVariable_ = false, usesList_ = false, usesItems_ = false;
    std::vector<std::string> notes_;
};

}  // namespace

JavaScriptSuite writeSuiteJs(const Suite& suite) { return Writer(suite).write(); }

}  // namespace ounce
