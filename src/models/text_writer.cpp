// From models to the text form.
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "models/arguments.h"
#include "models/model_text.h"
#include "models/text_lexer.h"

namespace ounce::models {
namespace {

std::string timeText(double milliseconds) {
    if (milliseconds >= 1000) return numberToString(milliseconds / 1000).utf8() + " s";
    return numberToString(milliseconds).utf8() + " ms";
}
std::string timeText(const std::string& milliseconds) {
    return timeText(findNumber(milliseconds).value_or(0));
}

std::string member(const Check& check) {
    return fmt::format("{}.{}", quotedIfNeeded(check.args[0]), quotedIfNeeded(check.args[1]));
}

std::string keyText(const std::string& key) {
    const auto word = keyOf(key);
    if (word && word->ends_with(" arrow")) return *word;
    return quotedIfNeeded(key);
}

// A value as it can be read again.
std::string valueText(const std::string& text) {
    const bool number = findNumber(text) && text.find_first_not_of("-+.0123456789") == std::string::npos &&
                        text.front() != '.' && text.back() != '.' && text.front() != '+';
    return number ? text : inQuotes(text);
}

// What the words cannot say is written as a call.
std::string callText(const Check& check) {
    std::string text(rowOf(check.kind).name);
    text += "(";
    for (std::size_t i = 0; i < check.args.size(); i++) {
        if (i > 0) text += ", ";
        text += inQuotes(check.args[i]);
    }
    return text + ")";
}

std::string changeText(const Check& check, bool& negated) {
    const std::string& change = check.args[2];
    const auto found = findChange(change);
    if (!found) return callText(check);
    switch (found->kind) {
        case Change::Kind::Increase: return member(check) + " increases";
        case Change::Kind::Decrease: return member(check) + " decreases";
        case Change::Kind::Same:
            if (!negated) return member(check) + " stays";
            negated = false;
            return member(check) + " changes";
        case Change::Kind::NoDecrease: return member(check) + " does not decrease";
        case Change::Kind::NoIncrease: return member(check) + " does not increase";
        case Change::Kind::Exactly:
            return fmt::format("{} changes by {}{}", member(check), found->by >= 0 ? "+" : "",
                               numberToString(found->by).utf8());
    }
    return {};
}

std::string checkText(const Check& check) {
    const std::vector<std::string>& a = check.args;
    bool negated = check.negated;
    std::string text;
    // A variable that is called like an attribute, or an attribute of a sprite where the word decides.
    const bool ambiguous = (check.kind == CheckKind::VarChange || check.kind == CheckKind::VarComp) &&
                           findSpriteAttribute(a[1]).has_value();
    switch (check.kind) {
        case CheckKind::AttrChange:
        case CheckKind::VarChange: text = ambiguous ? callText(check) : changeText(check, negated); break;
        case CheckKind::AttrComp:
        case CheckKind::VarComp:
            text = ambiguous
                       ? callText(check)
                       : fmt::format("{} {} {}", member(check), a[2] == "==" ? "=" : a[2], valueText(a[3]));
            break;
        case CheckKind::BackgroundChange: text = "backdrop is " + inQuotes(a[0]); break;
        case CheckKind::Click: text = quotedIfNeeded(a[0]) + " is clicked"; break;
        case CheckKind::Function: text = a[0] == "true" ? "always" : "js " + inQuotes(a[0]); break;
        case CheckKind::Key: text = "key " + keyText(a[0]); break;
        case CheckKind::Output: text = quotedIfNeeded(a[0]) + " says " + inQuotes(a[1]); break;
        case CheckKind::SpriteColor: {
            const auto part = [&](std::size_t i) { return static_cast<int>(findNumber(a[i]).value_or(0)); };
            text = fmt::format("{} touches #{:02x}{:02x}{:02x}", quotedIfNeeded(a[0]), part(1), part(2),
                               part(3));
            break;
        }
        case CheckKind::SpriteTouching:
            text = fmt::format("{} touches {}", quotedIfNeeded(a[0]), quotedIfNeeded(a[1]));
            break;
        case CheckKind::Expr: text = "expr " + inQuotes(a[0]); break;
        case CheckKind::Probability: text = "chance " + valueText(a[0]); break;
        case CheckKind::TimeElapsed: text = "elapsed " + timeText(a[0]); break;
        case CheckKind::TimeBetween: text = "after " + timeText(a[0]); break;
        case CheckKind::TimeAfterEnd: text = "after end " + timeText(a[0]); break;
        case CheckKind::NbrOfClones:
        case CheckKind::NbrOfVisibleClones:
            text = fmt::format("{}clones of {} {} {}",
                               check.kind == CheckKind::NbrOfVisibleClones ? "visible " : "",
                               quotedIfNeeded(a[0]), a[1] == "==" ? "=" : a[1], a[2]);
            break;
        case CheckKind::TouchingEdge: text = quotedIfNeeded(a[0]) + " touches edge"; break;
        case CheckKind::TouchingVerticalEdge: text = quotedIfNeeded(a[0]) + " touches vertical edge"; break;
        case CheckKind::TouchingHorizEdge: text = quotedIfNeeded(a[0]) + " touches horizontal edge"; break;
        case CheckKind::RandomValue: text = member(check) + " is random"; break;
        case CheckKind::Property:
            text = a[0].find_first_of("{}") == std::string::npos ? "{ " + a[0] + " }" : callText(check);
            break;
    }
    return negated ? "not " + text : text;
}

std::string inputText(const Input& input) {
    switch (input.kind) {
        case InputKind::ClickSprite: return "click " + quotedIfNeeded(input.args[0]);
        case InputKind::ClickStage: return "click stage";
        case InputKind::Key: return "press " + keyText(input.args[0]);
        case InputKind::MouseDown: return input.args[0] == "true" ? "mouse down" : "mouse up";
        case InputKind::MouseMove:
            return fmt::format("move mouse {}, {}", valueText(input.args[0]), valueText(input.args[1]));
        case InputKind::Text: return "type " + inQuotes(input.args[0]);
        case InputKind::DragSprite:
            return fmt::format("drag {} to {}, {}", quotedIfNeeded(input.args[0]), valueText(input.args[1]),
                               valueText(input.args[2]));
    }
    return {};
}

void comment(std::string& text, const std::string& words, std::string_view indent) {
    if (words.empty()) return;
    std::string line;
    for (const char c : words) line += c == '\n' ? ' ' : c;
    text += fmt::format("{}# {}\n", indent, line);
}

}  // namespace

std::string writeModelText(const std::vector<Model>& models) {
    std::string text;
    for (const Model& model : models) {
        if (!text.empty()) text += '\n';
        comment(text, model.explanation, "");
        text += fmt::format("{} model {}\n", usageName(model.usage), stateName(model.id));
        text += fmt::format("  start {}\n", stateName(model.nodes[model.start].id));
        for (const bool all : {false, true}) {
            std::string names;
            for (const Node& node : model.nodes) {
                if (!node.stop || node.stopAll != all) continue;
                names += (names.empty() ? "" : ", ") + stateName(node.id);
            }
            if (!names.empty()) text += fmt::format("  stop {}{}\n", all ? "all " : "", names);
        }
        for (const Edge& edge : model.edges) {
            comment(text, edge.explanation, "  ");
            text += fmt::format("  {} -> {} as {}", stateName(model.nodes[edge.from].id),
                                stateName(model.nodes[edge.to].id), stateName(edge.id));
            if (edge.label != edge.id) text += " called " + inQuotes(edge.label);
            const auto list = [&](std::string_view word, const auto& all, const auto& write) {
                for (std::size_t i = 0; i < all.size(); i++)
                    text +=
                        fmt::format("{}{}", i == 0 ? fmt::format("\n    {} ", word) : std::string(" and "),
                                    write(all[i]));
            };
            list("when", edge.conditions, checkText);
            list("then", edge.effects, checkText);
            list("do", edge.inputs, inputText);
            if (edge.forceAt >= 0) text += "\n    by " + timeText(edge.forceAt);
            if (edge.forceAfter >= 0) text += "\n    within " + timeText(edge.forceAfter);
            text += '\n';
        }
    }
    return text;
}

}  // namespace ounce::models
