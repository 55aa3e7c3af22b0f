// Small problems whose solutions are known, for the tests of the algorithms.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "search/problem.h"

namespace ounce {

// Goal g wants the number target(g) = 10 g somewhere among the first codons of the groups; the fitness is how
// far the nearest one is away.
class FindNumbers : public Problem {
  public:
    explicit FindNumbers(std::size_t goals, Encoding encoding = {.groupSize = 1, .min = 0, .max = 100})
        : goals_(goals), encoding_(encoding) {}

    static Codon target(std::size_t goal) { return static_cast<Codon>(10 * goal); }

    [[nodiscard]] std::size_t goals() const override { return goals_; }
    [[nodiscard]] Encoding encoding() const override { return encoding_; }

    Evaluation judge(const Codons& codons, const GoalFlags& covered) const {
        Evaluation evaluation;
        evaluation.length = encoding_.groups(codons);
        evaluation.steps = 10 * static_cast<std::int64_t>(evaluation.length);
        evaluation.fitness.assign(goals_, 1000);
        evaluation.nearestAt.assign(goals_, 0);
        for (std::size_t i = 0; i < evaluation.length; i++) {
            for (std::size_t goal = 0; goal < goals_; goal++) {
                const double distance = std::abs(encoding_.group(codons, i)[0] - target(goal));
                if (distance >= evaluation.fitness[goal]) continue;
                evaluation.fitness[goal] = distance;
                evaluation.nearestAt[goal] = static_cast<std::uint32_t>(i + 1);
                if (!covered[goal]) evaluation.usefulGroups = i + 1;
            }
        }
        return evaluation;
    }

    std::vector<Evaluation> evaluate(std::span<const Codons> batch, const GoalFlags& covered) override {
        std::vector<Evaluation> result;
        for (const Codons& codons : batch) result.push_back(judge(codons, covered));
        evaluations += batch.size();
        batches++;
        return result;
    }

    std::size_t evaluations = 0, batches = 0;

  private:
    std::size_t goals_;
    Encoding encoding_;
};

// An individual that comes this near to the goals; its codons are of that length.
inline Individual individualOf(std::vector<double> fitness, std::size_t length = 1, Codon codon = 0) {
    return {std::make_shared<const Chromosome>(Chromosome{Codons(length, codon), length, length}),
            std::move(fitness)};
}

}  // namespace ounce
