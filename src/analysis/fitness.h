// How far a run stayed away from each goal of a program: approach level, branch distance and control flow
// distance as in "Automated test generation for Scratch programs" (Deiner et al., 2023), 5.2.
//
//     const Fitness fitness(program);                      // once per program; shared by all threads
//     DistanceCollector collector(fitness);                // once per run; see distance_collector.h
//     collector.attach(machine);
//     … machine.step() …
//     RunTrace trace = collector.trace(machine);           // a value: keep it, copy it, merge it
//     std::vector<double> values(fitness.goals().size());
//     fitness.fitnessOfAll(trace, values);                 // 0: covered; less is nearer
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/condition_distance.h"
#include "analysis/control_dependence.h"
#include "analysis/control_flow.h"
#include "analysis/node_names.h"

namespace ounce {

// What a run has done, as far as distances need it.
struct RunTrace {
    std::vector<std::uint8_t> covered;  // per statement
    // Per decision, the smallest distance to its true and to its false outcome so far; 0 exactly if the
    // outcome was taken, infinite if nothing is known.
    std::vector<double> distances;
    // Per decision that looks for a colour: what is remembered so as not to search in every step.
    std::vector<ColorMemory> colors;
    // Of goals that are no places in the program, such as properties to violate: how far the run stayed away
    // from each, 0: reached. Whoever has such goals measures them and knows their order.
    std::vector<double> further{};

    // What both runs together have done.
    void merge(const RunTrace& other);
    bool operator==(const RunTrace&) const = default;
};

struct Goal {
    StatementIndex statement = kNone;
    Outcome outcome = Outcome::Always;  // Always: to execute the statement; else: to take that branch
    bool dead = false;                  // no run can reach it
    [[nodiscard]] bool isBranch() const { return outcome != Outcome::Always; }
};

using GoalIndex = std::int32_t;

struct FitnessParts {
    std::int32_t approachLevel = 0;
    double branchDistance = 0;
    double controlFlowDistance = 0;  // only looked at when the branch distance is 0
    double value = 0;                // Algorithm 6; 0 if covered, infinite if the goal is dead
};

// One decision on the way to a goal, seen from a run.
struct PathStep {
    NodeIndex node = kNone;
    Outcome wanted = Outcome::Always;
    bool executed = false;
    double distance = 0;  // the least seen to the wanted outcome, 0 if it came out so; infinite if unknown
};

class Fitness {
  public:
    explicit Fitness(std::shared_ptr<const Program> program);

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] const ControlFlow& flow() const { return flow_; }
    [[nodiscard]] const ControlDependence& dependence() const { return dependence_; }
    [[nodiscard]] const NodeNames& names() const { return names_; }

    // First the statements (as Program::goalCount counts them), in the order of statements, then the
    // branches.
    [[nodiscard]] const std::vector<Goal>& goals() const { return goals_; }
    [[nodiscard]] std::size_t statementGoals() const { return statementGoals_; }
    // "Cat: say [Hello!]", "Cat: if <touching (Bowl v)?> then: false".
    [[nodiscard]] std::string describe(GoalIndex goal) const;
    // Whisker's name of a statement: "blockId-SpriteName".
    [[nodiscard]] std::string id(GoalIndex goal) const;
    // By a block's id, alone or with "-SpriteName", or by a statement's number; statements only.
    [[nodiscard]] std::optional<GoalIndex> find(std::string_view text) const;

    [[nodiscard]] RunTrace emptyTrace() const;
    [[nodiscard]] bool isCovered(GoalIndex goal, const RunTrace& trace) const;
    // Minimise; 0 exactly for covered goals.
    [[nodiscard]] double fitness(GoalIndex goal, const RunTrace& trace) const;
    [[nodiscard]] FitnessParts parts(GoalIndex goal, const RunTrace& trace) const;
    // Of all goals at once: what a run reached is measured once.
    [[nodiscard]] std::vector<FitnessParts> partsOfAll(const RunTrace& trace) const;
    void fitnessOfAll(const RunTrace& trace, std::span<double> values) const;
    // The decisions on the way to a goal, the outermost first, along the path that the run followed best.
    [[nodiscard]] std::vector<PathStep> path(GoalIndex goal, const RunTrace& trace) const;

    // How many decisions lie on the way to each goal.
    [[nodiscard]] std::vector<std::size_t> depths(const RunTrace& trace) const;

    // Where RunTrace::distances keeps a statement's decision: at 2 n (true) and 2 n + 1 (false); kNone: it
    // makes none that is measured.
    [[nodiscard]] std::int32_t decisionSlot(StatementIndex statement) const {
        return slots_[static_cast<std::size_t>(statement)];
    }

    // Where RunTrace::colors keeps a decision's memory of colours; kNone: it looks for none.
    [[nodiscard]] std::int32_t colorSlot(std::int32_t decisionSlot) const {
        return colorSlots_[static_cast<std::size_t>(decisionSlot)];
    }

  private:
    struct Position;  // how near a run came to a node
    struct Positions;
    void measure(const RunTrace& trace, Positions& out) const;
    void markExecuted(const RunTrace& trace, Positions& out) const;
    void measureFlow(Positions& out) const;
    void propagate(const RunTrace& trace, Positions& out) const;
    [[nodiscard]] double distance(const RunTrace& trace, const Positions& positions, NodeIndex node,
                                  Outcome outcome) const;
    [[nodiscard]] FitnessParts partsOf(const Goal& goal, const RunTrace& trace,
                                       const Positions& positions) const;
    [[nodiscard]] std::vector<PathStep> pathTo(const Goal& goal, const RunTrace& trace,
                                               const Positions& positions) const;
    void addGoals();

    std::shared_ptr<const Program> program_;
    ControlFlow flow_;
    ControlDependence dependence_;
    NodeNames names_;
    std::vector<std::int32_t> slots_;
    std::int32_t slotCount_ = 0, colorCount_ = 0;
    std::vector<std::int32_t> colorSlots_;
    std::vector<Goal> goals_;
    std::size_t statementGoals_ = 0;
    // The graph's edges in one piece, for measuring.
    std::vector<std::int32_t> edgeFirst_;
    std::vector<NodeIndex> edgeTo_;
};

}  // namespace ounce
