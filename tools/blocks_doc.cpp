// Prints docs/blocks.md from the table of blocks.
#include <cstdio>
#include <fmt/format.h>
#include <string>

#include "blocks/table.h"

using namespace ounce;

namespace {

constexpr const char* kShapes[] = {"hat",     "stack", "C",       "cap",      "reporter",
                                   "boolean", "menu",  "literal", "prototype"};
constexpr const char* kFlows[] = {"", "waits", "suspends", "branches", "loops", "calls", "stops"};
constexpr const char* kSupport[] = {"yes", "stand-in", "no hardware", "no-op"};
constexpr const char* kFacets[] = {
    "position", "direction", "rotation style", "size",    "costume", "visibility", "effects",  "layer",
    "bubble",   "sound",     "variables",      "lists",   "timer",   "clock",      "answer",   "mouse",
    "keys",     "loudness",  "random numbers", "threads", "clones",  "pen",        "tempo",    "monitors",
    "pixels",   "drag mode", "counter",        "user",    "video",   "parameters", "backdrop", "hardware",
    "date"};

std::string facets(std::uint64_t bits) {
    std::string text;
    for (std::size_t i = 0; i < std::size(kFacets); i++) {
        if (bits >> i & 1) text += (text.empty() ? "" : ", ") + std::string(kFacets[i]);
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '|' || c == '<' || c == '*') out += '\\';
        out += c;
    }
    return out;
}

}  // namespace

int main() {
    fmt::print(
        "# Blocks\n\nMade from `src/blocks/blocks.def` by `tools/blocks_doc`; do not edit.\n\n"
        "*Flow*: *waits* polls and yields; *suspends* gives up the rest of the step; *loops* ends the slice "
        "after each "
        "iteration. *Redraw*: asks for a redraw, which ends the step. *Goal*: counts for coverage when "
        "connected to a hat.\n");
    std::string category;
    for (std::uint16_t i = 1; i < static_cast<std::uint16_t>(Opcode::Count); i++) {
        const auto opcode = static_cast<Opcode>(i);
        const Row& row = blockRow(opcode);
        if (row.isShadow()) continue;
        if (categoryOf(opcodeName(opcode)) != category) {
            category = categoryOf(opcodeName(opcode));
            fmt::print(
                "\n## {}\n\n| opcode | text | shape | flow | redraw | goal | reads | writes | runs |\n"
                "|---|---|---|---|---|---|---|---|---|\n",
                category);
        }
        fmt::print("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n", opcodeName(opcode),
                   escaped(row.text), kShapes[static_cast<int>(row.shape)],
                   kFlows[static_cast<int>(row.flow)], row.redraw ? "yes" : "", row.goal ? "yes" : "",
                   facets(row.readFacets), facets(row.writtenFacets),
                   kSupport[static_cast<int>(row.support)]);
    }
    fmt::print(
        "\n## Menus and literals\n\nShadow blocks with one field, which stand in an input until something is "
        "dropped on them.\n\n| opcode | field |\n|---|---|\n");
    for (std::uint16_t i = 1; i < static_cast<std::uint16_t>(Opcode::Count); i++) {
        const auto opcode = static_cast<Opcode>(i);
        const Row& row = blockRow(opcode);
        if (row.shape == Shape::Menu || row.shape == Shape::Literal) {
            fmt::print("| `{}` | {} |\n", opcodeName(opcode), row.arguments[0].name);
        }
    }
    return 0;
}
