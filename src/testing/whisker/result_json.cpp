#include "testing/whisker/result_json.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/json_reader.h"
#include "base/json_writer.h"

namespace ounce {
namespace {

std::string text(const JsonObject& object, std::string_view key) {
    std::string_view found;
    return object.get(key, found) ? std::string(found) : std::string();
}

std::optional<std::string> optionalText(const JsonObject& object, std::string_view key) {
    std::string_view found;
    if (!object.get(key, found)) return std::nullopt;
    return std::string(found);
}

double number(const JsonObject& object, std::string_view key) {
    double found = 0;
    return object.get(key, found) ? found : 0;
}

bool boolean(const JsonObject& object, std::string_view key) {
    bool found = false;
    return object.get(key, found) && found;
}

std::vector<std::string> texts(const JsonObject& object, std::string_view key) {
    std::vector<std::string> found;
    JsonArray list;
    if (!object.get(key, list)) return found;
    for (const JsonElement entry : list) {
        std::string_view item;
        if (entry.get(item)) found.emplace_back(item);
    }
    return found;
}

void readProperties(const JsonObject& root, std::vector<spec::PropertyResult>& properties) {
    JsonArray list;
    if (!root.get("properties", list)) return;
    for (const JsonElement entry : list) {
        const JsonObject object = entry.object();
        spec::PropertyResult& property = properties.emplace_back();
        property.name = text(object, "name");
        property.explanation = text(object, "explanation");
        property.message = text(object, "message");
        property.step = static_cast<std::uint64_t>(number(object, "step"));
        const std::string status = text(object, "status");
        for (const spec::Outcome outcome : {spec::Outcome::Holds, spec::Outcome::Violated,
                                            spec::Outcome::Untriggered, spec::Outcome::Error}) {
            if (status == spec::outcomeName(outcome)) property.outcome = outcome;
        }
    }
}

JsTest readTest(const JsonObject& object) {
    JsTest test;
    test.name = text(object, "name");
    test.description = text(object, "description");
    test.categories = texts(object, "categories");
    test.skip = boolean(object, "skip");
    if (const double timeout = number(object, "timeout"); timeout > 0) test.timeout = timeout;
    test.seed = optionalText(object, "seed");
    test.generationAlgorithm = text(object, "generationAlgorithm");
    test.type = text(object, "type");
    return test;
}

void writeTexts(JsonWriter& json, std::string_view key, const std::vector<std::string>& list) {
    json.key(key).beginArray();
    for (const std::string& entry : list) json.string(entry);
    json.endArray();
}

void writeOptional(JsonWriter& json, std::string_view key, const std::optional<std::string>& value) {
    if (value) json.key(key).string(*value);
}

}  // namespace

Result<JsSuite> readSuite(std::string_view json) {
    JsonDocument document;
    JsonObject root;
    if (document.parse(std::string(json)) != JsonProblem::None || !document.root().get(root))
        return fail("the worker sent something unreadable");
    if (const auto problem = optionalText(root, "problem")) return fail(*problem);
    JsSuite suite;
    suite.fileName = text(root, "fileName");
    suite.warnings = texts(root, "warnings");
    JsonArray tests;
    if (!root.get("tests", tests)) return fail("the suite has no list of tests");
    for (const JsonElement entry : tests) suite.tests.push_back(readTest(entry.object()));
    return suite;
}

std::string writeSuite(const JsSuite& suite) {
    JsonWriter json;
    json.beginObject().key("fileName").string(suite.fileName);
    writeTexts(json, "warnings", suite.warnings);
    json.key("tests").beginArray();
    for (const JsTest& test : suite.tests) {
        json.beginObject().key("name").string(test.name).key("description").string(test.description);
        writeTexts(json, "categories", test.categories);
        json.key("skip").boolean(test.skip);
        if (test.timeout) json.key("timeout").number(*test.timeout);
        writeOptional(json, "seed", test.seed);
        json.key("generationAlgorithm")
            .string(test.generationAlgorithm)
            .key("type")
            .string(test.type)
            .endObject();
    }
    return json.endArray().endObject().take();
}

TestResult readResult(std::string_view json) {
    JsonDocument document;
    JsonObject root;
    TestResult result;
    if (document.parse(std::string(json)) != JsonProblem::None || !document.root().get(root)) {
        result.verdict = Verdict::Error;
        result.message = "the test left no result";
        return result;
    }
    const std::string status = text(root, "status");
    for (Verdict verdict : {Verdict::Pass, Verdict::Fail, Verdict::Error, Verdict::Skip}) {
        if (status == verdictName(verdict)) result.verdict = verdict;
    }
    result.message = text(root, "message");
    result.failure = {text(root, "name"),      text(root, "actual"),     text(root, "expected"),
                      text(root, "operation"), text(root, "constraint"), text(root, "stack")};
    result.asserted = static_cast<std::int64_t>(number(root, "asserted"));
    result.block.block = text(root, "block");
    result.block.sprite = text(root, "sprite");
    result.log = texts(root, "log");
    result.step = static_cast<std::uint64_t>(number(root, "step"));
    result.seed = static_cast<std::uint32_t>(number(root, "seed"));
    for (char c : text(root, "coverage")) result.coverage.push_back(c == '1' ? 1 : 0);
    result.picture = fromBase64(text(root, "picture"));
    result.companion = text(root, "companion");
    readProperties(root, result.properties);
    return result;
}

std::string writeResult(const TestResult& result) {
    JsonWriter json;
    json.beginObject()
        .key("status")
        .string(verdictName(result.verdict))
        .key("message")
        .string(result.message);
    const Failure& failure = result.failure;
    json.key("name").string(failure.name).key("actual").string(failure.actual);
    json.key("expected").string(failure.expected).key("operation").string(failure.operation);
    json.key("constraint").string(failure.constraint).key("stack").string(failure.stack);
    json.key("asserted").number(static_cast<double>(result.asserted));
    json.key("block").string(result.block.block).key("sprite").string(result.block.sprite);
    writeTexts(json, "log", result.log);
    json.key("step").number(static_cast<double>(result.step));
    json.key("seed").number(static_cast<double>(result.seed));
    std::string bits;
    for (std::uint8_t covered : result.coverage) bits += covered ? '1' : '0';
    json.key("coverage").string(bits);
    if (!result.picture.empty()) json.key("picture").string(toBase64(result.picture));
    if (!result.companion.empty()) json.key("companion").string(result.companion);
    if (!result.properties.empty()) json.key("properties").raw(spec::toJson(result.properties).minified());
    return json.endObject().take();
}

}  // namespace ounce
