// What watching properties costs: one of two attributes, and twenty in a game.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <optional>
#include <string>

#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/load_program.h"
#include "vm/runner.h"

using namespace ounce;

namespace {

constexpr const char* kStill = R"(sprite Cat
  costume "cat" rect 20 20 #ff0000

sprite Dog
  costume "dog" rect 20 20 #0000ff
  at x: 50 y: 20
)";

std::vector<spec::Monitor> monitorsOf(const std::string& text, const Program& program) {
    const auto spec = spec::parse(text, "bench.props");
    if (!spec) std::abort();
    std::vector<spec::Monitor> monitors = spec::bind(*spec, program);
    for (const spec::Monitor& monitor : monitors) {
        if (!monitor.error.empty()) std::abort();
    }
    return monitors;
}

// The end of a step of a program that does nothing; `measures`: with distances, `moves`: the cat is elsewhere
// each time.
void step(benchmark::State& bench, const std::string& properties, bool measures, bool moves = false) {
    auto project = readText(kStill, "bench.scratch", "");
    const auto program = compile(std::move(*project));
    const std::vector<spec::Monitor> monitors = monitorsOf(properties, **program);
    State state = initialState(**program, {}, 1);
    Machine machine(**program, state, {});
    spec::Watch watch(monitors, machine, false, measures);
    for (auto _ : bench) {
        if (moves) state.targets[1]->x = -1 - state.targets[1]->x;
        watch.afterStep();
    }
}

// Twenty that a teacher could think of, of every kind.
constexpr const char* kTwenty = R"(p1: always Bowl.y = -145
p2: always abs(Bowl.x) <= 300
p3: always Punkte - prev(Punkte) <= 13 or flag
p4: always prev(Punkte) - Punkte <= 8 or flag
p5: always Zeit <= prev(Zeit) or flag
p6: always Zeit >= 0
p7: always Apple.size = 50
p8: always Bananas.size = 50
p9: always Apple.y <= 170
p10: always Bananas.y <= 170
p11: after pressed(right arrow) within 200 ms Bowl.x > old(Bowl.x) or Bowl.x > 200
p12: after pressed(left arrow) within 200 ms Bowl.x < old(Bowl.x) or Bowl.x < -200
p13: never Apple.y < -200
p14: never Bananas.y < -200
p15: always Punkte > prev(Punkte) => Apple.y > 100 or Bananas.y > 100
p16: always key(right arrow) and not key(left arrow) => Bowl.x >= prev(Bowl.x) or Zeit = 0
p17: always key(left arrow) and not key(right arrow) => Bowl.x <= prev(Bowl.x) or Zeit = 0
p18: after said(Bowl) within 1 s Zeit = 0
p19: always count(said(Apple) since flag) <= 1
p20: always Bowl.visible
)";

// Steps of FruitCatching; `properties`: how it is watched.
void game(benchmark::State& bench, const char* properties, bool measures) {
    const char* given = std::getenv("OUNCE_SHARED");
    const std::string shared = given ? given : "../shared";
    const auto program = loadProgram(shared + "/corpus/neatest-ase22/games/FruitCatching.sb3");
    if (!program) {
        bench.SkipWithError("project not found");
        return;
    }
    const std::vector<spec::Monitor> monitors = monitorsOf(properties, **program);
    InputEvent flag;
    constexpr int kSteps = 45;  // until the apple may have fallen
    std::optional<Runner> runner;
    std::optional<spec::Watch> watch;
    for (auto _ : bench) {
        bench.PauseTiming();
        watch.reset();
        runner.emplace(*program, MachineOptions(), 1, std::vector<InputEvent>{flag});
        if (!monitors.empty()) watch.emplace(monitors, runner->machine(), false, measures);
        bench.ResumeTiming();
        for (int i = 0; i < kSteps; i++) {
            runner->step();
            if (watch) watch->afterStep();
        }
    }
    bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations()) * kSteps);
}

BENCHMARK_CAPTURE(step, two attributes, "p: always Cat.x < Dog.x", false);
BENCHMARK_CAPTURE(step, two attributes that change, "p: always Cat.x < Dog.x", false, true);
BENCHMARK_CAPTURE(step, two attributes that change with distance, "p: always Cat.x < Dog.x", true, true);
BENCHMARK_CAPTURE(step, two attributes and prev, "p: always Cat.x <= prev(Cat.x)", false);
BENCHMARK_CAPTURE(step, two attributes with distance, "p: always Cat.x < Dog.x", true);
BENCHMARK_CAPTURE(step, touching, "p: never touching(Cat, Dog)", false);
BENCHMARK_CAPTURE(game, watched by nobody, "", false);
BENCHMARK_CAPTURE(game, twenty properties, kTwenty, false);
BENCHMARK_CAPTURE(game, twenty properties with distances, kTwenty, true);

}  // namespace

BENCHMARK_MAIN();
