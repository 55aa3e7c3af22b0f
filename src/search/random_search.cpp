#include "search/random_search.h"

namespace ounce {

void randomSearch(SearchRun& run, std::size_t batch) {
    while (!run.over()) {
        std::vector<Codons> samples;
        for (std::size_t i = 0; i < batch; i++) {
            Stream random = run.stream();
            samples.push_back(run.problem().sample(random));
        }
        for (std::size_t i = run.evaluate(std::move(samples)).size(); i > 0; i--) run.iterationDone();
    }
}

}  // namespace ounce
