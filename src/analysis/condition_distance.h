// How far a condition is from being true and from being false, see docs/distances.md: Korel's for numbers,
// Euclidean distances on the stage for sensing blocks.
#pragma once

#include <cstdint>
#include <limits>

#include "vm/look.h"

namespace ounce {

struct Distances {
    double toTrue = 0, toFalse = 0;
};

// Where a colour was seen last, so that it need not be searched for in every step.
struct ColorMemory {
    double x = 0, y = 0;
    bool seen = false;
    std::uint64_t nextSearch = 0;  // the step from which on to search again in any case
    std::uint64_t pause = 30;      // steps until then; longer and longer as long as nothing comes nearer
    bool operator==(const ColorMemory&) const = default;
};

// Of the condition of a statement that the machine is executing, right after it evaluated it itself; `look`
// stands where the machine does. `best`: the least distance to the other outcome that is known; what is
// farther away need not be measured exactly. `colors` may be null: then colours are always searched for.
Distances conditionDistances(Look& look, ExpressionIndex condition, bool outcome,
                             double best = std::numeric_limits<double>::infinity(),
                             ColorMemory* colors = nullptr);

// Whether a condition looks for a colour, which costs more than anything else that is measured.
bool looksForColor(const Program& program, ExpressionIndex condition);

// No distance is infinite or less than nothing.
double bounded(double distance);

}  // namespace ounce
