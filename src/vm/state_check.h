// Whether a state that came from outside is one that a machine can go on from.
#pragma once

#include "vm/state.h"

namespace ounce {

// Every place that the state names is there: targets, threads, statements, scripts, drawables, sounds. A
// machine takes that for granted and does not look again.
bool fits(const Program& program, const State& state);

}  // namespace ounce
