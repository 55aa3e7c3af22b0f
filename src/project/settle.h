// What official Scratch changes while it loads a project. Files keep what they say; whoever runs a program
// settles it first.
#pragma once

#include "project/project.h"

namespace ounce {

// - Sprites of equal names are renamed (name without trailing digits + 2, 3, …), costumes within a sprite
// likewise.
// - Variables, lists and messages that are referred to but exist nowhere are pointed to a stage variable of
// the same name
//   and type, or created on the stage under an unused name.
// - The current costume is limited to the costumes there are; direction is brought into [-179, 181).
void settle(Project& project);

}  // namespace ounce
