// How much a search may spend, and how much it has spent. The library reads no clock: whoever wants a limit
// in seconds gives one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace ounce {

struct Budget {
    std::optional<double> seconds{};
    std::optional<std::int64_t> executions{};
    std::optional<std::int64_t> steps{};
    std::optional<std::int64_t> events{};  // lengths of all tests together
    std::optional<std::int64_t> iterations{};
};

class BudgetMeter {
  public:
    // `clock` gives seconds since any fixed time; needed only for a limit in seconds.
    explicit BudgetMeter(Budget budget, std::function<double()> clock = {});

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
    [[nodiscard]] double seconds() const { return clock_ ? clock_() - start_ : 0; }

  private:
    Budget budget_;
    std::function<double()> clock_;
    double start_ = 0;
    std::int64_t executions_ = 0, steps_ = 0, events_ = 0, iterations_ = 0;
};

}  // namespace ounce
