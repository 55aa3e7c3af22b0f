// Watches the decisions of a run and keeps for each the smallest distance to either outcome.
#pragma once

#include "analysis/fitness.h"
#include "vm/machine.h"

namespace ounce {

// Never changes the run it watches: what is evaluated a second time has no effects, and nothing that draws
// random numbers is.
class DistanceCollector final : public DecisionObserver {
  public:
    // Starts from nothing, or goes on from the trace of a run whose state is continued.
    explicit DistanceCollector(const Fitness& fitness);
    DistanceCollector(const Fitness& fitness, RunTrace trace);

    // The machine reports here from now on; it must not outlive the collector.
    void attach(Machine& machine);

    // What the run has done so far, also what is under way now.
    [[nodiscard]] RunTrace trace(Machine& machine) const;
    // Goes on from another trace, as when the machine's state was replaced. The machine stays attached.
    void restart(const RunTrace& trace);

    void decided(Machine& machine, StatementIndex statement, bool outcome) override;

  private:
    double distanceToOther(Machine& machine, StatementIndex statement, bool outcome, double best);

    const Fitness* fitness_;
    std::vector<ExpressionIndex> hatConditions_;  // by statement
    RunTrace trace_;
};

}  // namespace ounce
