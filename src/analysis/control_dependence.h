// The control dependence graph: which decisions must come out how for control to get to a node (Ferrante,
// Ottenstein and Warren, by post-dominators).
//
// A node that a call or a message starts does not depend on the starting statement itself but on what that
// one depends on. The definition of a custom block stands for all its calls: what always runs when the block
// is called depends on the definition, and the definition on what its calls depend on.
#pragma once

#include <span>
#include <vector>

#include "analysis/control_flow.h"

namespace ounce {

struct Dependence {
    NodeIndex node = kNone;  // the one that decides, or the one that depends
    Outcome outcome = Outcome::Always;
    bool operator==(const Dependence&) const = default;
};

class ControlDependence {
  public:
    explicit ControlDependence(const ControlFlow& flow);

    // What the node depends on, in the order of nodes, each once.
    [[nodiscard]] std::span<const Dependence> controllers(NodeIndex node) const {
        return at(toFirst_, to_, node);
    }
    // What depends on the node.
    [[nodiscard]] std::span<const Dependence> dependents(NodeIndex node) const {
        return at(fromFirst_, from_, node);
    }
    // Whether a controller decides nothing: the definition of a custom block.
    [[nodiscard]] bool isTransparent(NodeIndex node) const {
        return transparent_[static_cast<std::size_t>(node)] != 0;
    }

  private:
    static std::span<const Dependence> at(const std::vector<std::int32_t>& first,
                                          const std::vector<Dependence>& all, NodeIndex node) {
        const auto begin = static_cast<std::size_t>(first[static_cast<std::size_t>(node)]);
        return {all.data() + begin,
                static_cast<std::size_t>(first[static_cast<std::size_t>(node) + 1]) - begin};
    }
    std::vector<std::int32_t> toFirst_, fromFirst_;
    std::vector<Dependence> to_, from_;
    std::vector<std::uint8_t> transparent_;
};

}  // namespace ounce
