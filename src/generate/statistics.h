// The statistics of a generation as Whisker writes them (CSV, one row).
#pragma once

#include <string>

#include "generate/generate.h"

namespace ounce {

// Header and row, each with its line end. Times are in ms; without a budget in seconds they are Scratch time,
// so that equal seeds give equal bytes. With one, a timeline follows: the number of goals covered after each
// second.
std::string statisticsCsv(const Generation& generation, const GenerationOptions& options);

}  // namespace ounce
