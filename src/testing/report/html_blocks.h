// Scripts drawn as blocks, in HTML and CSS alone: stacks, mouths, slots, in the colours of their categories.
#pragma once

#include <string>
#include <vector>

#include "testing/program_text.h"

namespace ounce::html {

// All scripts of a sprite. Blocks that no test reached are marked.
std::string blocks(const std::vector<ProgramLine>& lines);

}  // namespace ounce::html
