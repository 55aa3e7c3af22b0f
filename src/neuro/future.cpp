#include "neuro/future.h"

namespace ounce::neuro {

Future::Future(const ControlFlow& flow)
    : flow_(flow),
      words_(flow.program().statements.size() / 64 + 1),
      now_(words_, 0),
      after_(flow.program().statements.size()) {
    std::vector<NodeIndex> nodes;
    for (NodeIndex i = 0; i < flow.nodeCount(); i++) {
        const Happening* happening = flow.happening(i);
        if (happening && happening->isByUser() && happening->kind != Happening::Kind::Flag)
            nodes.push_back(i);
    }
    byUser_ = from(std::move(nodes));
}

Future::Statements Future::from(std::vector<NodeIndex> nodes) const {
    Statements found(words_, 0);
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(flow_.nodeCount()), 0);
    for (const NodeIndex node : nodes) seen[static_cast<std::size_t>(node)] = 1;
    while (!nodes.empty()) {
        const NodeIndex node = nodes.back();
        nodes.pop_back();
        const auto i = static_cast<std::size_t>(node);
        if (flow_.isStatement(node)) found[i / 64] |= std::uint64_t{1} << (i % 64);
        for (const FlowEdge& edge : flow_.edges(node)) {
            // What follows a call is on the stack of whoever called.
            if (edge.kind == FlowEdge::Kind::Return) continue;
            std::uint8_t& known = seen[static_cast<std::size_t>(edge.to)];
            if (known) continue;
            known = 1;
            nodes.push_back(edge.to);
        }
    }
    return found;
}

void Future::look(const State& state) {
    now_ = byUser_;
    for (const std::int32_t place : state.threadList) {
        for (const Frame& frame : state.threads[static_cast<std::size_t>(place)]->stack) {
            if (frame.statement == kNone) continue;
            Statements& after = after_[static_cast<std::size_t>(frame.statement)];
            if (after.empty()) after = from({frame.statement});
            for (std::size_t i = 0; i < words_; i++) now_[i] |= after[i];
        }
    }
}

}  // namespace ounce::neuro
