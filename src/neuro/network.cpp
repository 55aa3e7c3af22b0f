#include "neuro/network.h"

#include <algorithm>

namespace ounce::neuro {

void Network::build(const Genome& genome) {
    const std::vector<double> oldValues = values_;
    const std::vector<std::int32_t> oldSlots = slots_;
    const std::size_t oldCount = ids_.size();
    std::vector<const NodeGene*> order;
    order.reserve(genome.nodes.size());
    for (const NodeGene& node : genome.nodes) order.push_back(&node);
    std::stable_sort(order.begin(), order.end(),
                     [](const NodeGene* a, const NodeGene* b) { return a->depth < b->depth; });
    const std::size_t count = order.size();
    nodes_.assign(count, {});
    values_.assign(2 * count, 0);
    sums_.assign(count, 0);
    ids_.assign(count, 0);
    slots_.assign(genome.nodes.empty() ? 0 : static_cast<std::size_t>(genome.nodes.back().id) + 1, kNoSlot);
    hidden_.clear();
    firstComputed_ = 0;
    bias_ = kNoSlot;
    for (std::size_t slot = 0; slot < count; slot++) {
        const NodeGene& gene = *order[slot];
        nodes_[slot].activation = gene.activation;
        ids_[slot] = gene.id;
        slots_[static_cast<std::size_t>(gene.id)] = static_cast<std::int32_t>(slot);
        if (gene.depth == 0) firstComputed_ = slot + 1;
        if (gene.kind == NodeKind::Bias) bias_ = static_cast<std::int32_t>(slot);
        if (gene.kind == NodeKind::Hidden) hidden_.push_back({gene.id, static_cast<std::int32_t>(slot)});
    }
    std::sort(hidden_.begin(), hidden_.end(),
              [](const HiddenNode& a, const HiddenNode& b) { return a.id < b.id; });
    // What a node was worth before the network grew, it is worth still.
    for (std::size_t slot = 0; slot < count && oldCount > 0; slot++) {
        const auto id = static_cast<std::size_t>(ids_[slot]);
        if (id < oldSlots.size() && oldSlots[id] != kNoSlot)
            values_[slot] = oldValues[static_cast<std::size_t>(oldSlots[id])];
    }

    if (bias_ != kNoSlot) values_[static_cast<std::size_t>(bias_)] = 1;

    remembers_ = false;
    for (const ConnectionGene& c : genome.connections) {
        if (c.enabled) nodes_[static_cast<std::size_t>(slotOf(c.to))].count++;
    }
    std::int32_t first = 0;
    for (Node& node : nodes_) {
        node.first = first;
        first += node.count;
        node.count = 0;
    }
    inputs_.assign(static_cast<std::size_t>(first), {});
    for (std::size_t i = 0; i < genome.connections.size(); i++) {
        const ConnectionGene& c = genome.connections[i];
        if (!c.enabled) continue;
        Node& node = nodes_[static_cast<std::size_t>(slotOf(c.to))];
        const std::int32_t from = slotOf(c.from) + (c.recurrent ? static_cast<std::int32_t>(count) : 0);
        inputs_[static_cast<std::size_t>(node.first + node.count++)] = {from, static_cast<std::int32_t>(i),
                                                                        c.weight};
        remembers_ = remembers_ || c.recurrent;
    }
}

void Network::clearInputs() {
    std::fill_n(values_.begin(), firstComputed_, 0.0);
    if (bias_ != kNoSlot) values_[static_cast<std::size_t>(bias_)] = 1;
}

void Network::activate() {
    const std::size_t count = nodes_.size();
    if (remembers_) std::copy_n(values_.begin(), count, values_.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t slot = firstComputed_; slot < count; slot++) {
        const Node& node = nodes_[slot];
        const Input* input = inputs_.data() + node.first;
        double sum = 0;
        for (std::int32_t i = 0; i < node.count; i++)
            sum += input[i].weight * values_[static_cast<std::size_t>(input[i].slot)];
        sums_[slot] = sum;
        values_[slot] = ounce::neuro::activate(node.activation, sum);
    }
}

void Network::reset() {
    for (std::size_t slot = firstComputed_; slot < values_.size(); slot++) values_[slot] = 0;
}

}  // namespace ounce::neuro
