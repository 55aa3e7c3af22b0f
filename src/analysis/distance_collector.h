// Watches the decisions of a run and keeps for each the smallest distance to either outcome.
#pragma once

#include "analysis/fitness.h"
#include "vm/look.h"
#include "vm/observer.h"
#include "vm/program.h"

namespace ounce {

class Machine;

// Never changes the run it watches: it looks.
class DistanceCollector final : public DecisionObserver {
  public:
    // Starts from nothing, or goes on from the trace of a run whose state is continued.
    explicit DistanceCollector(const Fitness& fitness);
    DistanceCollector(const Fitness& fitness, RunTrace trace);

    // The machine reports here from now on; it must not outlive the collector.
    void attach(Machine& machine);

    // What the run has done so far, also what is under way now.
    [[nodiscard]] RunTrace trace(const Machine& machine) const;
    // Goes on from another trace, as when the machine's state was replaced. The machine stays attached.
    void restart(const RunTrace& trace);

    void decided(const Reading& at, StatementIndex statement, bool outcome) override;

  private:
    double distanceToOther(Look& look, StatementIndex statement, bool outcome, double best);

    const Fitness* fitness_;
    std::vector<ExpressionIndex> hatConditions_;  // by statement
    RunTrace trace_;
    std::unique_ptr<Look> look_{};
};

}  // namespace ounce
