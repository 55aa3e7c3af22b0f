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

// The other way round: what was known, with these changes.
void applyChanges(const std::vector<ActorState>& changes, std::vector<ActorState>& known);

// The first thing that is not as expected: "Cat.x is 30, not 20". Empty: all is. Actors and variables that
// the program does not have are not looked at: other tools have some of their own. With `before`, the state a
// step earlier, a value may also be the one from there: tools that look between two blocks see some of a
// step's effects and not yet the others.
std::string differenceFrom(const std::vector<ActorState>& expected, const std::vector<ActorState>& actual,
                           const std::vector<ActorState>* before = nullptr);

// What another tool expects, in the names of this program. Actors are found by name; one actor and one sprite
// that are left over are taken for the same. What means nothing here is left out: constants of that tool,
// costumes that the sprite does not have, texts of bubbles, actors without a sprite.
std::vector<ActorState> namedAs(const Program& program, const std::vector<ActorState>& foreign);

}  // namespace ounce::verify
