// A network as evolution sees it: genes of nodes and connections. Every connection has an innovation number,
// the same in all genomes, so that two genomes can be laid side by side (Stanley and Miikkulainen, 2002).
//
// Nodes lie at a depth: inputs and the bias at 0, outputs at 1, hidden nodes in between. A connection is
// recurrent exactly if it does not lead to a greater depth; it then carries what its source was worth one
// activation before. So what is not recurrent has no cycle, in any genome.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "base/stream.h"
#include "neuro/activation.h"

namespace ounce::neuro {

using NodeId = std::int32_t;

enum class NodeKind : std::uint8_t { Input, Bias, Hidden, Output };

struct NodeGene {
    NodeId id = 0;
    NodeKind kind = NodeKind::Hidden;
    Activation activation = Activation::None;
    double depth = 0;
    bool operator==(const NodeGene&) const = default;
};

struct ConnectionGene {
    NodeId from = 0, to = 0;
    double weight = 0;
    bool enabled = true;
    bool recurrent = false;
    std::int32_t innovation = 0;
    bool operator==(const ConnectionGene&) const = default;
};

// A connection that came up while playing, where nobody may count: it gets its number afterwards.
constexpr std::int32_t kNotNumbered = -1;

struct Genome {
    // A network that goes on unchanged keeps it. What is wired while playing depends on it, and on nothing
    // else that is drawn.
    std::uint32_t id = 0;
    Activation hidden = Activation::Relu;
    std::vector<NodeGene> nodes;              // by id
    std::vector<ConnectionGene> connections;  // by innovation number

    [[nodiscard]] const NodeGene* find(NodeId node) const;
    [[nodiscard]] bool connects(NodeId from, NodeId to) const;
    void add(const NodeGene& node);  // keeps the order; the id is new
    void add(const ConnectionGene& connection);
    // Whether nodes and connections are in order, each once, lead somewhere, and only recurrent connections
    // lead back.
    [[nodiscard]] bool isSound() const;
    bool operator==(const Genome&) const = default;
};

// Who was first to connect two nodes or to split a connection; the same change has the same number whoever
// makes it.
class Innovations {
  public:
    // Ids from `firstFree` on are given to new nodes.
    explicit Innovations(NodeId firstFree) : nextNode_(firstFree) {}

    std::int32_t connection(NodeId from, NodeId to, bool recurrent);
    // The node that splits the connection; if `genome` has it already, the next one that does.
    NodeId split(const ConnectionGene& connection, const Genome& genome);
    // Numbers what was wired while playing, and puts it where it belongs.
    void settle(Genome& genome);
    // A genome from outside: its connections get the numbers of this run.
    void adopt(Genome& genome);

  private:
    NodeId nextNode_;
    std::map<std::tuple<NodeId, NodeId, bool>, std::int32_t> connections_;
    std::map<std::tuple<NodeId, NodeId, bool>, std::vector<NodeId>> splits_;
};

}  // namespace ounce::neuro
