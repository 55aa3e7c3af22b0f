// What can be seen or heard of a state, or read by its user, as a number. Two runs with the same numbers
// after every step look the same. Threads are left out: a mutant may do the same in another way.
#pragma once

#include <cstdint>

#include "vm/state.h"

namespace ounce {

std::uint64_t visibleHash(const State& state);

}  // namespace ounce
