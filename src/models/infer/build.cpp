#include "models/infer/build.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/cast.h"
#include "base/steps.h"

namespace ounce::models::inference {

std::string escaped(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (std::string_view("\\^$.|?*+()[]{}/").find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    return text;
}

std::string numberText(double number) { return numberToString(number).utf8(); }
std::string changeText(double by) { return (by >= 0 ? "+" : "") + numberText(by); }
std::string secondsText(double steps) { return fmt::format("{:.1f} s", steps / kStepsPerSecond); }
double milliseconds(double steps) { return std::floor(steps * 1000 / kStepsPerSecond); }
std::string millisecondsText(double steps) { return numberText(milliseconds(steps)); }

Check check(CheckKind kind, std::vector<std::string> args, bool negated) {
    return {.kind = kind, .args = std::move(args), .negated = negated};
}
Check negation(Check check) {
    check.negated = !check.negated;
    return check;
}
Check never() { return check(CheckKind::Function, {"true"}, true); }
Check afterStart() { return check(CheckKind::TimeElapsed, {"300"}); }

Model small(const std::string& id, const std::string& explanation, std::vector<std::string> nodes) {
    Model model{.id = id, .explanation = explanation};
    for (std::string& node : nodes) model.nodes.push_back({.id = node, .label = node});
    return model;
}

Edge& edge(Model& model, std::size_t from, std::size_t to, const std::string& id,
           std::vector<Check> conditions, std::vector<Check> effects) {
    model.edges.push_back({.id = id,
                           .label = id,
                           .from = from,
                           .to = to,
                           .conditions = std::move(conditions),
                           .effects = std::move(effects)});
    return model.edges.back();
}

Model loop(const std::string& id, const std::string& explanation, std::vector<Check> when,
           std::vector<Check> then) {
    Model model = small(id, explanation, {"init", "play"});
    edge(model, 0, 1, "begin", {afterStart()});
    edge(model, 1, 1, "check", std::move(when), std::move(then));
    return model;
}

}  // namespace ounce::models::inference
