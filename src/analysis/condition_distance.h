// How far a condition is from being true and from being false, as whisker.md's equations have it: Korel's for
// numbers, Euclidean distances on the stage for sensing blocks.
#pragma once

#include <limits>

#include "vm/machine.h"

namespace ounce {

struct Distances {
    double toTrue = 0, toFalse = 0;
};

// Evaluates the condition of a statement that the machine is executing, right after it did so itself. Changes
// nothing: what the machine left out because the rest was decided is evaluated on a copy of the stage.
// `best`: a distance to true that is known already; what is farther away need not be measured exactly.
Distances conditionDistances(Machine& machine, ExpressionIndex condition, bool outcome,
                             double best = std::numeric_limits<double>::infinity());

// No distance is infinite or less than nothing.
double bounded(double distance);

}  // namespace ounce
