#include "testing/whisker/outcome_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "base/json_writer.h"

namespace ounce {
namespace {

using simdjson::dom::element;

constexpr const char* kStatusNames[] = {"pass", "fail", "error", "skip"};

std::string text(const element& object, std::string_view key) {
    std::string_view found;
    return object[key].get(found) == simdjson::SUCCESS ? std::string(found) : std::string();
}

std::optional<std::string> optionalText(const element& object, std::string_view key) {
    std::string_view found;
    if (object[key].get(found) != simdjson::SUCCESS) return std::nullopt;
    return std::string(found);
}

double number(const element& object, std::string_view key) {
    double found = 0;
    return object[key].get(found) == simdjson::SUCCESS ? found : 0;
}

bool boolean(const element& object, std::string_view key) {
    bool found = false;
    return object[key].get(found) == simdjson::SUCCESS && found;
}

std::vector<std::string> texts(const element& object, std::string_view key) {
    std::vector<std::string> found;
    simdjson::dom::array list;
    if (object[key].get(list) != simdjson::SUCCESS) return found;
    for (element entry : list) {
        std::string_view item;
        if (entry.get(item) == simdjson::SUCCESS) found.emplace_back(item);
    }
    return found;
}

JsTest readTest(const element& object) {
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

const char* statusName(JsStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

Result<JsSuite> readSuite(std::string_view json) {
    simdjson::dom::parser parser;
    element root;
    if (parser.parse(json.data(), json.size()).get(root)) return fail("the worker sent something unreadable");
    if (const auto problem = optionalText(root, "problem")) return fail(*problem);
    JsSuite suite;
    suite.fileName = text(root, "fileName");
    suite.warnings = texts(root, "warnings");
    simdjson::dom::array tests;
    if (root["tests"].get(tests)) return fail("the suite has no list of tests");
    for (element entry : tests) {
        suite.tests.push_back(readTest(entry));
        bool isNamed = true;
        if (entry["isNamed"].get(isNamed) == simdjson::SUCCESS && !isNamed) {
            suite.warnings.push_back(fmt::format("test {} has no name; it is called «{}» here",
                                                 suite.tests.size(), suite.tests.back().name));
        }
    }
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

JsOutcome readOutcome(std::string_view json) {
    simdjson::dom::parser parser;
    element root;
    JsOutcome outcome;
    if (parser.parse(json.data(), json.size()).get(root)) {
        outcome.status = JsStatus::Error;
        outcome.message = "the test left no result";
        return outcome;
    }
    const std::string status = text(root, "status");
    for (std::size_t i = 0; i < std::size(kStatusNames); i++) {
        if (status == kStatusNames[i]) outcome.status = static_cast<JsStatus>(i);
    }
    outcome.errorName = text(root, "name");
    outcome.message = text(root, "message");
    outcome.actual = optionalText(root, "actual");
    outcome.expected = optionalText(root, "expected");
    outcome.operation = optionalText(root, "operator");
    outcome.constraint = optionalText(root, "constraint");
    outcome.line = static_cast<int>(number(root, "line"));
    outcome.column = static_cast<int>(number(root, "column"));
    outcome.block = text(root, "block");
    outcome.log = texts(root, "log");
    outcome.steps = static_cast<std::uint64_t>(number(root, "steps"));
    outcome.seed = static_cast<std::uint32_t>(number(root, "seed"));
    for (char c : text(root, "coverage")) outcome.coverage.push_back(c == '1' ? 1 : 0);
    return outcome;
}

std::string writeOutcome(const JsOutcome& outcome) {
    JsonWriter json;
    json.beginObject().key("status").string(statusName(outcome.status));
    json.key("name").string(outcome.errorName).key("message").string(outcome.message);
    writeOptional(json, "actual", outcome.actual);
    writeOptional(json, "expected", outcome.expected);
    writeOptional(json, "operator", outcome.operation);
    writeOptional(json, "constraint", outcome.constraint);
    json.key("line").number(outcome.line).key("column").number(outcome.column);
    json.key("block").string(outcome.block);
    writeTexts(json, "log", outcome.log);
    json.key("steps").number(static_cast<double>(outcome.steps));
    json.key("seed").number(static_cast<double>(outcome.seed));
    std::string bits;
    for (std::uint8_t covered : outcome.coverage) bits += covered ? '1' : '0';
    json.key("coverage").string(bits);
    return json.endObject().take();
}

}  // namespace ounce
