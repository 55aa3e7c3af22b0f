#include "search/one_plus_one.h"

namespace ounce {

void onePlusOne(SearchRun& run, const MutationOptions& options) {
    for (std::size_t goal = 0; goal < run.problem().goals(); goal++) {
        if (run.over() || run.archive().covered()[goal]) continue;
        Stream random = run.stream();
        std::vector<Individual> current = run.evaluate({run.problem().sample(random)});
        while (!current.empty() && !run.over() && !run.archive().covered()[goal]) {
            std::vector<Individual> mutant =
                run.evaluate({mutate(*current[0].test, run.problem().encoding(), options, random)});
            if (!mutant.empty() && mutant[0].fitness[goal] <= current[0].fitness[goal])
                current = std::move(mutant);
            run.iterationDone();
        }
    }
}

}  // namespace ounce
