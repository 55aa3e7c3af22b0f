// Recognises a state that comes again. Two states with equal keys have the same future: the same inputs give
// the same traces, step numbers aside. So a search need not go on from a state whose key it has seen.
//
// Counted relative to now: timers, waits, sounds. Named by where they stand, not by the numbers and places
// they happen to have: targets, threads, drawables. Left out: the step counter, what only says how a step
// went, memory that would be used again, whatever the program never asks for (the timer, the date, the keys
// for codes), and what no block of it can change (volume, effects, pens): there it is taken for granted that
// nobody else did.
//
// Not in the key, because it is not in the state: machine options. A program that comes near to the limit of
// its memory may be stopped in one of two equal states some steps earlier than in the other.
#pragma once

#include <compare>
#include <cstdint>

#include "vm/machine_options.h"
#include "vm/state.h"

namespace ounce {

struct StateKey {
    std::uint64_t high = 0, low = 0;
    auto operator<=>(const StateKey&) const = default;
};

class Canonical {
  public:
    // `drawsCount`: the generator belongs to the state; false: every pick is decided from outside.
    explicit Canonical(const Program& program, Mode mode, bool drawsCount = true);

    [[nodiscard]] StateKey operator()(const State& state) const;

  private:
    class Writer;
    const Program* program_;
    bool drawsCount_;
    bool readsTimer_ = false, readsDate_ = false;
    bool readsClock_ = false;  // a step is 33 or 34 ms long: where in this rhythm a state stands matters
    bool countsSteps_ = false;
    bool hasSounds_ = false, hasEffects_ = false, hasPen_ = false;  // some block can change them
};

}  // namespace ounce
