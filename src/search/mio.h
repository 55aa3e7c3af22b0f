// The Many Independent Objective algorithm (Algorithm 9; Arcuri, 2017) with local search.
//
// MIO is sequential: each test is judged by what all tests before it left in the archive. To use several
// threads without making the result depend on their number, it proceeds in rounds of a fixed number of lanes.
// In a round every lane either samples a random test or follows mutations of a test for the goal it has
// chosen; lanes look at the archive as it was when the round began, are evaluated together step by step, and
// enter the archive in the order of lanes. With one lane this is the algorithm of the paper.
#pragma once

#include "search/local_search.h"
#include "search/mutation.h"
#include "search/run.h"

namespace ounce {

// A parameter that changes linearly until the focused phase begins.
struct Dynamic {
    double start = 0, focused = 0;
    [[nodiscard]] double at(double progress, double startOfFocus) const {
        return progress < startOfFocus ? start + (focused - start) * progress / startOfFocus : focused;
    }
};

// The defaults are the tuned values of the paper.
struct MioOptions {
    double startOfFocusedPhase = 1;
    Dynamic archiveSize{15, 5};
    Dynamic randomSelection{0.9, 0.5};
    Dynamic mutations{0, 3};
    MutationOptions mutation{};
    LocalSearchOptions localSearch{};
    std::size_t lanes = 8;
};

void mio(SearchRun& run, const MioOptions& options);

}  // namespace ounce
