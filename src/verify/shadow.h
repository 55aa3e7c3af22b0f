// Which cells of a state hold terms. The state itself has a number in each of them that satisfies all
// constraints; the shadow says what else it could have been.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "verify/terms.h"
#include "vm/state.h"

namespace ounce::verify {

struct Cell {
    std::int32_t target = kNone;  // its place in State::targets; kNone: the answer
    std::int32_t slot = 0;        // of the variable
    auto operator<=>(const Cell&) const = default;
};
constexpr Cell kAnswer{};

// How a cell has what its term stands for.
enum class Form : std::uint8_t {
    Number,
    Typed,      // as a text
    TypedHalf,  // the same, and one half more
};

struct Held {
    Term term = kNoTerm;
    Form form = Form::Number;
    bool operator==(const Held&) const = default;
};

class Shadow {
  public:
    [[nodiscard]] bool empty() const { return cells_.empty(); }
    [[nodiscard]] const Held* find(Cell cell) const;
    void hold(Cell cell, Held held);
    void forget(Cell cell);
    [[nodiscard]] const std::vector<std::pair<Cell, Held>>& cells() const { return cells_; }
    std::vector<std::pair<Cell, Held>>& cells() { return cells_; }

    // Writes the model's values into the state.
    void apply(const Terms& terms, const Model& model, State& state) const;
    // The same value in every cell, for comparing states.
    void blank(State& state) const;

  private:
    std::vector<std::pair<Cell, Held>> cells_;  // ascending
};

}  // namespace ounce::verify
