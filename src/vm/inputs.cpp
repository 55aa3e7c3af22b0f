#include "vm/inputs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "vm/inputs_json.h"

namespace ounce {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;
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

Value toValue(const element& json) {
    if (json.is_number()) return double(json);
    if (json.is_bool()) return bool(json);
    if (json.is_string()) return String(std::string_view(json));
    return {};
}

Result<void> readArguments(const object& arguments, InputEvent& event) {
    for (auto [key, value] : arguments) {
        if (key == "x" || key == "y") {
            if (!value.is_number()) return fail(fmt::format("«{}» must be a number", key));
            (key == "x" ? event.x : event.y) = double(value);
        } else if (key == "key" || key == "sprite") {
            if (!value.is_string()) return fail(fmt::format("«{}» must be a text", key));
            event.name = std::string_view(value);
        } else if (key == "name") {
            if (!value.is_string()) return fail("«name» must be a text");
            event.variable = std::string_view(value);
        } else if (key == "clone") {
            std::int64_t number = 0;
            if (value.get(number) != simdjson::SUCCESS) return fail("«clone» must be a whole number");
            event.clone = static_cast<std::int32_t>(number);
        } else if (key == "text" || key == "value") {
            event.value = toValue(value);
        } else if (key == "wasDragged") {
            event.wasDragged = value.is_bool() && bool(value);
        }
    }
    return {};
}

Result<InputEvent> readEvent(const element& entry) {
    object fields;
    if (entry.get(fields) != simdjson::SUCCESS) return fail("is not an object");
    InputEvent event;
    std::uint64_t step = 0;
    if (fields["step"].get(step) != simdjson::SUCCESS)
        return fail("has no «step» (a whole number, 0 or more)");
    event.step = step;
    std::string_view kind;
    if (fields["event"].get(kind) != simdjson::SUCCESS) return fail("has no «event»");
    auto known =
        std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& n) { return n.text == kind; });
    if (known == std::end(kNames)) {
        return fail(fmt::format("«{}» is not an event", kind), {}, "known are " + allNames());
    }
    event.kind = known->kind;
    object arguments;
    if (fields["args"].get(arguments) == simdjson::SUCCESS) {
        OUNCE_CHECK(readArguments(arguments, event));
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
    simdjson::dom::parser parser;
    simdjson::dom::array entries;
    if (auto error = parser.parse(json.data(), json.size()).get(entries)) {
        return fail(fmt::format("is not a JSON list of inputs ({})", simdjson::error_message(error)), name);
    }
    return readInputs(entries, name);
}

Result<std::vector<InputEvent>> readInputs(const simdjson::dom::array& entries, const std::string& name) {
    std::vector<InputEvent> events;
    int index = 0;
    for (element entry : entries) {
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
