#include "verify/shadow.h"

#include <algorithm>

#include "base/cast.h"

namespace ounce::verify {
namespace {

auto place(std::vector<std::pair<Cell, Held>>& cells, Cell cell) {
    return std::ranges::lower_bound(cells, cell, {}, &std::pair<Cell, Held>::first);
}

Value& valueIn(State& state, Cell cell) {
    if (cell == kAnswer) return state.answer;
    return state.targets[static_cast<std::size_t>(cell.target)]
        ->variables[static_cast<std::size_t>(cell.slot)];
}

Value asHeld(std::int64_t number, Form form) {
    const Value value(static_cast<double>(number) + (form == Form::TypedHalf ? 0.5 : 0));
    return form == Form::Number ? value : Value(toText(value));
}

}  // namespace

const Held* Shadow::find(Cell cell) const {
    if (cells_.empty()) return nullptr;
    const auto found = std::ranges::lower_bound(cells_, cell, {}, &std::pair<Cell, Held>::first);
    return found != cells_.end() && found->first == cell ? &found->second : nullptr;
}

void Shadow::hold(Cell cell, Held held) {
    const auto found = place(cells_, cell);
    if (found != cells_.end() && found->first == cell) {
        found->second = held;
    } else {
        cells_.insert(found, {cell, held});
    }
}

void Shadow::forget(Cell cell) {
    const auto found = place(cells_, cell);
    if (found != cells_.end() && found->first == cell) cells_.erase(found);
}

void Shadow::apply(const Terms& terms, const Model& model, State& state) const {
    for (const auto& [cell, held] : cells_)
        valueIn(state, cell) = asHeld(terms.evaluate(held.term, model), held.form);
}

void Shadow::blank(State& state) const {
    for (const auto& [cell, held] : cells_) valueIn(state, cell) = asHeld(0, held.form);
}

}  // namespace ounce::verify
