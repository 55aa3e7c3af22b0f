// The way back from a violation, as a run with inputs and outcomes.
#include <algorithm>
#include <fmt/format.h>

#include "base/cast.h"
#include "verify/explorer_parts.h"

namespace ounce::verify {
namespace {

std::string describe(const InputEvent& e) {
    return fmt::format("{}|{}|{}|{}|{}|{}", static_cast<int>(e.kind), e.name, e.variable,
                       e.x ? fmt::format("{}", *e.x) : "", e.y ? fmt::format("{}", *e.y) : "",
                       toText(e.value).utf8());
}

}  // namespace

Value typedValue(const Action& action, std::int64_t number) {
    const double half = action.answer == Action::Symbol::Half ? 0.5 : 0;
    return Value(toText(Value(static_cast<double>(number) + half)));
}

namespace {

bool isSameInput(const InputEvent& a, const InputEvent& b) {
    return a.kind == b.kind && a.name == b.name && a.variable == b.variable && a.x == b.x && a.y == b.y &&
           a.value.same(b.value);
}

}  // namespace

// There are few, and most states have the same ones.
std::int32_t Explorer::placeOf(const Action& action) {
    constexpr std::size_t kFew = 64;
    const auto isSame = [&](const Action& known) {
        return known.answer == action.answer && std::ranges::equal(known.inputs, action.inputs, isSameInput);
    };
    for (std::size_t i = 0; i < std::min(kFew, actions_.size()); i++) {
        if (isSame(actions_[i])) return static_cast<std::int32_t>(i);
    }
    std::string key = action.answer == Action::Symbol::None    ? ""
                      : action.answer == Action::Symbol::Whole ? "?"
                                                               : "?.5";
    for (const InputEvent& e : action.inputs) key += describe(e) + "\n";
    const auto [place, isNew] = actionPlaces_.try_emplace(key, static_cast<std::int32_t>(actions_.size()));
    if (isNew) actions_.push_back(action);
    return place->second;
}

// All constraints of the way from the beginning, over symbols of their own, are solved once more together: on
// the way, those that had no bearing on the rest were left behind.
Counterexample Explorer::counterexample(std::int32_t last) {
    std::vector<std::int32_t> way;
    for (std::int32_t i = last; i >= 0; i = trails_[static_cast<std::size_t>(i)].parent) way.push_back(i);
    std::ranges::reverse(way);

    Model model;
    std::vector<Term> constraints;
    std::vector<std::int32_t> here;                 // ordinals after the step before → ordinals of the way
    std::vector<std::vector<std::int32_t>> inStep;  // the same for each step's own ordinals
    for (const std::int32_t i : way) {
        const Trail& trail = trails_[static_cast<std::size_t>(i)];
        std::vector<std::int32_t> step = here;
        for (const SymbolNode& symbol : trail.made) {
            step.push_back(static_cast<std::int32_t>(model.size()));
            model.push_back(std::clamp<std::int64_t>(1, symbol.low, symbol.high));
        }
        for (const Term t : trail.constraints) constraints.push_back(terms_.renamed(t, step));
        here.clear();
        for (const std::int32_t ordinal : trail.kept) here.push_back(step[static_cast<std::size_t>(ordinal)]);
        inStep.push_back(std::move(step));
    }
    if (!constraints.empty() && solver_.solve(constraints, model) != Solver::Answer::Possible)
        note("the values of a violating run could not be found again");

    Counterexample result;
    for (std::size_t n = 0; n < initialValues_.size(); n++) {
        InputEvent e = initialValues_[n];
        e.value = Value(static_cast<double>(model[n]));
        result.inputs.push_back(std::move(e));
    }
    for (std::size_t n = 1; n < way.size(); n++) {
        const Trail& trail = trails_[static_cast<std::size_t>(way[n])];
        const Action& action = actions_[static_cast<std::size_t>(trail.action)];
        for (InputEvent e : action.inputs) {
            e.step = n - 1;
            if (action.answer != Action::Symbol::None) {
                const std::int32_t typed = inStep[n][static_cast<std::size_t>(trail.symbolsBefore)];
                e.value = typedValue(action, model[static_cast<std::size_t>(typed)]);
            }
            result.inputs.push_back(std::move(e));
        }
        for (Pick pick : trail.picks) {
            if (pick.ordinal >= 0) {
                const std::int32_t drawn = inStep[n][static_cast<std::size_t>(pick.ordinal)];
                pick.outcome = static_cast<double>(model[static_cast<std::size_t>(drawn)]);
            }
            result.picks.push_back(pick);
        }
    }
    result.steps = way.size() - 1;
    return result;
}

}  // namespace ounce::verify
