#include <algorithm>
#include <cmath>

#include "base/date.h"
#include "base/file.h"
#include "base/nearest.h"
#include "spec/parse.h"
#include "testing/check_reader.h"
#include "testing/recording.h"
#include "testing/suite_json.h"
#include "vm/key_names.h"
#include "vm/log_json.h"

namespace ounce {
namespace {

using Element = JsonElement;
using Does = UserEvent::Kind;

Result<void> readDuration(JsonFields& fields, UserEvent& event) {
    std::uint64_t steps = 0;
    OUNCE_CHECK(fields.whole("steps", steps, kMaxTestSteps));
    event.steps = static_cast<std::int32_t>(steps);
    return {};
}

Result<void> readMouse(JsonFields& fields, UserEvent& event) {
    std::string_view word;
    if (const auto value = fields.take("mouse"); !value->get(word)) {
        event.kind = Does::MouseMove;
        return fields.point("mouse", event.x, event.y);
    }
    if (word == "up") {
        event.kind = Does::MouseUp;
        return {};
    }
    if (word != "down") return fields.problem("«mouse» must be \"down\", \"up\" or a place [x, y]");
    event.kind = Does::MouseDown;
    return readDuration(fields, event);
}

Result<void> readClick(JsonFields& fields, UserEvent& event) {
    std::string_view sprite;
    if (const auto value = fields.take("click"); !value->get(sprite)) {
        event.kind = Does::ClickAt;
        OUNCE_CHECK(fields.point("click", event.x, event.y));
        return readDuration(fields, event);
    }
    event.kind = Does::ClickSprite;
    event.name = sprite;
    return readClone(fields, "clone", event.clone);
}

Result<void> readTrue(JsonFields& fields, std::string_view key) {
    bool value = false;
    OUNCE_CHECK(fields.boolean(key, value));
    if (!value) return fields.problem(fmt::format("«{}» can only be true", key), "leave out the whole event");
    return {};
}

Result<void> readKey(JsonFields& fields, std::string_view key, std::string& name) {
    std::string word;
    OUNCE_CHECK(fields.text(key, word));
    auto known = scratchWordForKey(word);
    if (!known) return std::unexpected(std::move(known.error()).inside(fields.path()));
    name = std::move(*known);
    return {};
}

Result<void> readAction(JsonFields& fields, UserEvent& event) {
    if (fields.has("press")) {
        event.kind = Does::KeyPress;
        OUNCE_CHECK(readKey(fields, "press", event.name));
        return readDuration(fields, event);
    }
    if (fields.has("release")) {
        event.kind = Does::KeyRelease;
        return readKey(fields, "release", event.name);
    }
    if (fields.has("mouse")) return readMouse(fields, event);
    if (fields.has("click")) return readClick(fields, event);
    if (fields.has("click stage")) {
        event.kind = Does::ClickStage;
        return readTrue(fields, "click stage");
    }
    if (fields.has("drag")) {
        event.kind = Does::DragSprite;
        OUNCE_CHECK(fields.text("drag", event.name));
        OUNCE_CHECK(readClone(fields, "clone", event.clone));
        if (!fields.has("to")) return fields.problem("says not where «to» drag the sprite");
        return fields.point("to", event.x, event.y);
    }
    if (fields.has("type")) {
        event.kind = Does::TypeText;
        return fields.text("type", event.text);
    }
    if (fields.has("sound")) {
        event.kind = Does::Sound;
        OUNCE_CHECK(fields.number("sound", event.volume));
        return readDuration(fields, event);
    }
    if (fields.has("flag")) {
        event.kind = Does::GreenFlag;
        return readTrue(fields, "flag");
    }
    if (fields.has("stop")) {
        event.kind = Does::StopAll;
        return readTrue(fields, "stop");
    }
    return fields.problem(
        "says nothing that a user does",
        "known are press, release, mouse, click, click stage, drag, type, sound, flag and stop");
}

Result<TimedEvent> readEvent(const Element& entry, std::string path) {
    OUNCE_TRY(JsonFields fields, JsonFields::open(entry, std::move(path)));
    TimedEvent timed;
    OUNCE_CHECK(readTime(fields, timed.at));
    OUNCE_CHECK(readAction(fields, timed.event));
    OUNCE_CHECK(fields.finish());
    return timed;
}

template <class Take>
Result<void> eachText(JsonFields& fields, std::string_view key, Take take) {
    return eachEntry(fields, key, [&](const Element& one, const std::string& place) -> Result<void> {
        std::string_view text;
        if (!one.get(text)) return fail("must be a text", place);
        take(text);
        return {};
    });
}

Result<InitialValue> readInitial(const Element& entry, std::string path) {
    OUNCE_TRY(JsonFields fields, JsonFields::open(entry, std::move(path)));
    InitialValue initial;
    OUNCE_CHECK(fields.text("variable", initial.variable));
    if (initial.variable.empty()) return fields.problem("says not which «variable»");
    OUNCE_CHECK(fields.text("sprite", initial.sprite));
    const auto value = fields.take("value");
    const std::optional<Value> scalar = value ? jsonValue(*value) : std::nullopt;
    if (!scalar) return fields.problem("«value» must be a number, a text, true or false");
    initial.value = *scalar;
    OUNCE_CHECK(fields.finish());
    return initial;
}

// The properties of a suite can be read, and its tests watch no others.
Result<void> checkProperties(const Suite& suite) {
    OUNCE_TRY(const spec::Spec spec, spec::parse(suite.properties, "/properties"));
    std::vector<std::string> names;
    for (const spec::Property& property : spec.properties) names.push_back(property.name);
    for (const TestCase& test : suite.tests) {
        for (const std::string& name : test.watch) {
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            return fail(
                fmt::format("the test «{}» watches «{}», which is no property of the suite", test.name, name),
                "/properties", didYouMean(name, names));
        }
    }
    return {};
}

Result<TestCase> readTest(const Element& entry, std::string path) {
    OUNCE_TRY(JsonFields fields, JsonFields::open(entry, std::move(path)));
    TestCase test;
    OUNCE_CHECK(fields.text("name", test.name));
    if (test.name.empty()) return fields.problem("the test has no «name»");
    OUNCE_CHECK(fields.text("description", test.description));
    OUNCE_CHECK(fields.seed("seed", test.seed));
    OUNCE_CHECK(fields.boolean("skip", test.skip));
    OUNCE_CHECK(fields.whole("steps", test.steps, kMaxTestSteps));
    OUNCE_CHECK(eachText(fields, "watch", [&](std::string_view name) { test.watch.emplace_back(name); }));
    OUNCE_CHECK(eachEntry(fields, "initial", [&](const Element& one, std::string place) -> Result<void> {
        OUNCE_TRY(InitialValue initial, readInitial(one, std::move(place)));
        test.initial.push_back(std::move(initial));
        return {};
    }));
    if (const auto draws = fields.take("draws")) {
        JsonArray list;
        if (!draws->get(list)) return fields.problem("«draws» must be a list");
        auto read = readDraws(list);
        if (!read) return std::unexpected(std::move(read.error()).inside(fields.path()));
        test.draws = std::move(*read);
    }
    OUNCE_CHECK(eachEntry(fields, "events", [&](const Element& one, std::string place) -> Result<void> {
        OUNCE_TRY(TimedEvent event, readEvent(one, std::move(place)));
        test.events.push_back(std::move(event));
        return {};
    }));
    OUNCE_CHECK(eachEntry(fields, "checks", [&](const Element& one, std::string place) -> Result<void> {
        OUNCE_TRY(TimedCheck check, readCheck(one, std::move(place)));
        test.checks.push_back(std::move(check));
        return {};
    }));
    OUNCE_CHECK(fields.finish());
    test.settle();
    return test;
}

// A recorded run (ounce run --record) is a suite of one test.
bool isLog(const Element& root) {
    JsonObject json;
    std::string_view format;
    return root.get(json) && json.get("format", format) && format == "ounce-log";
}

Result<Suite> readRecorded(const Element& root) {
    JsonObject json;
    root.get(json);
    OUNCE_TRY(const Log log, readLog(json));
    return suiteOf(log, recordedTest(log).test);
}

Result<Suite> readRoot(const Element& root) {
    OUNCE_TRY(JsonFields fields, JsonFields::open(root, ""));
    if (!fields.has("ounce suite"))
        return fail("is not a suite of Ounce: it does not begin with \"ounce suite\": 1");
    std::uint64_t version = 0;
    OUNCE_CHECK(fields.whole("ounce suite", version, 1000));
    if (version != 1)
        return fail(fmt::format("is a suite of version {}, this Ounce reads version 1", version), "",
                    "use a newer Ounce");
    Suite suite;
    OUNCE_CHECK(fields.text("project", suite.project));
    std::string mode = "whisker";
    OUNCE_CHECK(fields.text("mode", mode));
    if (mode != "whisker" && mode != "scratch")
        return fields.problem("«mode» must be \"whisker\" or \"scratch\"");
    suite.mode = mode == "whisker" ? Mode::Whisker : Mode::Scratch;
    OUNCE_CHECK(fields.number("timer step", suite.timerStep));
    if (!(suite.timerStep >= 0 && suite.timerStep <= 3600))
        return fields.problem("«timer step» must be a number of seconds from 0 to 3600");
    std::string numbers = "mulberry32";
    OUNCE_CHECK(fields.text("numbers", numbers));
    if (numbers != "whisker" && numbers != "mulberry32")
        return fields.problem("«numbers» must be \"whisker\" or \"mulberry32\"");
    suite.numbers = numbers == "whisker" ? Numbers::Whisker : Numbers::Mulberry32;
    OUNCE_CHECK(fields.text("user name", suite.userName));
    if (fields.has("start date")) {
        std::string date;
        OUNCE_CHECK(fields.text("start date", date));
        const auto read = readDate(date);
        if (!read)
            return fields.problem("«start date» must be a date such as 2026-11-17 or 2026-11-17T08:30");
        suite.startDate = *read;
    }
    if (const auto made = fields.take("made by")) {
        OUNCE_TRY(JsonFields origin, JsonFields::open(*made, "/made by"));
        OUNCE_CHECK(origin.text("algorithm", suite.algorithm));
        OUNCE_CHECK(origin.seed("seed", suite.seed));
        OUNCE_CHECK(origin.finish());
    }
    OUNCE_CHECK(eachText(fields, "properties",
                         [&](std::string_view line) { suite.properties += fmt::format("{}\n", line); }));
    OUNCE_CHECK(eachEntry(fields, "tests", [&](const Element& one, std::string place) -> Result<void> {
        OUNCE_TRY(TestCase test, readTest(one, std::move(place)));
        suite.tests.push_back(std::move(test));
        return {};
    }));
    OUNCE_CHECK(fields.finish());
    OUNCE_CHECK(checkProperties(suite));
    return suite;
}

Error syntaxError(std::string_view json) {
    const std::optional<JsonErrorPlace> place = findJsonError(json);
    if (!place) return {"is not proper JSON", "", ""};
    return {"is not proper JSON here", fmt::format("line {}, column {}", place->line, place->column),
            "a comma, a quote or a bracket is missing or too many"};
}

}  // namespace

Result<Suite> readSuiteJson(std::string_view json, const std::string& name) {
    if (json.size() > kMaxSuiteBytes) return fail("is larger than 16 MB, too large for a suite", name);
    JsonDocument document;
    if (document.parse(std::string(json)) != JsonProblem::None)
        return std::unexpected(syntaxError(json).inside(name));
    Result<Suite> suite = isLog(document.root()) ? readRecorded(document.root()) : readRoot(document.root());
    if (!suite) return std::unexpected(std::move(suite.error()).inside(name));
    return suite;
}

Result<Suite> loadSuiteJson(const std::string& path) {
    OUNCE_TRY(const std::string json, readFile(path, kMaxSuiteBytes));
    return readSuiteJson(json, path);
}

}  // namespace ounce
