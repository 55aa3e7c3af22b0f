#include "mutation/recorded_run.h"

#include <algorithm>
#include <fmt/format.h>

#include "mutation/visible_hash.h"
#include "mutation/work_meter.h"
#include "testing/play.h"
#include "testing/test_player.h"

namespace ounce {
namespace {

constexpr std::uint64_t kAskEvery = 3;  // steps, whether there is time left; one can take a tenth of a second

constexpr std::uint64_t kPlaces = 32;  // that are kept of a run

// More than this is not the same program doing a little more.
std::uint64_t mostWork(const RecordedRun& recorded) { return recorded.work * 10 + 100000; }

std::size_t bytesOf(const Moment& moment) {
    const State& state = moment.state;
    return 4096 + 2048 * (state.targets.size() + state.threads.size());
}

// Notes the first step in which each statement is come to.
class Recorder final : public WorkMeter {
  public:
    explicit Recorder(std::vector<std::uint64_t>& reached) : reached_(reached) {}

    std::uint64_t step = 0;
    void executed(std::int32_t statement, std::int32_t target) override {
        WorkMeter::executed(statement, target);
        note(statement);
    }
    // Scripts may stand at a statement that is only executed later.
    void look(const State& state) {
        for (const std::int32_t place : state.threadList) {
            for (const Frame& frame : state.threads[static_cast<std::size_t>(place)]->stack) {
                if (frame.statement != kNone) note(frame.statement);
            }
        }
    }

  private:
    void note(StatementIndex statement) {
        std::uint64_t& first = reached_[static_cast<std::size_t>(statement)];
        first = std::min(first, step);
    }
    std::vector<std::uint64_t>& reached_;
};

std::string failureText(const TestPlayer& player) {
    if (player.violated()) return violationText(player.properties());
    const CheckOutcome& outcome = player.outcome();
    return fmt::format("{}, but {}", player.failedCheck()->text(),
                       outcome.missing ? outcome.actual : fmt::format("was {}", outcome.actual));
}

// A limit that the original did not meet.
Kill newLimit(const Limits& limits, const Limits& original, std::string& message) {
    if (limits.memory && !original.memory) {
        message = "texts and lists grew without end";
        return Kill::Error;
    }
    if (limits.stackDepth && !original.stackDepth) {
        message = "a script called itself without end";
        return Kill::Error;
    }
    if (limits.warp && !original.warp) {
        message = "a loop without screen refresh did not end";
        return Kill::Timeout;
    }
    if (limits.work && !original.work) {
        message = "a step did not end";
        return Kill::Timeout;
    }
    return Kill::None;
}

}  // namespace

RecordedRun recordRun(const Program& program, const MachineOptions& options, const Moment& start,
                      TestCase test, std::size_t bytes, const std::vector<spec::Monitor>& properties,
                      const Job& job) {
    RecordedRun run;
    run.test = std::move(test);
    run.options = options;
    run.reached.assign(program.statements.size(), RecordedRun::kNever);
    run.trace.reserve(run.test.steps + 1);
    Moment moment = startOf(program, options, start, run.test);
    if (!run.test.draws.empty()) bytes = 0;  // outcomes are handed out from the beginning
    TestPlayer player(program, run.options, moment, run.test);
    if (!properties.empty()) player.watch(properties);
    Recorder recorder(run.reached);
    player.machine().watch(recorder);
    for (const std::vector<std::int32_t>& scripts : program.flagHats.scripts) {
        for (const std::int32_t script : scripts)
            run.reached[static_cast<std::size_t>(program.scripts[static_cast<std::size_t>(script)].hat)] = 0;
    }
    recorder.look(moment.state);
    run.trace.push_back(visibleHash(moment.state));
    const std::uint64_t apart = run.test.steps / kPlaces + 1;
    while (!player.failed() && moment.state.step < run.test.steps) {
        if (moment.state.step % kAskEvery == 0 && job.isOver()) {
            run.whole = false;
            run.message = "there was no time to run it";
            return run;
        }
        if (moment.state.step > 0 && moment.state.step % apart == 0) {
            const std::size_t size = bytesOf(moment);
            if (size <= bytes) {
                bytes -= size;
                run.places.push_back({moment, player.watched(), player.remembered(), recorder.work()});
            }
        }
        recorder.step = moment.state.step + 1;
        player.playTo(recorder.step);
        if (player.failed()) break;
        recorder.look(moment.state);
        run.trace.push_back(visibleHash(moment.state));
    }
    player.playToEnd();
    run.passed = !player.failed();
    if (!run.passed) run.message = failureText(player);
    run.work = recorder.work();
    run.limits = moment.state.limits;
    return run;
}

MutantRun playMutant(const RecordedRun& recorded, const MutantPlay& play) {
    MachineOptions options = recorded.options;
    const std::uint64_t most = mostWork(recorded);
    // Every check of a loop comes with a block, so a loop that the original can make is not cut off.
    options.warpChecks =
        static_cast<std::int32_t>(std::min(static_cast<std::uint64_t>(options.warpChecks), most));
    std::optional<Moment> moment;
    const RecordedRun::Place* from = nullptr;
    std::uint64_t work = 0;
    if (play.translation) {
        for (auto place = recorded.places.rbegin(); place != recorded.places.rend() && !moment; ++place) {
            if (place->moment.state.step >= play.before) continue;
            moment = play.translation->of(place->moment);
            work = place->work;
            from = &*place;
        }
    }
    if (!moment) {
        moment = startOf(play.program, options, play.start, recorded.test);
        work = 0;
        from = nullptr;
    }
    WorkMeter meter(work);
    TestPlayer player(play.program, options, *moment, recorded.test);
    if (play.properties && !play.properties->empty()) {
        from ? player.watch(*play.properties, from->watch) : player.watch(*play.properties);
    }
    if (from) player.remember(from->checks);
    player.machine().watch(meter);
    const State& state = moment->state;
    MutantRun run;
    std::uint64_t asked = 0;
    while (!player.failed() && state.step < recorded.test.steps) {
        // At once: a recording that was cut short must not be compared with.
        if (play.job && asked++ % kAskEvery == 0 && play.job->isOver()) {
            run.whole = false;
            return run;
        }
        player.playTo(state.step + 1);
        if (player.failed()) break;
        if (run.sameTrace) run.sameTrace = visibleHash(state) == recorded.trace[state.step];
        if (play.untilDifferent && !run.sameTrace) break;
        run.kill = newLimit(state.limits, recorded.limits, run.message);
        if (run.kill == Kill::None && meter.work() > most) {
            run.kill = Kill::Timeout;
            run.message =
                fmt::format("it executed more than {} blocks, the original {}", most, recorded.work);
        }
        if (run.kill != Kill::None) break;
    }
    if (run.kill == Kill::None && !(play.untilDifferent && !run.sameTrace)) player.playToEnd();
    if (player.failed()) {
        run.kill = Kill::Assertion;
        run.message = failureText(player);
    }
    run.step = state.step;
    if (run.kill != Kill::None) run.sameTrace = false;
    return run;
}

}  // namespace ounce
