// Relay search: a test begins where an earlier one was nearest to a goal, as a runner takes over the baton.
//
// MIO and MOSA change a whole test and hope that what follows the change still works; in a game it hardly
// ever does. They were made for machines on which every test starts at the green flag. Where any place in a
// test can be returned to for nothing, the better move is to go on from the best place: for each goal the
// search keeps the beginnings of tests up to where they came nearest to it (see frontier.h), takes the goal
// that had fewest chances since it last came nearer, and lets something random follow. A place from which
// nothing helps may be lost already (the ball is behind the paddle): the more often it was tried in vain, the
// further back from it the next test begins.
//
// There are no phases: the search does not depend on how large its budget is.
#pragma once

#include "search/local_search.h"
#include "search/mutation.h"
#include "search/run.h"

namespace ounce {

struct RelayOptions {
    double freshTests = 0.05;   // part of the tests that start anew
    double mutants = 0.2;       // part of the tests that change a leg instead of following it
    std::size_t width = 10;     // legs kept for a goal
    std::size_t patience = 50;  // tests for a goal that does not come nearer, before longer ways are tried
    std::size_t longest = 50;   // times the longest test that the encoding allows
    MutationOptions mutation{};
    LocalSearchOptions localSearch{};
    std::size_t lanes = 8;  // tests evaluated together; no test of a round knows of the others
};

void relay(SearchRun& run, const RelayOptions& options);

}  // namespace ounce
