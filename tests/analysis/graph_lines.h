// Graphs as lines of text, in the words of the programs.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

#include "analysis/fitness.h"

namespace ounce::graphs {

using Lines = std::vector<std::string>;

class GraphLines {
  public:
    explicit GraphLines(const Fitness& fitness) : fitness_(fitness), flow_(fitness.flow()) {
        std::map<std::string, int> count;
        for (NodeIndex n = 0; n < flow_.nodeCount(); n++) {
            const auto& all = fitness.names();
            const std::string name = flow_.isStatement(n) ? all.words(n) : all.name(n);
            const int number = ++count[name];
            names_.push_back(number == 1 ? name : fmt::format("{} #{}", name, number));
        }
    }

    [[nodiscard]] Lines edges() const {
        Lines lines;
        for (NodeIndex n = 0; n < flow_.nodeCount(); n++) {
            for (const FlowEdge& e : flow_.edges(n)) {
                if (e.kind != FlowEdge::Kind::Over)
                    lines.push_back(fmt::format("{} -> {}{}{}", names_[at(n)], names_[at(e.to)],
                                                mark(nameOf(e.outcome)), mark(kindName(e.kind))));
            }
        }
        return sorted(lines);
    }

    [[nodiscard]] Lines controls() const {
        Lines lines;
        for (NodeIndex n = 0; n < flow_.nodeCount(); n++) {
            for (const Dependence& d : fitness_.dependence().dependents(n))
                lines.push_back(
                    fmt::format("{}{} -> {}", names_[at(n)], mark(nameOf(d.outcome)), names_[at(d.node)]));
        }
        return sorted(lines);
    }

    [[nodiscard]] Lines dead() const {
        Lines lines;
        for (const Goal& goal : fitness_.goals()) {
            if (goal.dead && !goal.isBranch()) lines.push_back(names_[at(goal.statement)]);
        }
        return sorted(lines);
    }

    // A statement by its words; kNone if there is none.
    [[nodiscard]] StatementIndex find(const std::string& name) const {
        const auto found = std::find(names_.begin(), names_.end(), name);
        const auto node = static_cast<NodeIndex>(found - names_.begin());
        return found != names_.end() && flow_.isStatement(node) ? node : kNone;
    }

  private:
    static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
    static std::string mark(std::string_view text) { return text.empty() ? "" : fmt::format(" [{}]", text); }
    static std::string_view kindName(FlowEdge::Kind kind) {
        switch (kind) {
            case FlowEdge::Kind::Start: return "start";
            case FlowEdge::Kind::Call: return "call";
            case FlowEdge::Kind::Return: return "return";
            default: return "";
        }
    }
    static Lines sorted(Lines lines) {
        std::sort(lines.begin(), lines.end());
        return lines;
    }

    const Fitness& fitness_;
    const ControlFlow& flow_;
    std::vector<std::string> names_;
};

inline std::string joined(const Lines& lines, std::string_view word) {
    std::string text;
    for (const std::string& line : lines) text += fmt::format("// {} {}\n", word, line);
    return text;
}

}  // namespace ounce::graphs
