// Parts that pages about tests have in common: what was covered, as a table and in the program's text; what
// happens in a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testing/program_text.h"
#include "testing/result.h"

namespace ounce::html {

// "pass" in green, "fail" in red, and so on: a word with a colour, never a colour alone.
std::string verdict(Verdict verdict);

// "12 of 15" with a bar.
std::string meter(const CoverageCount& count);
// Blocks that ran, sprite by sprite.
std::string coverageTable(const CoverageSummary& coverage);
// A card for each sprite with scripts, with what no test reached marked; open where something is missing.
std::string programCards(const Program& program, const std::vector<std::uint8_t>& executed);

// A list of HTML items of which only the beginning is in sight.
std::string shortList(std::string_view kind, const std::vector<std::string>& items, std::size_t inSight);
// What happens second by second, with what must hold: of the checks so many held, the one after them did not,
// and what comes later did not come to pass.
std::string story(const std::vector<StoryLine>& lines, std::size_t held = static_cast<std::size_t>(-1));

}  // namespace ounce::html
