// Tests as stories: what the user does, second by second, in words that need no knowledge of any format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testing/result.h"
#include "testing/suite.h"

namespace ounce {

// "press the right arrow for 0.3 s", "click the sprite Cat", "wait 2 s"
std::string storyOf(const UserEvent& event);

// A line for the green flag, for each event, and for each pause that a person would notice. Each but the last
// of them ends in "then", or in "meanwhile" if the next begins before it is over.
std::vector<StoryLine> storyOf(const TestCase& test);

// The whole story in one paragraph: "click the green flag, then press the right arrow for 0.3 s."
std::string sentenceOf(const TestCase& test);

// "2 s", "0.3 s": steps as seconds, to a tenth.
std::string shortSeconds(std::uint64_t steps);

}  // namespace ounce
