// Graphs, the cost of watching decisions, and the fitness of all goals after a run.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "analysis/distance_collector.h"
#include "vm/load_program.h"
#include "vm/runner.h"

using namespace ounce;

namespace {

namespace fs = std::filesystem;

std::string corpus() {
    const char* given = std::getenv("OUNCE_SHARED");
    return std::string(given ? given : "../shared") + "/corpus/";
}

std::shared_ptr<const Program> load(const std::string& path) { return loadProgram(path).value_or(nullptr); }

void graphs(benchmark::State& bench, const std::string& path) {
    const auto program = load(path);
    if (!program) return bench.SkipWithError("project not found");
    for (auto _ : bench) {
        const ControlFlow flow(*program);
        const ControlDependence dependence(flow);
        benchmark::DoNotOptimize(dependence.controllers(0).data());
    }
    bench.counters["statements"] = static_cast<double>(program->statements.size());
}

std::vector<InputEvent> wildInputs(std::uint64_t steps) {
    using Kind = InputEvent::Kind;
    std::vector<InputEvent> inputs{InputEvent{}};
    Random random(1);
    const char* keys[] = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "a", "d", "w"};
    for (std::uint64_t step = 1; step < steps; step++) {
        if (random.next() < 0.3) {
            inputs.push_back({.step = step,
                              .kind = random.next() < 0.6 ? Kind::KeyDown : Kind::KeyUp,
                              .name = keys[static_cast<int>(random.next() * 8)]});
        }
        if (random.next() < 0.2) {
            InputEvent event{.step = step, .kind = Kind::MouseMove};
            event.x = random.next() * 480 - 240;
            event.y = random.next() * 360 - 180;
            inputs.push_back(event);
        }
    }
    return inputs;
}

constexpr std::uint64_t kSteps = 900;

void game(benchmark::State& bench, const std::string& path, bool watched) {
    const auto program = load(path);
    if (!program) return bench.SkipWithError("project not found");
    const Fitness fitness(program);
    const auto inputs = wildInputs(kSteps);
    std::vector<std::uint8_t> coverage(program->statements.size());
    for (auto _ : bench) {
        Runner runner(program, {}, 1, inputs);
        DistanceCollector collector(fitness);
        if (watched) {
            collector.attach(runner.machine());
        } else {
            runner.machine().coverage = coverage.data();
        }
        for (std::uint64_t i = 0; i < kSteps; i++) runner.step();
    }
    bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations() * kSteps));
}

void allGoals(benchmark::State& bench, const std::string& path) {
    const auto program = load(path);
    if (!program) return bench.SkipWithError("project not found");
    const Fitness fitness(program);
    Runner runner(program, {}, 1, wildInputs(kSteps));
    DistanceCollector collector(fitness);
    collector.attach(runner.machine());
    for (std::uint64_t i = 0; i < 60; i++) runner.step();
    const RunTrace trace = collector.trace(runner.machine());
    std::vector<double> values(fitness.goals().size());
    for (auto _ : bench) {
        fitness.fitnessOfAll(trace, values);
        benchmark::DoNotOptimize(values.data());
    }
    bench.counters["statements"] = static_cast<double>(program->statements.size());
    bench.counters["goals"] = static_cast<double>(values.size());
}

}  // namespace

int main(int argc, char** argv) {
    for (const auto& entry : fs::recursive_directory_iterator(corpus())) {
        if (entry.path().filename().string().find("Scratch_Emulator") == std::string::npos) continue;
        const std::string path = entry.path();
        benchmark::RegisterBenchmark("graphs/ScratchEmulator", [=](auto& b) {
            graphs(b, path);
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("fitness/ScratchEmulator", [=](auto& b) {
            allGoals(b, path);
        })->Unit(benchmark::kMicrosecond);
        break;
    }
    std::vector<fs::path> games;
    if (fs::exists(corpus() + "neatest-ase22/games")) {
        for (const auto& entry : fs::directory_iterator(corpus() + "neatest-ase22/games"))
            games.push_back(entry);
    }
    std::sort(games.begin(), games.end());
    for (const fs::path& file : games) {
        const std::string path = file, name = file.stem();
        benchmark::RegisterBenchmark(("plain/" + name).c_str(), [=](auto& b) {
            game(b, path, false);
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("watched/" + name).c_str(), [=](auto& b) {
            game(b, path, true);
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("fitness/" + name).c_str(), [=](auto& b) {
            allGoals(b, path);
        })->Unit(benchmark::kMicrosecond);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
