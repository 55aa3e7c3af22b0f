// The (1+1) evolutionary algorithm, one goal after the other (Whisker's iterative generator).
#pragma once

#include "search/mutation.h"
#include "search/run.h"

namespace ounce {

// For each goal in order that is not covered yet: a random test, mutated again and again; a mutant that is
// not worse replaces it. A goal that is never covered uses the rest of the budget, as in Whisker.
void onePlusOne(SearchRun& run, const MutationOptions& options);

}  // namespace ounce
