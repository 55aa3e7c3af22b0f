#include "neuro/genome.h"

#include <algorithm>
#include <set>

namespace ounce::neuro {

const NodeGene* Genome::find(NodeId node) const {
    const auto found = std::lower_bound(nodes.begin(), nodes.end(), node,
                                        [](const NodeGene& a, NodeId b) { return a.id < b; });
    return found != nodes.end() && found->id == node ? &*found : nullptr;
}

bool Genome::connects(NodeId from, NodeId to) const {
    return std::any_of(connections.begin(), connections.end(),
                       [&](const ConnectionGene& c) { return c.from == from && c.to == to; });
}

void Genome::add(const NodeGene& node) {
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), node.id,
                                        [](const NodeGene& a, NodeId b) { return a.id < b; });
    nodes.insert(place, node);
}

void Genome::add(const ConnectionGene& connection) {
    if (connection.innovation == kNotNumbered) {
        connections.push_back(connection);
        return;
    }
    const auto place =
        std::upper_bound(connections.begin(), connections.end(), connection.innovation,
                         [](std::int32_t number, const ConnectionGene& c) { return number < c.innovation; });
    connections.insert(place, connection);
}

bool Genome::isSound() const {
    for (std::size_t i = 0; i < nodes.size(); i++) {
        const NodeGene& node = nodes[i];
        if (i > 0 && nodes[i - 1].id >= node.id) return false;
        const bool first = node.kind == NodeKind::Input || node.kind == NodeKind::Bias;
        const bool last = node.kind == NodeKind::Output;
        if (first ? node.depth != 0 : last ? node.depth != 1 : !(node.depth > 0 && node.depth < 1))
            return false;
    }
    std::set<std::pair<NodeId, NodeId>> seen;
    for (std::size_t i = 0; i < connections.size(); i++) {
        const ConnectionGene& c = connections[i];
        if (i > 0 && connections[i - 1].innovation >= c.innovation) return false;
        const NodeGene *from = find(c.from), *to = find(c.to);
        if (!from || !to || !seen.insert({c.from, c.to}).second) return false;
        if (to->kind == NodeKind::Input || to->kind == NodeKind::Bias) return false;
        if (c.recurrent != (from->depth >= to->depth)) return false;
    }
    return true;
}

std::int32_t Innovations::connection(NodeId from, NodeId to, bool recurrent) {
    const auto next = static_cast<std::int32_t>(connections_.size());
    return connections_.try_emplace({from, to, recurrent}, next).first->second;
}

NodeId Innovations::split(const ConnectionGene& connection, const Genome& genome) {
    std::vector<NodeId>& nodes = splits_[{connection.from, connection.to, connection.recurrent}];
    for (const NodeId node : nodes) {
        if (!genome.find(node)) return node;
    }
    nodes.push_back(nextNode_);
    return nextNode_++;
}

void Innovations::settle(Genome& genome) {
    const bool counted = std::none_of(genome.connections.begin(), genome.connections.end(),
                                      [](const ConnectionGene& c) { return c.innovation == kNotNumbered; });
    if (!counted) adopt(genome);
}

void Innovations::adopt(Genome& genome) {
    for (ConnectionGene& c : genome.connections) c.innovation = connection(c.from, c.to, c.recurrent);
    std::sort(genome.connections.begin(), genome.connections.end(),
              [](const ConnectionGene& a, const ConnectionGene& b) { return a.innovation < b.innovation; });
    for (const NodeGene& node : genome.nodes) nextNode_ = std::max(nextNode_, node.id + 1);
}

}  // namespace ounce::neuro
