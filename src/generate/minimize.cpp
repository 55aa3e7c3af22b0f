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
    Shrinking(const GenerationContext& context, std::size_t goal) : context_(context), goal_(goal) {}

    // The whole test as it was found.
    bool begin(const FoundTest& test) {
        before_.assign(1, playedNothing(context_, test.seed));
        return tryEnd(0, test.events);
    }

    // Whether these events, after the first `kept` ones of the test, cover the goal. If so they become its
    // end, without what comes after the goal was covered.
    bool tryEnd(std::size_t kept, std::span<const UserEvent> events) {
        std::vector<Played> places;
        Played played = before_[kept];
        bool covered = context_.isCovered(goal_, played.trace);
        const std::int64_t stepsBefore = played.steps();
        {
            Session session(context_, played);
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
    [[nodiscard]] FoundTest test() const {
        const Played& all = before_.back();
        FoundTest result{all.events, all.seed, GoalFlags(context_.goalCount())};
        for (std::size_t goal = 0; goal < result.covers.size(); goal++)
            result.covers[goal] = context_.isCovered(goal, all.trace) ? 1 : 0;
        return result;
    }
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
        std::set<const FoundTest*> taken;
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
            const GoalFlags& covers = made[i].test.covers;
            for (std::size_t goal = 0; goal < covers.size(); goal++) covered[goal] |= covers[goal];
            covered[round[i]] = 1;
            suite.tests.push_back(std::move(made[i].test));
        }
        while (next != goals.end() && covered[*next]) ++next;
    }
    dropSuperfluous(suite.tests);
    return suite;
}

Minimized asItIs(const GenerationContext& context, const FoundTest& found, std::size_t goal) {
    Shrinking test(context, goal);
    const bool covers = test.begin(found);
    return {covers ? test.test() : found, 1, test.steps, covers};
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

Minimized minimize(const GenerationContext& context, const FoundTest& found, std::size_t goal) {
    Shrinking test(context, goal);
    const bool isUsual =
        found.seed == context.seed ||
        test.begin({found.events, context.seed, {}});  // most goals need no seed of their own
    if ((!isUsual || found.seed == context.seed) && (test.interrupted() || !test.begin(found)))
        return {found, test.executions, test.steps, false};
    // Long tests lose large pieces first, as in delta debugging.
    for (std::size_t piece = test.events().size() / 2; piece > 1; piece /= 2) removePieces(test, piece);
    while (removePieces(test, 1)) {
    }
    return {test.test(), test.executions, test.steps, !test.interrupted()};
}

MinimizedSuite minimizeSuite(const GenerationContext& context, const TestOfGoal& testOf,
                             std::size_t threads) {
    return buildSuite(context, testOf, threads, minimize);
}

MinimizedSuite selectSuite(const GenerationContext& context, const TestOfGoal& testOf, std::size_t threads) {
    return buildSuite(context, testOf, threads, asItIs);
}

void dropSuperfluous(std::vector<FoundTest>& tests) {
    if (tests.empty()) return;
    std::vector<std::size_t> order(tests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tests[a].events.size() > tests[b].events.size();
    });
    std::vector<int> times(tests[0].covers.size());
    for (const FoundTest& test : tests) {
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
    std::erase_if(tests, [&](const FoundTest&) { return dropped[i++] != 0; });
}

}  // namespace ounce
