// What may still happen in a game: the statements that control can get to from where its scripts are now, or
// from anything that a user may do. A game of which nothing is left that matters need not be played to its
// end: after "game over" the clouds often go on for ever.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/control_flow.h"
#include "vm/state.h"

namespace ounce::neuro {

// For one thread: it remembers what it has worked out.
class Future {
  public:
    // The graph stays where it is. Nobody clicks the flag again.
    explicit Future(const ControlFlow& flow);

    // Looks at a state. It is on the safe side: what cannot be reached cannot.
    void look(const State& state);
    [[nodiscard]] bool holds(StatementIndex statement) const {
        const auto i = static_cast<std::size_t>(statement);
        return ((now_[i / 64] >> (i % 64)) & 1) != 0;
    }

  private:
    using Statements = std::vector<std::uint64_t>;  // a bit for each
    [[nodiscard]] Statements from(std::vector<NodeIndex> nodes) const;

    const ControlFlow& flow_;
    std::size_t words_;
    Statements byUser_, now_;
    std::vector<Statements> after_;  // by statement; empty: not worked out yet
};

}  // namespace ounce::neuro
