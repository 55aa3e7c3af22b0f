// The interprocedural control flow graph of a program, after "Automated test generation for Scratch programs"
// (Deiner et al., 2023), 5.2.1, and more exact where that is coarse.
//
// Nodes are the program's statements (a statement's index is its node), Entry, Exit, one node for each
// happening that starts scripts, and the end of each custom block. Control that goes to Exit is control that
// the rest of the script waits for: a loop that may go on, a wait that may last longer than the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/dominators.h"
#include "vm/program.h"

namespace ounce {

using NodeIndex = std::int32_t;

// Which result of a statement an edge follows. For `repeat until` it is the condition's, for other loops
// whether the body is entered, for statements that take time whether they are over, for happenings whether
// they happened.
enum class Outcome : std::uint8_t { Always = 0, True = 1, False = 2, Either = 3 };
inline Outcome operator|(Outcome a, Outcome b) {
    return static_cast<Outcome>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

struct FlowEdge {
    enum class Kind : std::uint8_t {
        Flow,    // within a script
        Start,   // to a happening: a message, a clone, a backdrop
        Call,    // to the definition of a custom block
        Return,  // from its end to what follows the call
        Over,    // from a call to what follows it: not an edge of the graph, but how control comes back
    };
    NodeIndex to = kNone;
    Outcome outcome = Outcome::Always;
    Kind kind = Kind::Flow;
    bool operator==(const FlowEdge&) const = default;
};

// What starts scripts.
struct Happening {
    // clang-format off
    enum class Kind : std::uint8_t {
        Flag, Key, SpriteClick, StageClick,  // what a user does
        Condition,                           // a hat that watches: loudness, timer, touching, video, …
        Message, Clone, Backdrop,            // what other scripts do
    };
    // clang-format on
    Kind kind = Kind::Flag;
    std::string name;                  // the key, the sprite, the message, the backdrop, the hat's words
    std::vector<StatementIndex> hats;  // the scripts it starts
    [[nodiscard]] bool isByUser() const { return kind < Kind::Message; }
};

class ControlFlow {
  public:
    explicit ControlFlow(const Program& program);

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] NodeIndex entry() const { return statementCount_; }
    [[nodiscard]] NodeIndex exit() const { return statementCount_ + 1; }
    [[nodiscard]] NodeIndex nodeCount() const { return static_cast<NodeIndex>(edges_.size()); }
    [[nodiscard]] bool isStatement(NodeIndex node) const { return node < statementCount_; }
    // The happening that a node stands for, or null.
    [[nodiscard]] const Happening* happening(NodeIndex node) const;
    // The custom block whose end a node is, or kNone.
    [[nodiscard]] std::int32_t procedureEnd(NodeIndex node) const;

    [[nodiscard]] const std::vector<FlowEdge>& edges(NodeIndex node) const {
        return edges_[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] Decision decision(NodeIndex node) const {
        return isStatement(node) ? decisions_[static_cast<std::size_t>(node)] : Decision::None;
    }
    // Whether any run can get there, as far as the graph can tell.
    [[nodiscard]] bool reachable(NodeIndex node) const {
        return reachable_[static_cast<std::size_t>(node)] != 0;
    }
    // The statements that start a happening or call the custom block of a definition.
    [[nodiscard]] const std::vector<StatementIndex>& starters(NodeIndex node) const {
        return starters_[static_cast<std::size_t>(node)];
    }
    // For statements of custom blocks, the fewest statements from here to the block's end; else 0.
    [[nodiscard]] std::int32_t stepsToReturn(StatementIndex statement) const {
        return stepsToReturn_[static_cast<std::size_t>(statement)];
    }

  private:
    friend class ControlFlowBuilder;
    const Program* program_;
    NodeIndex statementCount_ = 0;
    std::vector<std::vector<FlowEdge>> edges_;
    std::vector<Happening> happenings_;  // the nodes after Exit
    NodeIndex firstEnd_ = 0;             // the ends of custom blocks come last
    std::vector<Decision> decisions_;
    std::vector<std::uint8_t> reachable_;
    std::vector<std::vector<StatementIndex>> starters_;
    std::vector<std::int32_t> stepsToReturn_;
};

}  // namespace ounce
