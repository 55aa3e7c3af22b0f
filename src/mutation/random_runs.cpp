#include "mutation/random_runs.h"

#include <algorithm>
#include <fmt/format.h>

#include "analysis/codon_reader.h"
#include "analysis/events.h"
#include "base/parallel.h"
#include "base/stream.h"
#include "mutation/work_meter.h"
#include "testing/test_player.h"

namespace ounce {
namespace {

// Ten seconds; every fifth run lasts a minute, because many games have a clock that runs out.
constexpr std::uint64_t kSteps = 300, kManySteps = 1800;
constexpr std::size_t kLongRuns = 5;
constexpr std::int32_t kLongestWait = 30;
constexpr std::uint64_t kLongestPause = 10;  // between two events
// A program that computes much is not watched for so long.
constexpr std::uint64_t kMostWork = 300000;

// A stamp or a line takes as long as very many other blocks.
class CostMeter final : public WorkMeter {
  public:
    explicit CostMeter(const Machine& machine) : machine_(machine) {}

    void executed(std::int32_t statement, std::int32_t target) override {
        WorkMeter::executed(statement, target);
        const Row& row = blockRow(machine_.program.statements[static_cast<std::size_t>(statement)].opcode);
        if (row.redraw && (row.writtenFacets & facet::Pen)) add(kStamp);
    }
    void moved(std::int32_t target, double, double) override {
        if (machine_.state.targets[static_cast<std::size_t>(target)]->pen.down) add(kLine);
    }

  private:
    static constexpr std::uint64_t kStamp = 5000, kLine = 500;
    const Machine& machine_;
};

class RandomUser {
  public:
    RandomUser(const EventExtractor& extractor, const MachineOptions& options, const Moment& start,
               Stream choice, bool pauses, const Job& job)
        : extractor_(extractor),
          options_(options),
          moment_(start),
          choice_(choice),
          ownSeed_(static_cast<std::uint32_t>(choice_.bits())),
          random_(static_cast<std::uint32_t>(choice_.bits())),
          pauses_(pauses),
          job_(job) {
        rules_.waitBound = kLongestWait;
    }

    TestCase run(std::size_t number) {
        TestCase test{.name = fmt::format("random run {}", number),
                      .seed = ownSeed_,
                      .steps = number % kLongRuns == 0 ? kManySteps : kSteps};
        reseed(moment_, test.seed);
        goOn(test);
        return test;
    }

    TestCase continuation(const TestCase& begun) {
        TestCase test{.seed = begun.seed, .steps = choice_.below(begun.steps + 1)};
        for (const TimedEvent& event : begun.events) {
            if (event.at < test.steps) test.events.push_back(event);
        }
        reseed(moment_, test.seed);
        TestPlayer(extractor_.program(), options_, moment_, test).playTo(test.steps);
        test.steps += kSteps;
        goOn(test);
        return test;
    }

    Stream& choice() { return choice_; }

  private:
    // Fills the test with random events from where the moment is up to its end.
    void goOn(TestCase& test) {
        Machine machine(extractor_.program(), moment_.state, options_);
        CostMeter meter(machine);
        machine.watch(meter);
        ExtractionCache cache;
        std::uint64_t within = moment_.state.step;  // steps that do not take too much
        while (moment_.state.step < test.steps && meter.work() < kMostWork && !job_.isOver()) {
            const auto events = extractor_.extract(moment_.state, cache);
            const ExtractedEvent& event = events[choice_.below(events.size())];
            const std::vector<Codon> parameters = randomParameters(*event.what, rules_, random_);
            const UserEvent user =
                CodonReader(extractor_, moment_.state, rules_).instantiate(event, parameters);
            test.events.push_back({moment_.state.step, user});
            moment_.user.perform(machine, user);
            const bool lasts = user.kind == UserEvent::Kind::Wait || user.kind == UserEvent::Kind::KeyPress;
            std::int32_t left = (lasts ? user.steps : 0) + 1;
            if (pauses_) left += static_cast<std::int32_t>(choice_.below(kLongestPause));
            for (; left > 0 && meter.work() < kMostWork; left--) {
                moment_.user.step(machine);
                if (meter.work() < kMostWork) within = moment_.state.step;
            }
        }
        test.steps = std::min(test.steps, within);
        while (!test.events.empty() && test.events.back().at >= test.steps) test.events.pop_back();
    }

    const EventExtractor& extractor_;
    const MachineOptions& options_;
    Moment moment_;
    Stream choice_;
    std::uint32_t ownSeed_;
    Random random_;
    // Finding where an event leads to can cost more than many steps: who only watches need not hurry.
    const bool pauses_;
    const Job& job_;
    CodonRules rules_;
};

// `count` tests, each made by a random user of its own.
template <class Make>
std::vector<TestCase> runsOf(const std::shared_ptr<const Program>& program, const MachineOptions& options,
                             std::size_t count, std::uint64_t seed, const Job& job, bool pauses, Make make) {
    const EventExtractor extractor(program);
    const Moment start = testStart(*program, options, 0);
    const Stream choices(seed);
    std::vector<TestCase> runs(count);
    inParallel(count, job.threads, [&](std::size_t i, std::size_t) {
        runs[i] = make(RandomUser(extractor, options, start, choices.split(i), pauses, job), i + 1);
    });
    return runs;
}

}  // namespace

std::vector<TestCase> randomRuns(const std::shared_ptr<const Program>& program, const MachineOptions& options,
                                 std::size_t count, std::uint64_t seed, const Job& job) {
    return runsOf(program, options, count, seed, job, true,
                  [](RandomUser user, std::size_t number) { return user.run(number); });
}

std::vector<TestCase> randomContinuations(const std::shared_ptr<const Program>& program,
                                          const MachineOptions& options, const std::vector<TestCase>& tests,
                                          std::size_t count, std::uint64_t seed, const Job& job) {
    return runsOf(program, options, count, seed, job, false, [&](RandomUser user, std::size_t number) {
        const bool fresh = tests.empty() || user.choice().chance(0.5);
        return fresh ? user.run(number) : user.continuation(tests[user.choice().below(tests.size())]);
    });
}

}  // namespace ounce
