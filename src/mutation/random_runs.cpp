#include "mutation/random_runs.h"

#include <fmt/format.h>

#include "analysis/codons.h"
#include "analysis/events.h"
#include "base/parallel.h"
#include "base/stream.h"

namespace ounce {
namespace {

// Ten seconds; every fifth run lasts a minute, because many games have a clock that runs out.
constexpr std::uint64_t kSteps = 300, kManySteps = 1800;
constexpr std::size_t kLongRuns = 5;
constexpr std::int32_t kLongestWait = 30;

TestCase randomRun(const EventExtractor& extractor, const MachineOptions& options, const Moment& start,
                   Stream choice, std::size_t number) {
    TestCase run{.name = fmt::format("random run {}", number),
                 .seed = static_cast<std::uint32_t>(choice.bits()),
                 .steps = number % kLongRuns == 0 ? kManySteps : kSteps};
    Random random(static_cast<std::uint32_t>(choice.bits()));
    CodonRules rules;
    rules.waitBound = kLongestWait;
    Moment moment = start;
    reseed(moment, run.seed);
    Machine machine(extractor.program(), moment.state, options);
    ExtractionCache cache;
    while (moment.state.step < run.steps) {
        const auto events = extractor.extract(moment.state, cache);
        const ExtractedEvent& event = events[choice.below(events.size())];
        const std::vector<Codon> parameters = randomParameters(*event.what, rules, random);
        const UserEvent user = CodonReader(extractor, moment.state, rules).instantiate(event, parameters);
        run.events.push_back({moment.state.step, user});
        moment.user.perform(machine, user);
        const bool lasts = user.kind == UserEvent::Kind::Wait || user.kind == UserEvent::Kind::KeyPress;
        moment.user.steps(machine, (lasts ? user.steps : 0) + 1);
    }
    while (!run.events.empty() && run.events.back().at >= run.steps) run.events.pop_back();
    return run;
}

}  // namespace

std::vector<TestCase> randomRuns(const std::shared_ptr<const Program>& program, const MachineOptions& options,
                                 std::size_t count, std::uint64_t seed, std::size_t threads) {
    const EventExtractor extractor(program);
    const Moment start = testStart(*program, options, 0);
    const Stream choices(seed);
    std::vector<TestCase> runs(count);
    inParallel(count, threads, [&](std::size_t i, std::size_t) {
        runs[i] = randomRun(extractor, options, start, choices.split(i), i + 1);
    });
    return runs;
}

}  // namespace ounce
