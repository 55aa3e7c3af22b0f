// Random search with an archive (Algorithm 7).
#pragma once

#include "search/run.h"

namespace ounce {

// Random individuals, `batch` of them at a time, until the run is over. Random test generation (Algorithm 3)
// is the same loop: drawing an event among those that make sense now is what decoding a random codon does.
void randomSearch(SearchRun& run, std::size_t batch = 16);

}  // namespace ounce
