// Moves a test while it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/distance_collector.h"
#include "generate/played.h"
#include "vm/machine.h"

namespace ounce {

// Moves a Played.
class Session {
  public:
    Session(const GenerationContext& context, Played& played);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Performs the event and lets its time go by. False: interrupted; what was played ends before the event's
    // time is over, and its last events say so.
    [[nodiscard]] bool perform(const UserEvent& event, std::uint32_t kind = 0);
    // Makes the last event, a wait, longer.
    [[nodiscard]] bool waitLonger(std::int32_t steps);

    [[nodiscard]] Machine& machine() { return machine_; }
    [[nodiscard]] Played& played() { return played_; }

  private:
    bool letGoBy(std::int64_t steps);
    void step();
    void cutLastEvent();
    void note();

    const GenerationContext& context_;
    Played& played_;
    Machine machine_;
    DistanceCollector collector_;
    std::optional<spec::Watch> watch_{};  // none: there are no properties
};

// Tells after each event whether a goal came nearer.
class Improvement {
  public:
    Improvement(const GenerationContext& context, const RunTrace& trace);
    // Notes in `played` which goals its last event has brought nearer.
    // True: one of them is not in `covered`.
    bool update(Played& played, const GoalFlags& covered);
    [[nodiscard]] const std::vector<double>& fitness() const { return fitness_; }

  private:
    const GenerationContext& context_;
    RunTrace last_;
    std::vector<double> fitness_;
};

}  // namespace ounce
