// Blocks refer to variables, lists and messages by id, and say the name beside it.
#pragma once

#include "project/project.h"

namespace ounce {

// `<`, `>`, `&`, `'` and `"` in the ids of variables become words, in the targets, the blocks and the
// monitors.
void makeIdsSafe(Project& project);

// Every reference gets a variable, list or message to refer to, and shows its name.
void settleReferences(Project& project);

}  // namespace ounce
