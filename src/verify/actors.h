// What can be seen of the sprites, in the words of Bastet's witnesses: x, y, direction, size, visible,
// active_graphic_name, bubbleText, and the program's own variables.
#pragma once

#include <string>
#include <vector>

#include "verify/witness.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce::verify {

// The stage and every sprite, without clones.
std::vector<ActorState> actorsIn(const Program& program, const State& state);

// What is different in `now`; actors and variables without a difference are left out.
std::vector<ActorState> changesOf(const std::vector<ActorState>& before, const std::vector<ActorState>& now);

// The first thing that is not as expected: "Cat.x is 30, not 20". Empty: all is. Actors and variables that
// the program does not have are not looked at: other tools have some of their own.
std::string differenceFrom(const std::vector<ActorState>& expected, const std::vector<ActorState>& actual);

}  // namespace ounce::verify
