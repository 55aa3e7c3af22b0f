// report.html of a generation, for people: how far the search came and when, each test as a story with
// pictures, and the program with what no test reached.
#pragma once

#include <string>
#include <vector>

#include "generate/generate.h"
#include "testing/result.h"
#include "testing/storyboard.h"

namespace ounce {

using Storyboard = std::vector<Thumbnail>;

// The pictures of each test of the suite. A page must stay small enough to be mailed: the later of many tests
// have two pictures, and in the end none.
std::vector<Storyboard> storyboardsOf(const Program& program, const Generation& generation,
                                      const GenerationOptions& options, const Job& job);

// `run`: the suite played once. Reads no clock: the only times by the clock are those of a timeline whose
// budget is in seconds.
std::string reportPage(const Generation& generation, const GenerationOptions& options, const SuiteRun& run,
                       const std::vector<Storyboard>& storyboards);

}  // namespace ounce
