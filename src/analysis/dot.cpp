#include "analysis/dot.h"

#include <fmt/format.h>

namespace ounce {
namespace {

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + '"';
}

class DotWriter {
  public:
    DotWriter(const Fitness& fitness, std::span<const std::uint8_t> covered)
        : fitness_(fitness), flow_(fitness.flow()), covered_(covered) {}

    void begin(std::string_view name) {
        out_ = fmt::format("digraph {} {{\n  node [shape=box, fontname=\"sans-serif\"];\n", name);
        const Program& program = flow_.program();
        for (std::size_t i = 0; i < program.sprites.size(); i++) {
            out_ += fmt::format("  subgraph cluster_{} {{\n    label={};\n", i,
                                inQuotes(program.sprites[i].name));
            for (std::size_t s = 0; s < program.statements.size(); s++) {
                if (static_cast<std::size_t>(program.statements[s].sprite) == i)
                    node(static_cast<NodeIndex>(s), "    ");
            }
            out_ += "  }\n";
        }
        for (NodeIndex n = flow_.entry(); n < flow_.nodeCount(); n++) node(n, "  ");
    }

    void edge(NodeIndex from, NodeIndex to, Outcome outcome, std::string_view style) {
        out_ += fmt::format("  n{} -> n{}", from, to);
        std::string options;
        if (!nameOf(outcome).empty()) options = fmt::format("label={}", nameOf(outcome));
        if (!style.empty()) options += fmt::format("{}style={}", options.empty() ? "" : ", ", style);
        if (!options.empty()) out_ += fmt::format(" [{}]", options);
        out_ += ";\n";
    }

    std::string end() { return std::move(out_) + "}\n"; }

  private:
    void node(NodeIndex n, std::string_view indent) {
        std::string options = fmt::format(
            "label={}", inQuotes(flow_.isStatement(n) ? fmt::format("{} {}", n, fitness_.names().words(n))
                                                      : fitness_.names().name(n)));
        if (!flow_.isStatement(n)) {
            const bool isHappening = flow_.happening(n) != nullptr;
            options += isHappening ? ", shape=diamond" : ", shape=ellipse";
        } else if (!covered_.empty()) {
            const bool isCovered = covered_[static_cast<std::size_t>(n)] != 0;
            options += fmt::format(", style=filled, fillcolor=\"{}\"", isCovered ? "#b6e3b6" : "#f4c7c3");
        }
        if (!flow_.reachable(n) && (covered_.empty() || !flow_.isStatement(n))) options += ", style=dashed";
        out_ += fmt::format("{}n{} [{}];\n", indent, n, options);
    }

    const Fitness& fitness_;
    const ControlFlow& flow_;
    std::span<const std::uint8_t> covered_;
    std::string out_;
};

std::string_view styleOf(FlowEdge::Kind kind) { return kind == FlowEdge::Kind::Flow ? "" : "dashed"; }

}  // namespace

std::string controlFlowToDot(const Fitness& fitness, std::span<const std::uint8_t> covered) {
    DotWriter writer(fitness, covered);
    writer.begin("controlFlow");
    for (NodeIndex n = 0; n < fitness.flow().nodeCount(); n++) {
        for (const FlowEdge& e : fitness.flow().edges(n)) {
            if (e.kind != FlowEdge::Kind::Over) writer.edge(n, e.to, e.outcome, styleOf(e.kind));
        }
    }
    return writer.end();
}

std::string controlDependenceToDot(const Fitness& fitness, std::span<const std::uint8_t> covered) {
    DotWriter writer(fitness, covered);
    writer.begin("controlDependence");
    for (NodeIndex n = 0; n < fitness.flow().nodeCount(); n++) {
        for (const Dependence& d : fitness.dependence().dependents(n)) writer.edge(n, d.node, d.outcome, "");
    }
    return writer.end();
}

}  // namespace ounce
