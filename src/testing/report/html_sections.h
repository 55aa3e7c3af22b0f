// Parts that pages about tests have in common: what was covered, as a table and in the program's text.
#pragma once

#include <string>
#include <vector>

#include "testing/program_text.h"

namespace ounce::html {

// Blocks that ran, sprite by sprite.
std::string coverageTable(const CoverageSummary& coverage);
// A card for each sprite with scripts, with what no test reached marked; open where something is missing.
std::string programCards(const Program& program, const std::vector<std::uint8_t>& executed);

}  // namespace ounce::html
