#include "vm/inputs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/nearest.h"
#include "vm/inputs_json.h"
#include "vm/key_names.h"

namespace ounce {
namespace {

using Kind = InputEvent::Kind;

struct Name {
    std::string_view text;
    Kind kind;
};

constexpr Name kNames[] = {
    {"greenFlag", Kind::GreenFlag},   {"stopAll", Kind::StopAll},     {"keyDown", Kind::KeyDown},
    {"keyUp", Kind::KeyUp},           {"mouseMove", Kind::MouseMove}, {"mouseDown", Kind::MouseDown},
    {"mouseUp", Kind::MouseUp},       {"answer", Kind::Answer},       {"clickSprite", Kind::ClickSprite},
    {"clickStage", Kind::ClickStage}, {"dragTo", Kind::DragTo},       {"setVariable", Kind::SetVariable},
    {"loudness", Kind::Loudness},
};

std::string allNames() {
    std::string text;
    for (const Name& name : kNames) text += (text.empty() ? "" : ", ") + std::string(name.text);
    return text;
}

Value toValue(const JsonElement& json) {
    if (json.isNumber()) return json.number();
    if (json.isBoolean()) return json.boolean();
    if (json.isText()) return String(json.text());
    return {};
}

// The members of args, for "did you mean".
constexpr std::string_view kArguments[] = {"x",     "y",    "key",   "sprite",    "name",
                                           "clone", "text", "value", "wasDragged"};

Result<void> readArguments(const JsonObject& arguments, InputEvent& event) {
    for (auto [key, value] : arguments) {
        if (key == "x" || key == "y") {
            if (!value.isNumber()) return fail(fmt::format("«{}» must be a number", key));
            (key == "x" ? event.x : event.y) = value.number();
        } else if (key == "key") {
            if (!value.isText()) return fail("«key» must be a text");
            OUNCE_TRY(event.name, browserWordForKey(value.text()));
        } else if (key == "sprite") {
            if (!value.isText()) return fail("«sprite» must be a text");
            event.name = value.text();
        } else if (key == "name") {
            if (!value.isText()) return fail("«name» must be a text");
            event.variable = value.text();
        } else if (key == "clone") {
            std::int64_t number = 0;
            if (!value.get(number)) return fail("«clone» must be a whole number");
            event.clone = static_cast<std::int32_t>(number);
        } else if (key == "text" || key == "value") {
            event.value = toValue(value);
        } else if (key == "wasDragged") {
            event.wasDragged = value.isBoolean() && value.boolean();
        } else {
            return fail(fmt::format("«{}» is not known in «args»", key), {}, didYouMean(key, kArguments));
        }
    }
    return {};
}

// Members that nobody reads are mistakes, most often of what belongs into args.
Result<void> refuseUnknown(const JsonObject& fields) {
    constexpr std::string_view kKnown[] = {"step", "event", "args"};
    for (auto [key, value] : fields) {
        if (std::find(std::begin(kKnown), std::end(kKnown), key) != std::end(kKnown)) continue;
        const bool isArgument =
            std::find(std::begin(kArguments), std::end(kArguments), key) != std::end(kArguments);
        return fail(
            fmt::format("«{}» is not known here", key), {},
            isArgument ? fmt::format("it belongs into «args»: {{\"{}\": …}}", key) : didYouMean(key, kKnown));
    }
    return {};
}

Result<InputEvent> readEvent(const JsonElement& entry) {
    JsonObject fields;
    if (!entry.get(fields)) return fail("is not an object");
    InputEvent event;
    std::uint64_t step = 0;
    if (!fields.get("step", step)) return fail("has no «step» (a whole number, 0 or more)");
    event.step = step;
    std::string_view kind;
    if (!fields.get("event", kind)) return fail("has no «event»");
    auto known =
        std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& n) { return n.text == kind; });
    if (known == std::end(kNames)) {
        std::vector<std::string_view> names;
        for (const Name& name : kNames) names.push_back(name.text);
        const std::string guess = didYouMean(kind, names);
        return fail(fmt::format("«{}» is not an event", kind), {},
                    guess.empty() ? "known are " + allNames() : guess);
    }
    event.kind = known->kind;
    OUNCE_CHECK(refuseUnknown(fields));
    JsonObject arguments;
    if (fields.get("args", arguments)) {
        OUNCE_CHECK(readArguments(arguments, event));
    } else if (fields.has("args")) {
        return fail("«args» must be an object {…}");
    }
    return event;
}

// JavaScript writes -0 as 0; an input may be a -0 all the same.
void writeNumber(JsonWriter& json, double number) {
    if (number == 0 && std::signbit(number)) {
        json.raw("-0.0");
    } else {
        json.number(number);
    }
}

void writeValue(JsonWriter& json, const Value& value) {
    switch (value.type()) {
        case Type::Undefined: json.null(); break;
        case Type::Boolean: json.boolean(value.asBoolean()); break;
        case Type::Number: writeNumber(json, value.asNumber()); break;
        case Type::Text: json.string(value.asText().utf8()); break;
    }
}

void writeArguments(JsonWriter& json, const InputEvent& event) {
    const bool isKey = event.kind == Kind::KeyDown || event.kind == Kind::KeyUp;
    if (!event.name.empty()) json.key(isKey ? "key" : "sprite").string(event.name);
    if (!event.variable.empty()) json.key("name").string(event.variable);
    if (event.clone) json.key("clone").number(*event.clone);
    if (event.x) writeNumber(json.key("x"), *event.x);
    if (event.y) writeNumber(json.key("y"), *event.y);
    if (event.value.type() != Type::Undefined)
        writeValue(json.key(event.kind == Kind::Answer ? "text" : "value"), event.value);
    if (event.wasDragged) json.key("wasDragged").boolean(true);
}

}  // namespace

void writeInputs(JsonWriter& json, const std::vector<InputEvent>& inputs) {
    json.beginArray();
    for (const InputEvent& event : inputs) {
        const auto name = std::find_if(std::begin(kNames), std::end(kNames),
                                       [&](const Name& n) { return n.kind == event.kind; });
        json.beginObject().key("step").raw(fmt::format("{}", event.step)).key("event").string(name->text);
        json.key("args").beginObject();
        writeArguments(json, event);
        json.endObject().endObject();
    }
    json.endArray();
}

Result<std::vector<InputEvent>> readInputs(std::string_view json, const std::string& name) {
    JsonDocument document;
    JsonArray entries;
    const JsonProblem problem = document.parse(std::string(json));
    if (problem != JsonProblem::None)
        return fail(fmt::format("is not a JSON list of inputs: it {}", reasonOf(problem)), name);
    if (!document.root().get(entries)) return fail("is not a JSON list of inputs", name);
    return readInputs(entries, name);
}

Result<std::vector<InputEvent>> readInputs(const JsonArray& entries, const std::string& name) {
    std::vector<InputEvent> events;
    int index = 0;
    for (const JsonElement entry : entries) {
        auto event = readEvent(entry);
        if (!event)
            return std::unexpected(std::move(event.error()).inside(fmt::format("{}: input {}", name, index)));
        events.push_back(std::move(*event));
        index++;
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const auto& a, const auto& b) { return a.step < b.step; });
    return events;
}

}  // namespace ounce
