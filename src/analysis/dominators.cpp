#include "analysis/dominators.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ounce {

namespace {

using Nodes = std::vector<std::int32_t>;

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

// Nodes reachable from the root, each after all that it leads to (loops apart). Without recursion: scripts of
// hostile files are as deep as they like.
Nodes postOrder(const Adjacency& successors, std::int32_t root) {
    Nodes order;
    std::vector<std::uint8_t> seen(successors.size(), 0);
    std::vector<std::pair<std::int32_t, std::size_t>> path{{root, 0}};
    seen[at(root)] = 1;
    while (!path.empty()) {
        auto& [node, next] = path.back();
        const Nodes& targets = successors[at(node)];
        if (next == targets.size()) {
            order.push_back(node);
            path.pop_back();
            continue;
        }
        const std::int32_t target = targets[next++];
        if (std::exchange(seen[at(target)], 1) == 0) path.emplace_back(target, 0);
    }
    return order;
}

}  // namespace

Adjacency reversed(const Adjacency& edges) {
    Adjacency result(edges.size());
    for (std::size_t from = 0; from < edges.size(); from++) {
        for (const std::int32_t to : edges[from]) result[at(to)].push_back(static_cast<std::int32_t>(from));
    }
    return result;
}

Nodes immediateDominators(const Adjacency& successors, const Adjacency& predecessors, std::int32_t root) {
    const Nodes order = postOrder(successors, root);
    std::vector<std::int32_t> number(successors.size(), -1);
    for (std::size_t i = 0; i < order.size(); i++) number[at(order[i])] = static_cast<std::int32_t>(i);

    Nodes dominator(successors.size(), -1);
    dominator[at(root)] = root;
    auto common = [&](std::int32_t a, std::int32_t b) {
        while (a != b) {
            while (number[at(a)] < number[at(b)]) a = dominator[at(a)];
            while (number[at(b)] < number[at(a)]) b = dominator[at(b)];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (auto node = order.rbegin(); node != order.rend(); ++node) {
            if (*node == root) continue;
            std::int32_t found = -1;
            for (const std::int32_t p : predecessors[at(*node)]) {
                if (dominator[at(p)] == -1) continue;  // not reachable, or not yet visited
                found = found == -1 ? p : common(p, found);
            }
            if (found != dominator[at(*node)]) {
                dominator[at(*node)] = found;
                changed = true;
            }
        }
    }
    return dominator;
}

std::vector<std::uint8_t> reachableFrom(const Adjacency& successors, std::int32_t root) {
    std::vector<std::uint8_t> reached(successors.size(), 0);
    for (const std::int32_t node : postOrder(successors, root)) reached[at(node)] = 1;
    return reached;
}

}  // namespace ounce
