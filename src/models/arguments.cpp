#include "models/arguments.h"

#include <array>
#include <fmt/format.h>

#include "base/string.h"
#include "base/text.h"
#include "models/expression.h"
#include "models/name_pattern.h"
#include "vm/key_names.h"

namespace ounce::models {
namespace {

std::string_view letterInWords(char letter) {
    switch (letter) {
        case 's': return "sprite";
        case 'a': return "attribute";
        case 'v': return "variable";
        case 'c': return "change";
        case 'o': return "comparison";
        case 'w': return "value";
        case 'e': return "expression";
        case 'k': return "key";
        case 'n': return "number";
        case 'r': return "0 to 255";
        case 'd': return "x or y";
        case 'f': return "function";
        case 'p': return "property";
        case 'b': return "true or false";
        default: return "text";
    }
}

std::string problemOf(char letter, const std::string& text) {
    switch (letter) {
        case 's':
        case 'v':
            if (text.empty()) return fmt::format("a {} must have a name", letterInWords(letter));
            if (auto pattern = NamePattern::make(text, false); !pattern) return pattern.error().message();
            return {};
        case 'a':
            if (findSpriteAttribute(text)) return {};
            return fmt::format("«{}» is no attribute ({})", text, spriteAttributeWords());
        case 'c':
            if (findChange(text)) return {};
            return fmt::format("«{}» is no change (+, -, =, +=, -=, or a number such as +5)", text);
        case 'o':
            if (findComparison(text)) return {};
            return fmt::format("«{}» is no comparison (=, <, <=, >, >=)", text);
        case 'n':
            if (findNumber(text)) return {};
            return fmt::format("«{}» is no number", text);
        case 'r': {
            const auto number = findNumber(text);
            if (number && *number >= 0 && *number <= 255) return {};
            return fmt::format("«{}» is no part of a colour (0 to 255)", text);
        }
        case 'd':
            if (text == "x" || text == "y") return {};
            return fmt::format("«{}» is neither x nor y", text);
        case 'b':
            if (text == "true" || text == "false") return {};
            return fmt::format("«{}» is neither true nor false", text);
        case 'k':
            if (auto key = keyOf(text); !key) return key.error().what;
            return {};
        case 'e':
        case 'w':
            // What this language does not know may still be JavaScript.
            return {};
        default: return {};
    }
}

}  // namespace

std::optional<Comparison> findComparison(std::string_view text) {
    if (text == "=" || text == "==") return Comparison::Equal;
    if (text == ">") return Comparison::Greater;
    if (text == ">=") return Comparison::GreaterEqual;
    if (text == "<") return Comparison::Less;
    if (text == "<=") return Comparison::LessEqual;
    return std::nullopt;
}

std::optional<double> findNumber(std::string_view text) {
    const std::string_view trimmed = trimWhiteSpace(text);
    if (trimmed.empty()) return std::nullopt;
    const double number = String(trimmed).toNumber();
    if (number != number) return std::nullopt;
    return number;
}

std::optional<Change> findChange(std::string_view text) {
    using Kind = Change::Kind;
    if (text == "+" || text == "++") return Change{Kind::Increase};
    if (text == "-" || text == "--") return Change{Kind::Decrease};
    if (text == "=" || text == "==") return Change{Kind::Same};
    if (text == "+=") return Change{Kind::NoDecrease};
    if (text == "-=") return Change{Kind::NoIncrease};
    if (const auto by = findNumber(text)) return Change{Kind::Exactly, *by};
    return std::nullopt;
}

namespace {

// What models call otherwise than suites do.
struct AttributeWord {
    std::string_view name;
    SpriteAttribute attribute;
};
constexpr AttributeWord kAttributeWords[] = {
    {"pos", {Attribute::X, Attribute::Y}},
    {"costume", {Attribute::Costume}},
    {"currentCostume", {Attribute::Costume}},
    {"effects", {Attribute::ColorEffect, Attribute::GhostEffect}},
};

}  // namespace

std::optional<SpriteAttribute> findSpriteAttribute(std::string_view name) {
    for (const AttributeWord& word : kAttributeWords) {
        if (word.name == name) return word.attribute;
    }
    if (const auto found = findWhiskerAttribute(name); found && name.find('.') == std::string_view::npos)
        return SpriteAttribute{*found};
    return std::nullopt;
}

std::string_view wordOf(SpriteAttribute attribute) {
    for (const AttributeWord& word : kAttributeWords) {
        if (word.attribute == attribute) return word.name;
    }
    return rowOf(attribute.first).whisker;
}

std::string spriteAttributeWords() {
    std::string words;
    const auto add = [&](std::string_view word) { words += (words.empty() ? "" : ", ") + std::string(word); };
    for (const AttributeRow& row : attributes()) {
        const auto found = findSpriteAttribute(row.whisker);
        if (found && wordOf(*found) == row.whisker) add(row.whisker);
    }
    for (const AttributeWord& word : kAttributeWords) {
        if (wordOf(word.attribute) == word.name) add(word.name);
    }
    return words;
}

Result<std::string> keyOf(std::string_view text) {
    const std::string lower = lowerCase(trimWhiteSpace(text));
    for (const char* arrow : {"left", "right", "up", "down"}) {
        if (lower == arrow) return fmt::format("{} arrow", arrow);
    }
    if (auto word = scratchWordForKey(lower)) return word;
    return scratchWordForKey(text);
}

std::string takesInWords(std::string_view takes) {
    std::string text = "(";
    for (std::size_t i = 0; i < takes.size(); i++) {
        if (i > 0) text += ", ";
        text += letterInWords(takes[i]);
    }
    return text += ")";
}

Result<void> checkArguments(const Row& row, const std::vector<std::string>& args) {
    if (args.size() != row.takes.size()) {
        return fail(fmt::format("«{}» takes {} argument{} {}, but has {}", row.name, row.takes.size(),
                                row.takes.size() == 1 ? "" : "s", takesInWords(row.takes), args.size()));
    }
    for (std::size_t i = 0; i < args.size(); i++) {
        if (std::string problem = problemOf(row.takes[i], args[i]); !problem.empty())
            return fail(fmt::format("«{}»: {}", row.name, problem));
    }
    return {};
}

}  // namespace ounce::models
