#include "project/sb3/block_graph.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ounce {
namespace {

constexpr int kDeepest = 2000;
constexpr std::uint32_t kLongest = 1'000'000;

struct Edge {
    std::uint32_t to;
    bool nested;  // into an input, not along `next`
};

struct Node {
    std::uint32_t firstEdge = 0;
    std::uint32_t nextEdge = 0;
    enum : std::uint8_t { New, Open, Done } state = New;
    int depth = 0;           // of the inputs from here on
    std::uint32_t size = 1;  // of the script from here on, written out
};

class Walk {
  public:
    explicit Walk(const BlockMap& blocks) : blocks_(blocks) {
        const auto& all = blocks.all();
        nodes_.resize(all.size() + 1);
        for (std::size_t i = 0; i < all.size(); ++i) {
            nodes_[i].firstEdge = nodes_[i].nextEdge = static_cast<std::uint32_t>(edges_.size());
            if (all[i].next) add(*all[i].next, false);
            for (const Input& input : all[i].inputs) {
                add(input.block);
                add(input.shadow);
            }
        }
        nodes_.back().firstEdge = static_cast<std::uint32_t>(edges_.size());
    }

    std::optional<GraphProblem> run() {
        for (std::uint32_t i = 0; i + 1 < nodes_.size(); ++i) {
            if (nodes_[i].state == Node::New) stack_.push_back(i);
            while (!stack_.empty()) {
                if (auto problem = step()) return problem;
            }
        }
        return std::nullopt;
    }

  private:
    void add(const Slot& slot) {
        if (const auto* id = std::get_if<std::string>(&slot)) add(*id, true);
    }

    void add(const std::string& id, bool nested) {
        const Block* block = blocks_.find(id);
        if (!block) return;
        edges_.push_back({static_cast<std::uint32_t>(block - blocks_.all().data()), nested});
    }

    // Goes one edge further from the block on top of the stack, or leaves it.
    std::optional<GraphProblem> step() {
        const std::uint32_t at = stack_.back();
        Node& node = nodes_[at];
        node.state = Node::Open;
        if (node.nextEdge < nodes_[at + 1].firstEdge) {
            const std::uint32_t to = edges_[node.nextEdge++].to;
            if (nodes_[to].state == Node::Open) return problem(to, "the block follows or contains itself");
            if (nodes_[to].state == Node::New) stack_.push_back(to);
            return std::nullopt;
        }
        for (std::uint32_t e = node.firstEdge; e < nodes_[at + 1].firstEdge; ++e) {
            const Node& child = nodes_[edges_[e].to];
            node.depth = std::max(node.depth, child.depth + edges_[e].nested);
            node.size += child.size;
        }
        node.state = Node::Done;
        stack_.pop_back();
        if (node.depth > kDeepest) return problem(at, "blocks are nested more than 2000 deep");
        if (node.size > kLongest)
            return problem(at, "the script is endless: its blocks are used in many places");
        return std::nullopt;
    }

    [[nodiscard]] std::optional<GraphProblem> problem(std::uint32_t at, const char* what) const {
        return GraphProblem{blocks_.all()[at].id, what};
    }

    const BlockMap& blocks_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> stack_;
};

}  // namespace

std::optional<GraphProblem> findEndlessScript(const BlockMap& blocks) { return Walk(blocks).run(); }

}  // namespace ounce
