// How far a property is from being violated, from 0 (it is) to 1: a quantitative semantics as for signal
// temporal logic, made of the branch distances of conditions. For whoever searches for a violation.
//
// A condition has two distances, to true and to false; the one that it is, is 0. Numbers are measured by
// their difference, touching by the way that is left on the stage; each part counts at most 1, so that a
// large number does not hide what else is missing. `and` adds what is missing to be true and takes the lesser
// of what is missing to be false, `or` the other way round.
//
// A property is as far as its condition is from breaking it. After an `after`, the time that is left counts,
// too; before, the trigger has to come first, and that is always farther than 1/2. docs/properties.md has
// the table.
#pragma once

#include <algorithm>

#include "spec/monitor.h"

namespace ounce::spec {

// Not violated, but as near as can be.
constexpr double kNearest = 1e-9;

// To be kept beside a MonitorState, which does not need it: two runs that lead to the same state may have
// come differently near.
struct Nearness {
    double now = 1;     // in the last step, the least of its moments
    double least = 1;   // in the run; 0 exactly if the property is violated
    double inStep = 1;  // since the last step ended

    void offer(double distance) { inStep = std::min(inStep, distance); }
    void stepEnds() {
        now = inStep;
        least = std::min(least, now);
        inStep = 1;
    }
    bool operator==(const Nearness&) const = default;
};

// How far a state is, judged by nothing but the state: what stays as it is in the next step. Where formulas
// look back, Nearness::now is the better judge, since it was there. 0 exactly if it is violated; 1 if the
// property cannot be watched.
double distanceNow(const Monitor& monitor, Look& look, const MonitorState& state);
// Of several, the nearest.
double distanceNow(const std::vector<Monitor>& monitors, const Program& program, const State& state,
                   const MachineOptions& options, const std::vector<MonitorState>& states);

// ---- for monitors ----

class Evaluation;
// At this moment, of one that is not violated: more than 0; 1 where this moment does not matter.
double distanceAt(const Monitor& monitor, Evaluation& now, const MonitorState& state);
// When something was kept in time that was owed: the later and the more narrowly, the nearer.
double distanceWhenKept(const Monitor& monitor, Evaluation& now, const MonitorState::Promise& promise);

}  // namespace ounce::spec
