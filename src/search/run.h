// What all search algorithms share: the problem, the archive, the budget, and who is told about it. An
// algorithm is a function that spends a SearchRun.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/archive.h"
#include "search/budget.h"
#include "search/problem.h"

namespace ounce {

struct SearchProgress {
    double progress = 0;  // of the budget
    std::size_t covered = 0, goals = 0;
    std::int64_t executions = 0, steps = 0, events = 0, iterations = 0;
};

struct SearchOptions {
    std::uint64_t seed = 1;
    Budget budget{};
    bool stopWhenComplete =
        true;   // when every goal is covered; without it, the search goes on for shorter tests
    Job job{};  // with the time of the budget
    std::function<void(const SearchProgress&)> report{};  // called after every batch
};

class SearchRun {
  public:
    SearchRun(Problem& problem, const SearchOptions& options);

    [[nodiscard]] bool over() const;
    // Evaluates what the budget still allows; the answer may be shorter than the batch.
    std::vector<Individual> evaluate(std::vector<Codons> batch);
    // Accounts for a neighbour that a local search has found.
    Individual admit(Neighbour neighbour);
    void iterationDone() { meter_.iterationDone(); }

    // The next random stream; every use of random numbers has its own.
    Stream stream() { return root_.split(streams_++); }

    [[nodiscard]] Problem& problem() { return problem_; }
    [[nodiscard]] const TestArchive& archive() const { return archive_; }
    [[nodiscard]] const BudgetMeter& meter() const { return meter_; }
    [[nodiscard]] SearchProgress progress() const;

  private:
    Individual take(Codons codons, Evaluation evaluation);
    void report() const;

    Problem& problem_;
    const SearchOptions& options_;
    BudgetMeter meter_;
    TestArchive archive_;
    Stream root_;
    std::uint64_t streams_ = 0;
};

}  // namespace ounce
