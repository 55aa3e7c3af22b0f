#include "cli/run_report.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/cast.h"
#include "base/json.h"
#include "base/words.h"

namespace ounce {
namespace {

std::vector<std::string> limitNames(const Limits& limits) {
    std::vector<std::string> names;
    if (limits.textLength) names.push_back("a text reached its greatest length and was cut off");
    if (limits.stackDepth) names.push_back("a script that called itself without end was stopped");
    if (limits.warp) names.push_back("a loop without screen refresh used up the time of a step");
    if (limits.clones) names.push_back("more than 300 clones were asked for");
    if (limits.listLength) names.push_back("a list reached its 200000 items");
    if (limits.work)
        names.push_back("a step had more to do than fits into one; the rest was left to the next");
    if (limits.memory) names.push_back("texts and lists grew beyond the limit; the program was stopped");
    return names;
}

Json valueToJson(const Value& value) {
    switch (value.type()) {
        case Type::Number:
            return std::isfinite(value.asNumber()) ? Json(value.asNumber()) : Json(toText(value).utf8());
        case Type::Boolean: return value.asBoolean();
        case Type::Text: return value.asText().utf8();
        case Type::Undefined: break;
    }
    return nullptr;
}

Json valueToJson(const List& list) {
    Json items = Json::array();
    for (const Value& item : list) items.push_back(valueToJson(item));
    return items;
}

// What fits into a line; a value may be too large to be turned into text as a whole.
constexpr std::uint32_t kPreviewLength = 200;

std::string preview(const Value& value) {
    const String text = toText(value);
    if (text.length() <= kPreviewLength) return text.utf8();
    return fmt::format("{}… ({} letters)", text.prefix(kPreviewLength).utf8(), text.length());
}

std::string preview(const List& list) {
    std::string text = "[";
    for (const Value& item : list) {
        if (text.size() > kPreviewLength) return fmt::format("{}… ({} items)", text, list.size());
        if (text.size() > 1) text += ", ";
        text += item.isText() ? fmt::format("\"{}\"", preview(item)) : preview(item);
    }
    return text + "]";
}

// Original targets with their variables; clones come and go.
template <class Visit>
void eachVariable(const Program& program, const State& state, Visit visit) {
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const SpriteProgram& sprite = program.sprites[i];
        const TargetState& t = *state.targets[i];
        for (std::size_t v = 0; v < t.variables.size(); v++)
            visit(sprite, sprite.variables[v].name, t.variables[v]);
        for (std::size_t l = 0; l < t.lists.size(); l++) visit(sprite, sprite.lists[l].name, t.lists[l]);
    }
}

// For people; JSON has the short words.
std::string_view wordFor(spec::Outcome outcome) {
    switch (outcome) {
        case spec::Outcome::Holds: return "✓ holds";
        case spec::Outcome::Violated: return "✗ violated";
        case spec::Outcome::Untriggered: return "– never triggered";
        case spec::Outcome::Error: return "! error";
    }
    return {};
}

}  // namespace

void print(const RunReport& report) {
    const auto& [program, state, says, coverage, properties] = report;
    fmt::print("{} ({:.1f} seconds of Scratch time)\n", counted(state.step, "step"),
               static_cast<double>(state.step) / 30);
    for (const Said& said : says) {
        fmt::print("  {:7.2f} s  {} {} «{}»\n", said.seconds, said.sprite, said.think ? "thinks" : "says",
                   said.text);
    }
    bool first = true;
    eachVariable(
        program, state, [&](const SpriteProgram& sprite, const std::string& name, const auto& value) {
            if (std::exchange(first, false)) fmt::print("variables\n");
            fmt::print("  {} = {}\n", sprite.isStage ? name : sprite.name + ": " + name, preview(value));
        });
    fmt::print("coverage {} of {} ({})\n", coverage.covered, counted(coverage.total, "block"),
               coverage.percent());
    for (const std::string& limit : limitNames(state.limits)) fmt::print("limit: {}\n", limit);
    if (!properties.empty()) fmt::print("properties\n");
    for (const spec::PropertyResult& p : properties) {
        const bool violated = p.outcome == spec::Outcome::Violated;
        fmt::print("  {:17} {}{}\n", wordFor(p.outcome), p.name,
                   violated ? fmt::format("  (step {}, {:.2f} s)", p.step, p.seconds()) : "");
        if (violated && !p.explanation.empty()) fmt::print("                    {}\n", p.explanation);
        if (!p.message.empty()) fmt::print("                    {}\n", p.message);
    }
}

Json toJson(const RunReport& report) {
    const auto& [program, state, says, coverage, properties] = report;
    Json json;
    json["schema"] = 1;
    json["steps"] = state.step;
    json["coverage"] = {{"covered", coverage.covered},
                        {"total", coverage.total},
                        {"ratio", coverage.total == 0 ? Json() : Json(coverage.ratio())}};
    json["says"] = Json::array();
    for (const Said& said : says) {
        json["says"].push_back({{"seconds", said.seconds},
                                {"sprite", said.sprite},
                                {"type", said.think ? "think" : "say"},
                                {"text", said.text}});
    }
    json["variables"] = Json::object();
    eachVariable(program, state,
                 [&](const SpriteProgram& sprite, const std::string& name, const auto& value) {
                     json["variables"][sprite.name][name] = valueToJson(value);
                 });
    json["limits"] = limitNames(state.limits);
    json["warnings"] = program.warnings;
    if (!properties.empty()) json["properties"] = Json::parse(spec::toJson(properties)).value_or(Json());
    return json;
}

}  // namespace ounce
