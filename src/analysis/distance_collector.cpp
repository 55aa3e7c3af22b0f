#include "analysis/distance_collector.h"

#include <algorithm>
#include <cmath>

#include "analysis/condition_distance.h"
#include "vm/machine.h"

namespace ounce {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// The part of its time that a statement under way still has to go, in (0, 1]. Glides and music follow the
// wall clock in mode Scratch, where all clocks agree while scripts run.
double remainingTime(const Reading& m, const Thread& thread, Opcode opcode) {
    const bool byWall = m.options.mode == Mode::Scratch || categoryOf(opcodeName(opcode)) == "music";
    const double now = byWall ? m.wallClock() : m.stackClock();
    const double part = 1 - (now - thread.poll.start) / thread.poll.duration;
    return thread.poll.duration > 0 && part > 0 ? std::min(part, 1.0) : 1;
}

// Of the last iteration nothing is left but its end.
double iterations(double count) { return bounded(count > 0 ? count : 0.5); }

double remainingThreads(const Reading& m) {
    double running = 0;
    for (const std::uint32_t id : m.thread->awaited) {
        for (const std::int32_t place : m.state.threadList) {
            const Thread& t = *m.state.threads[at(place)];
            if (t.id == id && t.status != Status::Done) running++;
        }
    }
    return std::max(running, 0.5);  // all are done, the wait is left in the next pass
}

double distanceOfCount(Look& m, const Statement& s, bool again) {
    const double counter = m.thread->stack.back().counter;
    if (s.opcode == Opcode::control_repeat)
        return again ? iterations(std::ceil(counter)) : std::max(1.0, bounded(-counter));
    Value temporary;
    const double left = toRawNumber(m.peek(s.arguments[0], temporary)) - counter;
    return again ? iterations(std::ceil(left - 1)) : std::max(1.0, bounded(1 - left));
}

}  // namespace

DistanceCollector::DistanceCollector(const Fitness& fitness)
    : DistanceCollector(fitness, fitness.emptyTrace()) {}

DistanceCollector::DistanceCollector(const Fitness& fitness, RunTrace trace)
    : fitness_(&fitness),
      hatConditions_(fitness.program().statements.size(), kNone),
      trace_(std::move(trace)) {
    for (const Script& script : fitness.program().scripts) hatConditions_[at(script.hat)] = script.condition;
}

void DistanceCollector::attach(Machine& machine) {
    machine.decisions = this;
    machine.coverage = trace_.covered.data();
}

// In place: the machine holds on to the bytes of the coverage.
void DistanceCollector::restart(const RunTrace& trace) {
    std::copy(trace.covered.begin(), trace.covered.end(), trace_.covered.begin());
    std::copy(trace.distances.begin(), trace.distances.end(), trace_.distances.begin());
    trace_.colors = trace.colors;
}

void DistanceCollector::decided(const Reading& m, StatementIndex statement, bool outcome) {
    const std::int32_t slot = fitness_->decisionSlot(statement);
    if (slot == kNone) return;
    double* distances = &trace_.distances[2 * at(slot)];
    (outcome ? distances[0] : distances[1]) = 0;
    double& other = outcome ? distances[1] : distances[0];
    if (!(other > 0)) return;
    if (!look_ || &look_->state != &m.state) look_ = std::make_unique<Look>(m);
    look_->refresh(m);
    other = std::min(other, distanceToOther(*look_, statement, outcome, other));
}

double DistanceCollector::distanceToOther(Look& m, StatementIndex statement, bool outcome, double best) {
    const Statement& s = m.program.statements[at(statement)];
    switch (fitness_->flow().decision(statement)) {
        case Decision::Condition: {
            const std::int32_t color = fitness_->colorSlot(fitness_->decisionSlot(statement));
            const Distances d = conditionDistances(m, s.arguments[0], outcome, best,
                                                   color == kNone ? nullptr : &trace_.colors[at(color)]);
            return outcome ? d.toFalse : d.toTrue;
        }
        case Decision::Hat: {
            const Distances d = conditionDistances(m, hatConditions_[at(statement)], outcome, best);
            return outcome ? d.toFalse : d.toTrue;
        }
        case Decision::Count: return distanceOfCount(m, s, outcome);
        case Decision::Time: return outcome ? 1 : remainingTime(m, *m.thread, s.opcode);
        case Decision::Threads: return outcome ? 1 : remainingThreads(m);
        default: return 1;
    }
}

// Statements that sleep until their time is over do not report in between, and calls only when they return:
// both are looked at here, where they are.
RunTrace DistanceCollector::trace(const Machine& machine) const {
    const Reading& m = machine.reading();
    RunTrace result = trace_;
    auto note = [&](StatementIndex statement, double distance) {
        const std::int32_t slot = fitness_->decisionSlot(statement);
        if (slot == kNone) return;
        double& known = result.distances[2 * at(slot)];
        known = std::min(known, distance);
    };
    for (const std::int32_t place : m.state.threadList) {
        const Thread& t = *m.state.threads[at(place)];
        if (t.stack.empty() || t.status == Status::Done) continue;
        double inner = 0.5;  // how far the statement inside is from its end, in (0, 1]
        StatementIndex inside = t.stack.back().statement;
        if (inside != kNone && fitness_->flow().decision(inside) == Decision::Time) {
            inner = remainingTime(m, t, m.program.statements[at(inside)].opcode);
            if (t.status == Status::PromiseWait) note(inside, inner);
        }
        for (std::size_t i = t.stack.size() - 1; i-- > 0;) {
            const Frame& f = t.stack[i];
            if (inside == kNone) inside = f.statement;
            if (f.statement == kNone || f.call == kNone) continue;
            const double steps = std::max(1, fitness_->flow().stepsToReturn(inside)) - 1;
            note(f.statement, steps + inner);
            inner = (steps + inner) / (1 + steps + inner);
            inside = f.statement;
        }
    }
    return result;
}

}  // namespace ounce
