// How much a search may spend, and how much it has spent. A limit of time is the job's.
#pragma once

#include <cstdint>
#include <optional>

#include "base/job.h"

namespace ounce {

struct Budget {
    std::optional<double> seconds{};  // the job is made with it
    std::optional<std::int64_t> executions{};
    std::optional<std::int64_t> steps{};
    std::optional<std::int64_t> events{};  // lengths of all tests together
    std::optional<std::int64_t> iterations{};
};

// The same job, begun now, with the time that the budget has.
inline Job jobOf(const Job& job, const Budget& budget) {
    return job.within(budget.seconds.value_or(Job::kNever));
}

class BudgetMeter {
  public:
    explicit BudgetMeter(Budget budget, Job job = {}) : budget_(budget), job_(std::move(job)) {}

    void spend(std::int64_t executions, std::int64_t steps, std::int64_t events) {
        executions_ += executions;
        steps_ += steps;
        events_ += events;
    }
    void iterationDone() { iterations_++; }

    [[nodiscard]] bool exhausted() const { return progress() >= 1; }
    // The part that is spent, in [0, 1], of the resource that will be used up first. 0 without limits.
    [[nodiscard]] double progress() const;
    // How many of `wanted` executions may be started together.
    [[nodiscard]] std::size_t allowance(std::size_t wanted) const;

    [[nodiscard]] std::int64_t executions() const { return executions_; }
    [[nodiscard]] std::int64_t steps() const { return steps_; }
    [[nodiscard]] std::int64_t events() const { return events_; }
    [[nodiscard]] std::int64_t iterations() const { return iterations_; }

  private:
    Budget budget_;
    Job job_;
    std::int64_t executions_ = 0, steps_ = 0, events_ = 0, iterations_ = 0;
};

}  // namespace ounce
