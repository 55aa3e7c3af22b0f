#include "search/run.h"

namespace ounce {

namespace {

GoalFlags requiredGoals(const Problem& problem) {
    GoalFlags required;
    for (std::size_t goal = 0; goal < problem.goals(); goal++)
        required.push_back(problem.isRequired(goal) ? 1 : 0);
    return required;
}

}  // namespace

SearchRun::SearchRun(Problem& problem, const SearchOptions& options)
    : problem_(problem),
      options_(options),
      meter_(options.budget, options.job),
      archive_(requiredGoals(problem)),
      root_(options.seed) {}

bool SearchRun::over() const {
    return options_.job.isStopped() || (options_.stopWhenComplete && archive_.complete()) ||
           meter_.exhausted();
}

std::vector<Individual> SearchRun::evaluate(std::vector<Codons> batch) {
    batch.resize(over() ? 0 : meter_.allowance(batch.size()));
    std::vector<Individual> result;
    if (batch.empty()) return result;
    std::vector<Evaluation> evaluations = problem_.evaluate(batch, archive_.covered());
    result.reserve(batch.size());
    for (std::size_t i = 0; i < batch.size(); i++) {
        result.push_back(take(std::move(batch[i]), std::move(evaluations[i])));
    }
    report();
    return result;
}

Individual SearchRun::admit(Neighbour neighbour) {
    Individual individual = take(std::move(neighbour.codons), std::move(neighbour.evaluation));
    report();
    return individual;
}

Individual SearchRun::take(Codons codons, Evaluation evaluation) {
    meter_.spend(evaluation.executions, evaluation.steps,
                 evaluation.executions * static_cast<std::int64_t>(evaluation.length));
    Individual individual{std::make_shared<const Chromosome>(
                              Chromosome{std::move(codons), evaluation.length, evaluation.usefulGroups,
                                         std::move(evaluation.kinds), std::move(evaluation.phenotype)}),
                          std::move(evaluation.fitness), std::move(evaluation.nearestAt)};
    archive_.update(individual);
    return individual;
}

SearchProgress SearchRun::progress() const {
    return {meter_.progress(), archive_.coveredCount(), archive_.requiredCount(), meter_.executions(),
            meter_.steps(),    meter_.events(),         meter_.iterations()};
}

void SearchRun::report() const {
    if (options_.report) options_.report(progress());
}

}  // namespace ounce
