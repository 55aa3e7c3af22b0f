// A test while it runs: what was done, where the program is, what it has reached. `Played` is a value, so a
// test can go on from any place that was kept.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/context.h"
#include "search/problem.h"

namespace ounce {

// Everything about a test up to now, between two events.
struct Played {
    Moment moment;
    RunTrace trace;
    std::vector<UserEvent> events{};
    std::vector<std::uint32_t> kinds{};  // of the events
    std::size_t usefulEvents = 0;  // after that many, nothing got better for a goal not covered at the time
    std::vector<std::uint32_t> nearestAt{};  // per goal: after which event it was as near as ever
    spec::WatchState watch{};                // of the properties
    std::uint32_t seed = 1;                  // of the program's random numbers
    bool over = false;  // nothing runs and nothing but waiting is left: more codons change nothing

    [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(moment.state.step); }
};

Played playedNothing(const GenerationContext& context);
// The same with other random numbers.
Played playedNothing(const GenerationContext& context, std::uint32_t seed);
// How many groups of codons led here: where the program's seed is a choice, the first group makes it.
std::size_t groupsOf(const GenerationContext& context, const Played& played);

// A test as a search found it.
struct FoundTest {
    std::vector<UserEvent> events{};
    std::uint32_t seed = 1;
    GoalFlags covers{};
};

// How long an event takes in a test: its own time, then one step in which the program reacts (Section 3.5 of
// the paper: keys are waited for, other events act at once). A click is over, too, before the next begins:
// two presses without a release between them would be one.
std::int32_t stepsOf(const UserEvent& event);

}  // namespace ounce
