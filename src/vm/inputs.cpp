#include "vm/inputs.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

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

}  // namespace

Result<std::vector<InputEvent>> readInputs(std::string_view json, const std::string& name) {
    simdjson::dom::parser parser;
    simdjson::dom::array entries;
    if (auto error = parser.parse(json.data(), json.size()).get(entries)) {
        return fail(fmt::format("is not a JSON list of inputs ({})", simdjson::error_message(error)), name);
    }
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
