// The machine: compute-heavy scripts, games, snapshots. Ratios to peers are made by bench/peers/compare.py.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <malloc.h>
#include <string>

#include "vm/load_program.h"
#include "vm/runner.h"

using namespace ounce;

namespace {

std::string sharedFolder() {
    const char* given = std::getenv("OUNCE_SHARED");
    return given ? given : "../shared";
}

std::shared_ptr<const Program> load(const std::string& path) { return loadProgram(path).value_or(nullptr); }

// A whole run of a compute-heavy project: one green flag until idle.
void compute(benchmark::State& bench, const std::string& path) {
    auto program = load(path);
    if (!program) {
        bench.SkipWithError("project not found");
        return;
    }
    for (auto _ : bench) {
        Runner runner(program, {}, 1, {InputEvent{}});
        do runner.step();
        while (!runner.finished());
    }
}

// Random keys and mouse as a player gone wild would press them; the same for every run.
std::vector<InputEvent> wildInputs(std::uint64_t steps) {
    std::vector<InputEvent> inputs{InputEvent{}};
    Random random(1);
    const char* keys[] = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "a", "d", "w"};
    for (std::uint64_t step = 1; step < steps; step++) {
        if (random.next() < 0.3) {
            InputEvent event;
            event.step = step;
            event.kind = random.next() < 0.6 ? InputEvent::Kind::KeyDown : InputEvent::Kind::KeyUp;
            event.name = keys[static_cast<int>(random.next() * 8)];
            inputs.push_back(event);
        }
        if (random.next() < 0.2) {
            InputEvent event;
            event.step = step;
            event.kind = InputEvent::Kind::MouseMove;
            event.x = random.next() * 480 - 240;
            event.y = random.next() * 360 - 180;
            inputs.push_back(event);
        }
    }
    return inputs;
}

void game(benchmark::State& bench, const std::string& path, bool renderer) {
    auto program = load(path);
    if (!program) {
        bench.SkipWithError("project not found");
        return;
    }
    MachineOptions options;
    options.mode = Mode::Whisker;
    options.renderer = renderer;
    constexpr std::uint64_t kSteps = 1500;
    const auto inputs = wildInputs(kSteps);
    for (auto _ : bench) {
        Runner runner(program, options, 1, inputs);
        for (std::uint64_t i = 0; i < kSteps; i++) runner.step();
    }
    bench.counters["steps/s"] = benchmark::Counter(kSteps, benchmark::Counter::kIsIterationInvariantRate);
}

void snapshot(benchmark::State& bench, const std::string& path) {
    auto program = load(path);
    if (!program) {
        bench.SkipWithError("project not found");
        return;
    }
    MachineOptions options;
    options.mode = Mode::Whisker;
    Runner runner(program, options, 1, {InputEvent{}});
    for (int i = 0; i < 30; i++) runner.step();
    constexpr std::size_t kCopies = 100;
    const std::size_t before = mallinfo2().uordblks;
    std::vector<State> copies(kCopies, runner.state());
    bench.counters["bytes"] = static_cast<double>((mallinfo2().uordblks - before) / kCopies);
    for (auto _ : bench) {
        State saved = runner.state();
        runner.state() = saved;
        benchmark::DoNotOptimize(saved);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string shared = sharedFolder();
    for (const char* name : {"arith", "sieve", "strings"}) {
        const std::string path = shared + "/oracle/micro/" + name + ".sb3";
        benchmark::RegisterBenchmark((std::string("compute/") + name).c_str(), [path](benchmark::State& b) {
            compute(b, path);
        })->Unit(benchmark::kMillisecond);
    }
    const std::string fruit = shared + "/corpus/whisker/examples/FruitCatching.sb3";
    benchmark::RegisterBenchmark("snapshot/FruitCatching", [fruit](benchmark::State& b) {
        snapshot(b, fruit);
    })->Unit(benchmark::kMicrosecond);
    const std::string games = shared + "/corpus/neatest-ase22/games";
    if (std::filesystem::is_directory(games)) {
        std::vector<std::string> paths;
        for (const auto& entry : std::filesystem::directory_iterator(games))
            paths.push_back(entry.path().string());
        std::sort(paths.begin(), paths.end());
        for (const std::string& path : paths) {
            for (bool renderer : {false, true}) {
                const std::string name = std::string(renderer ? "game/stage/" : "game/bare/") +
                                         std::filesystem::path(path).stem().string();
                benchmark::RegisterBenchmark(name.c_str(), [path, renderer](benchmark::State& b) {
                    game(b, path, renderer);
                })->Unit(benchmark::kMillisecond);
            }
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
