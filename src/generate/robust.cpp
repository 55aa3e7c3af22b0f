#include "generate/robust.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "base/parallel.h"
#include "generate/weakened.h"
#include "testing/timed_checks.h"
#include "vm/machine.h"

namespace ounce {

namespace {

using Comparison = Check::Comparison;

constexpr std::uint64_t kLookEvery = 30;  // while a test only waits
constexpr std::uint64_t kAskEvery = 3;    // whether there is time left; a step can take a tenth of a second
constexpr std::uint64_t kShortestRest = 150, kLongestRest = 600;
constexpr std::size_t kCourses = 10;  // runs that are looked at in every step
constexpr int kWidenings = 4;         // of the bounds of one question, before they are given up

// Seeds that nobody would type in, the same for every test.
std::uint32_t furtherSeed(std::uint32_t number) { return 0x9E3779B9u * (number + 1) + 0x5bd1e995u; }

// Checks of the same kind about the same thing, at whatever time: what breaks one of them may break all.
bool areAlike(const TimedCheck& a, const TimedCheck& b) {
    return a.check.kind == b.check.kind && a.check.subject == b.check.subject &&
           a.check.other == b.check.other && a.check.name == b.check.name &&
           a.check.comparison == b.check.comparison && a.span == b.span && a.check.minus == b.check.minus &&
           a.check.since.has_value() == b.check.since.has_value();
}

class RobustTest {
  public:
    RobustTest(const Program& program, const MachineOptions& options, const Moment& start, TestCase& test,
               const RobustOptions& how)
        : program_(program),
          options_(options),
          start_(startOf(program, options, start, test)),
          prefix_(start_),
          test_(test),
          how_(how),
          changeable_(program) {
        // What depends on chance takes its time: with one seed it happens at once, with another a little
        // later.
        if (test.steps > 0) test.steps += std::clamp(test.steps, kShortestRest, kLongestRest);
        findTimes();
    }

    Robustness make() {
        if (times_.empty()) return {};  // it ends before it begins
        const bool draws = findPrefix();
        seen_.times.assign(times_.begin(), times_.end());
        seen_.courseBegin = std::max(prefix_.state.step, *times_.begin());
        watch(test_.seed);
        while (draws && runs_ < how_.training && !stopped()) watch(nextSeed());
        if (seen_.observations.empty()) {  // there was no time at all
            test_.checks.clear();
            return {.runs = runs_, .unquiet = 1};
        }
        seen_.courseRuns = std::min(seen_.observations.size(), kCourses);
        std::vector<TimedCheck> more = weakenedChecks(seen_);
        for (TimedCheck& check : more) {
            if (std::find(test_.checks.begin(), test_.checks.end(), check) == test_.checks.end())
                test_.checks.push_back(std::move(check));
        }
        test_.settle();
        broken_.assign(test_.checks.size(), 0);
        // Some were only made of what was seen now and then.
        tryOut(test_.seed);
        int quiet = draws ? 0 : how_.quiet;
        while (quiet < how_.quiet && runs_ < how_.most && !stopped())
            quiet = tryOut(nextSeed()) ? quiet + 1 : 0;
        const bool enough = quiet >= how_.quiet;
        drop(!enough);
        return {.runs = runs_, .unquiet = enough ? std::size_t{0} : 1};
    }

  private:
    [[nodiscard]] bool stopped() const { return how_.job.isOver(); }
    std::uint32_t nextSeed() { return furtherSeed(static_cast<std::uint32_t>(runs_)); }

    // Before each event and at the end, and every second while nothing happens.
    void findTimes() {
        times_.insert(test_.steps);
        for (const TimedEvent& event : test_.events) times_.insert(event.at);
        std::uint64_t before = 0;
        for (const std::uint64_t time : std::set(times_)) {
            for (std::uint64_t more = before + kLookEvery; more + kLookEvery / 2 < time; more += kLookEvery)
                times_.insert(more);
            before = time;
        }
        times_.erase(0);
    }

    // Plays with that seed, the test's own from the start, others from the prefix on; calls back before each
    // step and at the end. False: interrupted.
    template <class AtTime>
    bool play(std::uint32_t seed, AtTime&& atTime) {
        Moment moment = seed == test_.seed ? start_ : prefix_;
        reseed(moment, seed);
        Machine machine(program_, moment.state, options_);
        Look look(machine.reading());
        auto event = std::find_if(test_.events.begin(), test_.events.end(),
                                  [&](const TimedEvent& one) { return one.at >= moment.state.step; });
        while (true) {
            atTime(look, moment);
            if (moment.state.step >= test_.steps) return true;
            if (moment.state.step % kAskEvery == 0 && stopped()) return false;
            for (; event != test_.events.end() && event->at == moment.state.step; ++event)
                moment.user.perform(machine, event->event);
            moment.user.step(machine);
            look.refresh();
        }
    }

    // Up to the first random number all runs are the same. False: none is ever drawn.
    bool findPrefix() {
        bool drawn = false;
        const Generator untouched = start_.state.random.seeded(test_.seed);
        Moment last = start_;
        play(test_.seed, [&](Look&, const Moment& moment) {
            drawn = drawn || !(moment.state.random == untouched);
            if (!drawn && times_.contains(moment.state.step)) last = moment;
        });
        prefix_ = std::move(last);
        return drawn;
    }

    // Notes what one run looks like.
    void watch(std::uint32_t seed) {
        const bool own = seed == test_.seed;
        const std::size_t run = seen_.observations.size();
        std::vector<Observation> observations;
        if (!own) {
            const auto same = 1 + std::distance(times_.begin(), times_.upper_bound(prefix_.state.step));
            observations.assign(seen_.observations.front().begin(),
                                seen_.observations.front().begin() + same);
        }
        const bool whole = play(seed, [&](Look& look, const Moment& moment) {
            const std::uint64_t step = moment.state.step;
            if (own ? step == 0 || times_.contains(step) : step > prefix_.state.step && times_.contains(step))
                observations.push_back(observe(look, changeable_));
            if (run >= kCourses || step < seen_.courseBegin) return;
            const Observation observation = observe(look, changeable_, false);
            seen_.relations.add(observation);
            for (const auto& [key, check] : observation) {
                if (!check.subject.clone) seen_.courses.try_emplace(key, check).first->second.add(check, run);
            }
        });
        if (whole) seen_.observations.push_back(std::move(observations));
        runs_++;
    }

    // Whether no check fails with that seed. One that does is widened, or is gone.
    bool tryOut(std::uint32_t seed) {
        bool quiet = true, begun = false;
        TimedChecks checks(test_);
        const bool whole = play(seed, [&](Look& look, const Moment& moment) {
            const std::uint64_t step = moment.state.step;
            if (!begun) checks.goOnFrom(step, seed == test_.seed ? CheckMemory() : memory_);
            begun = true;
            if (seed == test_.seed && step == prefix_.state.step) memory_ = checks.memory();
            if (!checks.anyDue(step)) return;
            checks.look(look, [&](std::size_t index, const CheckOutcome&) {
                if (broken_[index] == kGone) return true;
                quiet = false;
                if (!widen(index, look, checks.memory().then[index])) giveUp(index);
                return true;
            });
        });
        if (seed != test_.seed) runs_++;
        return quiet && whole;
    }

    // All bounds of the question by as much as was missing, and as much again.
    bool widen(std::size_t index, Look& look, const Value& then) {
        const Check& failed = test_.checks[index].check;
        const bool least = failed.comparison == Comparison::AtLeast;
        if ((!least && failed.comparison != Comparison::AtMost) || test_.checks[index].span == Span::Once ||
            failed.minus || broken_[index] >= kWidenings)
            return false;
        double actual = numberForTests(failed.measure(look));
        if (failed.since) actual -= numberForTests(then);
        const double missing = actual - numberForTests(failed.expected);
        if (!std::isfinite(missing)) return false;
        for (std::size_t i = 0; i < test_.checks.size(); i++) {
            if (!areAlike(test_.checks[i], test_.checks[index]) || broken_[i] == kGone) continue;
            Check& check = test_.checks[i].check;
            const double further = numberForTests(check.expected) + 2 * missing;
            check.expected = Value(least ? std::floor(further) : std::ceil(further));
            broken_[i]++;
        }
        return true;
    }

    // What broke it once may break it at any later time; what is no fixed value, and what becomes of a clone,
    // at any time.
    void giveUp(std::size_t index) {
        const TimedCheck& failed = test_.checks[index];
        const bool everywhere = failed.check.comparison != Comparison::Equal || failed.check.subject.clone;
        for (std::size_t i = 0; i < test_.checks.size(); i++) {
            if (areAlike(test_.checks[i], failed) && (everywhere || test_.checks[i].at >= failed.at))
                broken_[i] = kGone;
        }
    }

    // `suspects`: also all that are like one that ever failed.
    void drop(bool suspects) {
        std::vector<std::uint8_t> gone(test_.checks.size());
        for (std::size_t i = 0; i < gone.size(); i++) {
            gone[i] = broken_[i] == kGone || (suspects && broken_[i] > 0) ? 1 : 0;
            for (std::size_t k = 0; suspects && !gone[i] && k < gone.size(); k++)
                gone[i] = broken_[k] > 0 && areAlike(test_.checks[i], test_.checks[k]) ? 1 : 0;
        }
        std::size_t index = 0;
        std::erase_if(test_.checks, [&](const TimedCheck&) { return gone[index++] != 0; });
    }

    static constexpr int kGone = 1000;

    const Program& program_;
    const MachineOptions& options_;
    const Moment start_;
    Moment prefix_;  // the last time to look before a random number is drawn
    TestCase& test_;
    const RobustOptions& how_;
    const Changeable changeable_;
    std::set<std::uint64_t> times_{};  // when to look
    SeenRuns seen_{};
    std::vector<int> broken_{};  // by check: how often it was widened; kGone
    CheckMemory memory_{};       // at the end of the prefix
    std::int64_t runs_ = 0;
};

}  // namespace

Robustness makeRobust(const Program& program, const MachineOptions& options, const Moment& start,
                      TestCase& test, const RobustOptions& how) {
    return RobustTest(program, options, start, test, how).make();
}

Robustness makeRobust(const Program& program, Suite& suite, const Job& job) {
    const MachineOptions machine = suite.machineOptions();
    const Moment start = testStart(program, machine, 0);
    std::vector<Robustness> each(suite.tests.size());
    std::atomic<std::size_t> done = 0;
    inParallel(each.size(), job.threads, [&](std::size_t i, std::size_t) {
        if (suite.tests[i].watch.empty())
            each[i] = makeRobust(program, machine, start, suite.tests[i], {.job = job});
        job.report(++done, each.size(), "tests made robust");
    });
    Robustness all;
    for (const Robustness& one : each) {
        all.runs += one.runs;
        all.unquiet += one.unquiet;
    }
    return all;
}

}  // namespace ounce
