#include "search/mosa.h"

#include <algorithm>
#include <iterator>

#include "search/dominance.h"

namespace ounce {

namespace {

// Of two parents, the better one for tournaments: the one further ahead, which is also shorter where all else
// is equal.
std::size_t choose(const std::vector<Individual>& population, const SelectionOptions& options, bool sorted,
                   Stream& random) {
    if (!sorted) return random.below(population.size());  // the first generation is in no order
    if (options.kind == SelectionOperator::Rank) return selectByRank(population.size(), random);
    return selectByTournament(
        population.size(), options.tournamentSize, [](std::size_t a, std::size_t b) { return a > b; },
        random);
}

Codons child(const Codons& codons, const Chromosome& parent, const Encoding& encoding,
             const MutationOptions& options, Stream& random) {
    if (!random.chance(options.probability)) return codons;
    // What is known about the groups holds for the part before the crossover; that is what the parent hands
    // on.
    return mutate(Chromosome{codons, parent.length, parent.usefulGroups, parent.kinds, {}}, encoding, options,
                  random);
}

std::vector<Codons> offspring(SearchRun& run, const std::vector<Individual>& population,
                              const MosaOptions& options, bool sorted) {
    const Encoding encoding = run.problem().encoding();
    std::vector<Codons> children;
    while (children.size() < options.populationSize) {
        Stream random = run.stream();
        const Chromosome& first = *population[choose(population, options.selection, sorted, random)].test;
        const Chromosome& second = *population[choose(population, options.selection, sorted, random)].test;
        auto [one, other] = random.chance(options.crossover.probability)
                                ? cross(first.codons, second.codons, encoding, options.crossover.kind, random)
                                : std::pair(first.codons, second.codons);
        children.push_back(child(one, first, encoding, options.mutation, random));
        if (children.size() < options.populationSize) {
            children.push_back(child(other, second, encoding, options.mutation, random));
        }
    }
    return children;
}

}  // namespace

std::vector<Individual> survivors(std::vector<Individual> population, const GoalFlags& covered,
                                  std::size_t size) {
    std::vector<Individual> chosen;
    for (Front& front : preferenceSort(population, covered)) {
        sortBySubvectorDominance(population, front);
        for (std::size_t member : front) {
            if (chosen.size() == size) break;
            chosen.push_back(std::move(population[member]));
        }
        if (chosen.size() == size) break;
    }
    std::reverse(chosen.begin(), chosen.end());
    return chosen;
}

void mosa(SearchRun& run, const MosaOptions& options) {
    LocalSearch localSearch(run, options.localSearch);
    std::vector<Codons> samples;
    for (std::size_t i = 0; i < options.populationSize; i++) {
        Stream random = run.stream();
        samples.push_back(run.problem().sample(random));
    }
    std::vector<Individual> population = run.evaluate(std::move(samples));
    bool sorted = false;
    while (!run.over() && !population.empty()) {
        std::vector<Individual> children = run.evaluate(offspring(run, population, options, sorted));
        std::move(children.begin(), children.end(), std::back_inserter(population));
        population = survivors(std::move(population), run.archive().covered(), options.populationSize);
        sorted = true;
        localSearch.improve(population);
        run.iterationDone();
    }
}

}  // namespace ounce
