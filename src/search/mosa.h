// The Many-Objective Sorting Algorithm (Algorithm 8; Panichella et al., 2015) with local search.
#pragma once

#include "search/crossover.h"
#include "search/local_search.h"
#include "search/mutation.h"
#include "search/run.h"
#include "search/selection.h"

namespace ounce {

// The defaults are the tuned values of the paper.
struct MosaOptions {
    std::size_t populationSize = 30;
    MutationOptions mutation{};
    CrossoverOptions crossover{};
    SelectionOptions selection{};
    LocalSearchOptions localSearch{};
};

void mosa(SearchRun& run, const MosaOptions& options);

// The members that survive: whole fronts in order, the last one cut by sub-vector dominance. Sorted from
// worst to best, as rank selection wants it.
std::vector<Individual> survivors(std::vector<Individual> population, const GoalFlags& covered,
                                  std::size_t size);

}  // namespace ounce
