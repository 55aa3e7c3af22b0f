// Whisker's suites: what awaiting a step costs over the bare step, starting a suite, and a whole suite.
//
// The suites in worker processes come first: nothing may fork after the first JavaScript engine was made.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <string>

#include "project/load.h"
#include "testing/whisker/session.h"
#include "testing/whisker/workers.h"
#include "vm/load_program.h"
#include "vm/machine.h"

using namespace ounce;

namespace {

constexpr int kSteps = 20000;

std::shared_ptr<const Program> game() {
    const char* shared = std::getenv("OUNCE_SHARED");
    return loadProgram(std::string(shared ? shared : "../shared") +
                       "/corpus/whisker/examples/FruitCatching.sb3")
        .value_or(nullptr);
}

// The same costs for everybody: a program that hardly does anything.
std::shared_ptr<const Program> smallProgram() {
    auto project =
        readText("sprite Cat\n\nwhen flag clicked\nforever\n  change x by (1)\nend\n", "small.scratch", "");
    return *compile(std::move(*project));
}

void runSuite(benchmark::State& bench, const std::shared_ptr<const Program>& program,
              const std::string& suite, int jobs) {
    if (!program) return bench.SkipWithError("project not found");
    WhiskerOptions options;
    for (auto _ : bench) {
        auto run =
            runWhiskerSuite(program, suite, "bench.js", options, {.threads = static_cast<std::size_t>(jobs)});
        if (!run) return bench.SkipWithError(run.error().message().c_str());
        for (const TestResult& result : run->results) {
            if (result.verdict != Verdict::Pass) return bench.SkipWithError(result.message.c_str());
        }
    }
}

void bareSteps(benchmark::State& bench, const std::shared_ptr<const Program>& program) {
    if (!program) return bench.SkipWithError("project not found");
    const WhiskerOptions options;
    const State snapshot = whiskerSnapshot(*program, options);
    for (auto _ : bench) {
        State state = snapshot;
        Machine machine(*program, state, options.machine);
        machine.greenFlag();
        for (int i = 0; i < kSteps; i++) machine.step();
    }
    bench.counters["per step"] = benchmark::Counter(
        kSteps, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// One test with kSteps times that line.
void awaitedSteps(benchmark::State& bench, const std::shared_ptr<const Program>& program,
                  const std::string& line) {
    if (!program) return bench.SkipWithError("project not found");
    const WhiskerOptions options;
    const State snapshot = whiskerSnapshot(*program, options);
    WhiskerSession session(program, snapshot, options,
                           fmt::format("module.exports = [async t => {{ const cat = t.getSprites()[0];"
                                       "for (let i = 0; i < {}; i++) {{ {} }} }}];",
                                       kSteps, line),
                           "bench.js");
    if (!session.load()) return bench.SkipWithError("the suite does not load");
    for (auto _ : bench) {
        if (session.run(0).verdict != Verdict::Pass) return bench.SkipWithError("the test does not pass");
    }
    bench.counters["per step"] = benchmark::Counter(
        kSteps, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

int main(int argc, char** argv) {
    const auto small = smallProgram();
    const auto fruit = game();
    const auto add = [](const std::string& name, auto run) {
        benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond)->UseRealTime();
    };
    add("suite/one-step",
        [=](auto& b) { runSuite(b, small, "module.exports = [t => t.runForSteps(1)];", 1); });
    std::string twenty = "const test = t => t.runForTime(30000);\nmodule.exports = [";
    for (int i = 0; i < 20; i++) twenty += "test, ";
    twenty += "];";
    add("suite/20x30s/1-worker", [=](auto& b) { runSuite(b, fruit, twenty, 1); });
    add("suite/20x30s/2-workers", [=](auto& b) { runSuite(b, fruit, twenty, 2); });
    add("step/bare/small", [=](auto& b) { bareSteps(b, small); });
    add("step/await/small", [=](auto& b) { awaitedSteps(b, small, "await t.runForSteps(1);"); });
    add("step/await-and-look/small",
        [=](auto& b) { awaitedSteps(b, small, "await t.runForSteps(1); t.assert.ok(cat.x > -500);"); });
    add("step/bare/fruit", [=](auto& b) { bareSteps(b, fruit); });
    add("step/await/fruit", [=](auto& b) { awaitedSteps(b, fruit, "await t.runForSteps(1);"); });
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
