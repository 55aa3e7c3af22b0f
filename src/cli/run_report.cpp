#include "cli/run_report.h"

#include <fmt/format.h>
#include <utility>

#include "base/cast.h"
#include "base/steps.h"
#include "base/words.h"

namespace ounce {
namespace {

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

void print(const tasks::RunAnswer& answer) {
    const Program& program = *answer.program;
    const State& state = answer.state;
    const CoverageCount& coverage = answer.coverage;
    fmt::print("{} ({:.1f} seconds of Scratch time)\n", counted(state.step, "step"), secondsOf(state.step));
    for (const tasks::Said& said : answer.says) {
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
    for (const std::string& limit : tasks::limitNames(state.limits)) fmt::print("limit: {}\n", limit);
    if (!answer.properties.empty()) fmt::print("properties\n");
    for (const spec::PropertyResult& p : answer.properties) {
        const bool violated = p.outcome == spec::Outcome::Violated;
        fmt::print("  {:17} {}{}\n", wordFor(p.outcome), p.name,
                   violated ? fmt::format("  (step {}, {:.2f} s)", p.step, p.seconds()) : "");
        if (violated && !p.explanation.empty()) fmt::print("                    {}\n", p.explanation);
        if (!p.message.empty()) fmt::print("                    {}\n", p.message);
    }
}

}  // namespace ounce
