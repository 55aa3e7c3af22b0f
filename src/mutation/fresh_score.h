// What a suite notices with seeds of the program's random numbers that it was not made with.
#pragma once

#include "mutation/analysis.h"

namespace ounce {

// The suites must be in JSON, and their tests pass with their own seeds. Tests that do not pass on the
// unchanged program with another seed notice nothing there.
Result<FreshScore> freshScore(const std::shared_ptr<const Program>& program,
                              const std::vector<SuiteFile>& suites, MutationAnalysisOptions options,
                              int seeds, const Job& job);

}  // namespace ounce
