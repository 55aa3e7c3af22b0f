// What becomes of the costumes of a Scratch 2 project when Scratch 3 loads and saves it.
#pragma once

#include "project/project.h"

namespace ounce {

// The project with costumes that look in Scratch 3 as they did: drawings with Scratch 2's quirks and their
// measured size, pictures with the text that Scratch 1.4 kept apart. Other projects stay as they are.
void toScratch3Costumes(Project& project);

}  // namespace ounce
