// Dominators of a rooted graph, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
#pragma once

#include <cstdint>
#include <vector>

namespace ounce {

// For each node, the nodes its edges lead to.
using Adjacency = std::vector<std::vector<std::int32_t>>;

Adjacency reversed(const Adjacency& edges);

// The immediate dominator of each node; the root is its own, and nodes that the root does not reach have -1.
// Post-dominators are the dominators of the reversed graph from its end.
std::vector<std::int32_t> immediateDominators(const Adjacency& successors, const Adjacency& predecessors,
                                              std::int32_t root);

// Which nodes can be reached from `root`.
std::vector<std::uint8_t> reachableFrom(const Adjacency& successors, std::int32_t root);

}  // namespace ounce
