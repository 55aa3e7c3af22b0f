#include "analysis/control_dependence.h"

#include <algorithm>

namespace ounce {
namespace {

using Lists = std::vector<std::vector<Dependence>>;

std::size_t index(NodeIndex node) { return static_cast<std::size_t>(node); }

void add(std::vector<Dependence>& list, Dependence added) {
    for (Dependence& known : list) {
        if (known.node != added.node) continue;
        known.outcome = known.outcome | added.outcome;
        return;
    }
    list.push_back(added);
}

void flatten(Lists& lists, std::vector<std::int32_t>& first, std::vector<Dependence>& all) {
    first.push_back(0);
    for (auto& list : lists) {
        std::sort(list.begin(), list.end(),
                  [](const Dependence& a, const Dependence& b) { return a.node < b.node; });
        all.insert(all.end(), list.begin(), list.end());
        first.push_back(static_cast<std::int32_t>(all.size()));
    }
}

}  // namespace

ControlDependence::ControlDependence(const ControlFlow& flow) {
    const std::size_t count = index(flow.nodeCount());
    // Within scripts; calls are stepped over.
    Adjacency next(count);
    for (std::size_t i = 0; i < count; i++) {
        for (const FlowEdge& e : flow.edges(static_cast<NodeIndex>(i))) {
            if (e.kind == FlowEdge::Kind::Flow || e.kind == FlowEdge::Kind::Over) next[i].push_back(e.to);
        }
        if (next[i].empty() && static_cast<NodeIndex>(i) != flow.exit()) next[i].push_back(flow.exit());
    }
    const std::vector<NodeIndex> postDominator = immediateDominators(reversed(next), next, flow.exit());

    Lists controllers(count);
    // Everything from `node` up to what comes anyway.
    auto depend = [&](NodeIndex node, NodeIndex until, Dependence on) {
        for (; node != until && node != flow.exit() && node != kNone; node = postDominator[index(node)])
            add(controllers[index(node)], on);
    };
    transparent_.assign(count, 0);
    for (std::size_t i = 0; i < count; i++) {
        const auto node = static_cast<NodeIndex>(i);
        if (next[i].size() > 1 || node == flow.entry()) {
            for (const FlowEdge& e : flow.edges(node)) {
                if (e.kind == FlowEdge::Kind::Flow || e.kind == FlowEdge::Kind::Over)
                    depend(e.to, node == flow.entry() ? flow.exit() : postDominator[i], {node, e.outcome});
            }
        }
        if (flow.isStatement(node) && !flow.starters(node).empty()) {
            transparent_[i] = 1;
            depend(postDominator[i], flow.exit(), {node, Outcome::Always});
        }
    }
    for (std::size_t i = 0; i < count; i++) {
        for (const StatementIndex starter : flow.starters(static_cast<NodeIndex>(i))) {
            if (!flow.reachable(starter)) continue;
            const std::vector<Dependence> inherited = controllers[index(starter)];
            for (const Dependence& d : inherited) add(controllers[i], d);
        }
    }

    Lists dependents(count);
    for (std::size_t i = 0; i < count; i++) {
        for (const Dependence& d : controllers[i])
            dependents[index(d.node)].push_back({static_cast<NodeIndex>(i), d.outcome});
    }
    flatten(controllers, toFirst_, to_);
    flatten(dependents, fromFirst_, from_);
}

}  // namespace ounce
