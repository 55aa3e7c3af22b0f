#include "generate/minimize.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/parallel.h"
#include "generate/session.h"

namespace ounce {

namespace {

// A test with the places before each of its events, so that it can be changed anywhere without starting
// again.
class Shrinking {
  public:
    Shrinking(const GenerationContext& context, std::size_t goal) : context_(context), goal_(goal) {
        before_.push_back(playedNothing(context));
    }

    // The whole test as it was found. Nobody who is in a hurry wants to lose it, so it is not interrupted.
    bool begin(std::span<const UserEvent> events) { return tryEnd(0, events, true); }

    // Whether these events, after the first `kept` ones of the test, cover the goal. If so they become its
    // end, without what comes after the goal was covered.
    bool tryEnd(std::size_t kept, std::span<const UserEvent> events, bool patient = false) {
        std::vector<Played> places;
        Played played = before_[kept];
        bool covered = context_.isCovered(goal_, played.trace);
        const std::int64_t stepsBefore = played.steps();
        {
            Session session(context_, played, patient);
            for (const UserEvent& event : events) {
                if (covered) break;
                interrupted_ = !session.perform(event);
                if (interrupted_) break;
                covered = context_.isCovered(goal_, played.trace);
                places.push_back(played);
            }
        }
        executions++;
        steps += played.steps() - stepsBefore;
        if (!covered || interrupted_) return false;
        before_.resize(kept + 1, before_[0]);
        std::move(places.begin(), places.end(), std::back_inserter(before_));
        return true;
    }

    [[nodiscard]] const std::vector<UserEvent>& events() const { return before_.back().events; }
    [[nodiscard]] const RunTrace& trace() const { return before_.back().trace; }
    [[nodiscard]] bool interrupted() const { return interrupted_; }

    std::int64_t executions = 0, steps = 0;

  private:
    const GenerationContext& context_;
    std::size_t goal_;
    std::vector<Played> before_;  // before each event, and at the end
    bool interrupted_ = false;
};

std::vector<std::size_t> deepestFirst(const GenerationContext& context, const TestOfGoal& testOf) {
    std::vector<std::size_t> goals, depth(context.goals.size());
    const std::vector<std::size_t> depths = context.fitness.depths(context.startTrace);
    for (std::size_t goal = 0; goal < context.goals.size(); goal++) {
        if (!testOf(goal)) continue;
        goals.push_back(goal);
        depth[goal] = depths[static_cast<std::size_t>(context.goals[goal])];
    }
    std::stable_sort(goals.begin(), goals.end(),
                     [&](std::size_t a, std::size_t b) { return depth[a] > depth[b]; });
    return goals;
}

GoalFlags goalsOf(const GenerationContext& context, const RunTrace& trace) {
    GoalFlags covers(context.goalCount());
    for (std::size_t goal = 0; goal < covers.size(); goal++)
        covers[goal] = context.isCovered(goal, trace) ? 1 : 0;
    return covers;
}

// Shared by both kinds of suites: in rounds of a fixed number of goals, so that threads do not change the
// result.
template <class Make>
MinimizedSuite buildSuite(const GenerationContext& context, const TestOfGoal& testOf, std::size_t threads,
                          Make make) {
    constexpr std::size_t kRound = 8;
    MinimizedSuite suite;
    GoalFlags covered(context.goalCount());
    const std::vector<std::size_t> goals = deepestFirst(context, testOf);
    auto next = goals.begin();
    while (next != goals.end()) {
        // Goals of the same test are rarely both left after the first of them, so a round takes one of each
        // test.
        std::vector<std::size_t> round;
        std::set<const std::vector<UserEvent>*> taken;
        for (auto goal = next; goal != goals.end() && round.size() < kRound; ++goal) {
            if (!covered[*goal] && taken.insert(testOf(*goal)).second) round.push_back(*goal);
        }
        std::vector<Minimized> made(round.size());
        inParallel(round.size(), threads,
                   [&](std::size_t i, std::size_t) { made[i] = make(context, *testOf(round[i]), round[i]); });
        for (std::size_t i = 0; i < round.size(); i++) {
            suite.executions += made[i].executions;
            suite.steps += made[i].steps;
            suite.minimal = suite.minimal && made[i].minimal;
            if (covered[round[i]]) continue;
            GoalFlags covers = goalsOf(context, made[i].trace);
            for (std::size_t goal = 0; goal < covers.size(); goal++) covered[goal] |= covers[goal];
            covered[round[i]] = 1;
            suite.tests.push_back({std::move(made[i].events), std::move(covers)});
        }
        while (next != goals.end() && covered[*next]) ++next;
    }
    dropSuperfluous(suite.tests);
    return suite;
}

Minimized asItIs(const GenerationContext& context, const std::vector<UserEvent>& events, std::size_t goal) {
    Shrinking test(context, goal);
    const bool covers = test.begin(events);
    return {covers ? test.events() : events, covers ? test.trace() : context.startTrace, 1, test.steps,
            covers};
}

// Tries to do without each piece of so many events, the last first. True: some went.
bool removePieces(Shrinking& test, std::size_t piece) {
    bool changed = false;
    for (std::size_t end = test.events().size(); end >= piece && !test.interrupted(); end -= piece) {
        if (end > test.events().size()) continue;  // went with an earlier one
        const std::vector<UserEvent> rest(test.events().begin() + static_cast<std::ptrdiff_t>(end),
                                          test.events().end());
        changed = test.tryEnd(end - piece, rest) || changed;
    }
    return changed && !test.interrupted();
}

}  // namespace

Minimized minimize(const GenerationContext& context, const std::vector<UserEvent>& events, std::size_t goal) {
    Shrinking test(context, goal);
    if (!test.begin(events)) return {events, context.startTrace, test.executions, test.steps, false};
    // Long tests lose large pieces first, as in delta debugging.
    for (std::size_t piece = test.events().size() / 2; piece > 1; piece /= 2) removePieces(test, piece);
    while (removePieces(test, 1)) {
    }
    return {test.events(), test.trace(), test.executions, test.steps, !test.interrupted()};
}

MinimizedSuite minimizeSuite(const GenerationContext& context, const TestOfGoal& testOf,
                             std::size_t threads) {
    return buildSuite(context, testOf, threads, minimize);
}

MinimizedSuite selectSuite(const GenerationContext& context, const TestOfGoal& testOf, std::size_t threads) {
    return buildSuite(context, testOf, threads, asItIs);
}

void dropSuperfluous(std::vector<EventTest>& tests) {
    if (tests.empty()) return;
    std::vector<std::size_t> order(tests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tests[a].events.size() > tests[b].events.size();
    });
    std::vector<int> times(tests[0].covers.size());
    for (const EventTest& test : tests) {
        for (std::size_t goal = 0; goal < times.size(); goal++) times[goal] += test.covers[goal];
    }
    std::vector<std::uint8_t> dropped(tests.size());
    for (std::size_t i : order) {
        const GoalFlags& covers = tests[i].covers;
        bool needed = false;
        for (std::size_t goal = 0; goal < times.size(); goal++)
            needed = needed || (covers[goal] && times[goal] == 1);
        if (needed) continue;
        dropped[i] = 1;
        for (std::size_t goal = 0; goal < times.size(); goal++) times[goal] -= covers[goal];
    }
    std::size_t i = 0;
    std::erase_if(tests, [&](const EventTest&) { return dropped[i++] != 0; });
}

}  // namespace ounce
