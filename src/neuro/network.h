// A genome ready to run: flat arrays in the order of depth, activated in one pass, without allocating.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "neuro/genome.h"

namespace ounce::neuro {

class Network {
  public:
    Network() = default;
    explicit Network(const Genome& genome) { build(genome); }

    // The same network object for another genome, or for one that has grown. Nodes that both have keep what
    // they are worth.
    void build(const Genome& genome);

    // Where a node's value is; kNoSlot: the genome does not have it.
    static constexpr std::int32_t kNoSlot = -1;
    [[nodiscard]] std::int32_t slotOf(NodeId node) const {
        const auto i = static_cast<std::size_t>(node);
        return i < slots_.size() ? slots_[i] : kNoSlot;
    }
    // Whether any connection that counts leads there.
    [[nodiscard]] bool isWired(std::int32_t slot) const {
        return nodes_[static_cast<std::size_t>(slot)].count > 0;
    }
    [[nodiscard]] double value(std::int32_t slot) const { return values_[static_cast<std::size_t>(slot)]; }
    // What flowed into a computed node before it was activated.
    [[nodiscard]] double sum(std::int32_t slot) const { return sums_[static_cast<std::size_t>(slot)]; }
    void set(std::int32_t slot, double value) { values_[static_cast<std::size_t>(slot)] = value; }

    // All inputs are 0, as if nothing was seen.
    void clearInputs();
    void activate();
    // As after it was made: nothing was ever activated.
    void reset();

    struct HiddenNode {
        NodeId id = 0;
        std::int32_t slot = 0;
    };
    [[nodiscard]] std::span<const HiddenNode> hidden() const { return hidden_; }  // by id

  private:
    friend class Gradient;
    struct Node {
        std::int32_t first = 0, count = 0;  // of the connections that lead here
        Activation activation = Activation::None;
    };
    struct Input {
        std::int32_t slot = 0;  // of the value that is read; for recurrent ones the copy of the last pass
        std::int32_t gene = 0;  // which connection of the genome
        double weight = 0;
    };
    std::vector<Node> nodes_;          // by slot, in the order of activation; inputs and bias come first
    std::vector<Input> inputs_;        // of all nodes
    std::vector<double> values_;       // by slot, then once more as they were before
    std::vector<double> sums_;         // by slot
    std::vector<std::int32_t> slots_;  // by node id
    std::vector<NodeId> ids_;          // by slot
    std::vector<HiddenNode> hidden_;
    std::size_t firstComputed_ = 0;
    std::int32_t bias_ = kNoSlot;
    bool remembers_ = false;
};

}  // namespace ounce::neuro
