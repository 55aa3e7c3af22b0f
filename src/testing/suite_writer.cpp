#include <fmt/format.h>

#include "base/cast.h"
#include "base/date.h"
#include "base/json_writer.h"
#include "testing/check_words.h"
#include "testing/suite_json.h"
#include "vm/log_json.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;

std::string inQuotes(std::string_view text) { return JsonWriter().string(text).take(); }
std::string number(double value) { return JsonWriter().number(value).take(); }
std::string point(double x, double y) { return fmt::format("[{}, {}]", number(x), number(y)); }

// JSON has no infinities and no «undefined»; as text they mean the same to a check.
std::string scalar(const Value& value) {
    if (value.isNumber() && std::isfinite(value.asNumber())) return number(value.asNumber());
    if (value.type() == Type::Boolean) return value.asBoolean() ? "true" : "false";
    return inQuotes(toText(value).utf8());
}

// An object in one line, with room to breathe.
class Line {
  public:
    Line& add(std::string_view key, std::string_view json) {
        text_ += text_.empty() ? "{" : ", ";
        text_ += inQuotes(key);
        text_ += ": ";
        text_ += json;
        return *this;
    }
    Line& steps(std::int32_t steps) { return steps == 0 ? *this : add("steps", number(steps)); }
    Line& clone(std::string_view key, const std::optional<std::int32_t>& clone) {
        return clone ? add(key, number(*clone + 1)) : *this;
    }
    std::string take() { return text_.empty() ? "{}" : text_ + "}"; }

  private:
    std::string text_;
};

std::string line(const TimedEvent& timed) {
    const UserEvent& event = timed.event;
    Line out;
    out.add("at", number(static_cast<double>(timed.at)));
    switch (event.kind) {
        case Does::Wait: return {};
        case Does::KeyPress: out.add("press", inQuotes(event.name)).steps(event.steps); break;
        case Does::KeyRelease: out.add("release", inQuotes(event.name)); break;
        case Does::MouseMove: out.add("mouse", point(event.x, event.y)); break;
        case Does::MouseDown: out.add("mouse", "\"down\"").steps(event.steps); break;
        case Does::MouseUp: out.add("mouse", "\"up\""); break;
        case Does::ClickSprite: out.add("click", inQuotes(event.name)).clone("clone", event.clone); break;
        case Does::ClickAt: out.add("click", point(event.x, event.y)).steps(event.steps); break;
        case Does::ClickStage: out.add("click stage", "true"); break;
        case Does::DragSprite:
            out.add("drag", inQuotes(event.name))
                .clone("clone", event.clone)
                .add("to", point(event.x, event.y));
            break;
        case Does::TypeText: out.add("type", inQuotes(event.text)); break;
        case Does::Sound: out.add("sound", number(event.volume)).steps(event.steps); break;
        case Does::GreenFlag: out.add("flag", "true"); break;
        case Does::StopAll: out.add("stop", "true"); break;
    }
    return out.take();
}

std::string expected(const Check& check, ExpectedShape shape) {
    switch (shape) {
        case ExpectedShape::Truth: return toBoolean(check.expected) ? "true" : "false";
        case ExpectedShape::Point: return point(check.x, check.y);
        case ExpectedShape::Speech:
            if (check.bubble == Check::Bubble::None) return "false";
            return check.expected.isText() ? scalar(check.expected) : "true";
        case ExpectedShape::Items: {
            std::string list;
            for (const Value& item : check.items) list += (list.empty() ? "" : ", ") + scalar(item);
            return "[" + list + "]";
        }
        default: return scalar(check.expected);
    }
}

// What is measured, of a check or of the thing it is compared with.
template <class Measured>
void addWhat(Line& out, const CheckWord& word, const Measured& measured) {
    out.add("check", inQuotes(word.word));
    if (word.needsName) out.add("name", inQuotes(measured.name));
    if (!measured.subject.isStage()) out.add("sprite", inQuotes(measured.subject.sprite));
    out.clone("clone", measured.subject.clone);
}

std::string line(const Check::Thing& thing) {
    Line out;
    addWhat(out, wordOf(thing.asCheck()), thing);
    return out.take();
}

std::string line(const TimedCheck& timed) {
    const Check& check = timed.check;
    const CheckWord& word = wordOf(check);
    Line out;
    out.add("at", number(static_cast<double>(timed.at)));
    addWhat(out, word, check);
    if (check.kind == Check::Kind::TouchingSprite)
        out.add("other", inQuotes(check.other.sprite)).clone("other clone", check.other.clone);
    if (timed.span != Span::Now)
        out.add(kSpanWords[static_cast<std::size_t>(timed.span)], number(static_cast<double>(timed.from)));
    if (check.minus) out.add("minus", line(*check.minus));
    if (check.since) out.add("change since", number(static_cast<double>(*check.since)));
    Check::Comparison comparison = check.comparison;
    std::string value = expected(check, word.shape);
    // «is not false» about bubbles: something is shown.
    if (check.kind == Check::Kind::Say && check.bubble == Check::Bubble::None &&
        comparison == Check::Comparison::NotEqual) {
        comparison = Check::Comparison::Equal;
        value = "true";
    }
    out.add(kComparisonWords[static_cast<std::size_t>(comparison)], value);
    if (check.tolerance != usualTolerance(check.kind)) out.add("within", number(check.tolerance));
    return out.take();
}

std::string line(const InitialValue& initial) {
    Line out;
    out.add("variable", inQuotes(initial.variable));
    if (!initial.sprite.empty()) out.add("sprite", inQuotes(initial.sprite));
    return out.add("value", scalar(initial.value)).take();
}

std::string line(const Draws& draws) {
    JsonWriter json;
    writeDraws(json, draws);
    return json.take();
}

template <class Items>
std::string lines(std::string_view key, const Items& items) {
    std::string list;
    for (const auto& item : items) {
        const std::string one = line(item);
        if (one.empty()) continue;
        list += list.empty() ? "\n" : ",\n";
        list += "        " + one;
    }
    if (list.empty()) return {};
    return fmt::format(",\n      \"{}\": [{}\n      ]", key, list);
}

std::string testText(const TestCase& test) {
    std::string text = fmt::format("    {{\n      \"name\": {}", inQuotes(test.name));
    if (!test.description.empty()) text += ",\n      \"description\": " + inQuotes(test.description);
    if (test.skip) text += ",\n      \"skip\": true";
    text += fmt::format(",\n      \"seed\": {},\n      \"steps\": {}", test.seed, test.steps);
    std::string watch;
    for (const std::string& name : test.watch) watch += (watch.empty() ? "" : ", ") + inQuotes(name);
    if (!watch.empty()) text += fmt::format(",\n      \"watch\": [{}]", watch);
    return text + lines("initial", test.initial) + lines("draws", test.draws) + lines("events", test.events) +
           lines("checks", test.checks) + "\n    }";
}

}  // namespace

std::string_view checkWord(const Check& check) { return wordOf(check).word; }

std::string writeSuiteJson(const Suite& suite) {
    std::string text = "{\n  \"ounce suite\": 1";
    if (!suite.project.empty()) text += ",\n  \"project\": " + inQuotes(suite.project);
    text += fmt::format(",\n  \"mode\": \"{}\"", suite.mode == Mode::Whisker ? "whisker" : "scratch");
    if (suite.timerStep != kWhiskerTimerStep) text += ",\n  \"timer step\": " + number(suite.timerStep);
    if (suite.numbers == Numbers::Whisker) text += ",\n  \"numbers\": \"whisker\"";
    if (!suite.userName.empty()) text += ",\n  \"user name\": " + inQuotes(suite.userName);
    if (suite.startDate != kUsualStartDate)
        text += ",\n  \"start date\": " + inQuotes(writeDate(suite.startDate));
    if (!suite.algorithm.empty()) {
        text += fmt::format(",\n  \"made by\": {{\"algorithm\": {}, \"seed\": {}}}",
                            inQuotes(suite.algorithm), suite.seed);
    }
    if (!suite.properties.empty()) {
        std::string list;
        for (std::size_t begin = 0; begin < suite.properties.size();) {
            const std::size_t end = std::min(suite.properties.find('\n', begin), suite.properties.size());
            list += list.empty() ? "\n    " : ",\n    ";
            list += inQuotes(std::string_view(suite.properties).substr(begin, end - begin));
            begin = end + 1;
        }
        text += fmt::format(",\n  \"properties\": [{}\n  ]", list);
    }
    std::string tests;
    for (const TestCase& test : suite.tests) tests += (tests.empty() ? "\n" : ",\n") + testText(test);
    return text + ",\n  \"tests\": [" + tests + (tests.empty() ? "]" : "\n  ]") + "\n}\n";
}

}  // namespace ounce
