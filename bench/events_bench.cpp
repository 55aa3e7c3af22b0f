// What it costs to know which events make sense, per step of a game that is played at random.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "analysis/codon_reader.h"
#include "vm/load_program.h"
#include "vm/machine.h"

using namespace ounce;

namespace {

// Plays for `steps` steps, an event every third; `look` is called with every state.
template <class Look>
void play(const std::shared_ptr<const Program>& program, const EventExtractor& extractor, int steps,
          Look look) {
    MachineOptions options;
    options.mode = Mode::Whisker;
    const CodonRules rules;
    State state = initialState(*program, options, 1);
    Machine machine(*program, state, options);
    User user;
    ExtractionCache cache;
    Random random(1);
    machine.greenFlag();
    for (int step = 0; step < steps; step++) {
        if (machine.idle())
            machine.greenFlag();  // a lost game begins anew, so that there is something to see
        look(state);
        if (step % 3 == 0) {
            const auto events = extractor.extract(state, cache);
            const auto& event =
                events[static_cast<std::size_t>(random.next() * static_cast<double>(events.size()))];
            user.perform(machine, CodonReader(extractor, state, rules)
                                      .instantiate(event, randomParameters(*event.what, rules, random)));
        }
        user.step(machine);
    }
}

void events(benchmark::State& bench, const std::string& path) {
    const auto compiled = loadProgram(path);
    if (!compiled) return bench.SkipWithError("project not found");
    const EventExtractor extractor(*compiled);
    constexpr int kSteps = 600;
    std::size_t offered = 0;
    for (auto _ : bench) {
        std::chrono::duration<double> spent{};
        ExtractionCache cache;
        play(*compiled, extractor, kSteps, [&](const State& state) {
            const auto begin = std::chrono::steady_clock::now();
            offered += extractor.extract(state, cache).size();
            spent += std::chrono::steady_clock::now() - begin;
        });
        bench.SetIterationTime(spent.count() / kSteps);
    }
    bench.counters["events"] =
        static_cast<double>(offered) / kSteps / static_cast<double>(bench.iterations());
}

void decoding(benchmark::State& bench, const std::string& path) {
    const auto compiled = loadProgram(path);
    if (!compiled) return bench.SkipWithError("project not found");
    const EventExtractor extractor(*compiled);
    const CodonRules rules;
    const int size = codonGroupSize(extractor);
    constexpr int kSteps = 300;
    for (auto _ : bench) {
        std::chrono::duration<double> spent{};
        ExtractionCache cache;
        Random random(2);
        play(*compiled, extractor, kSteps, [&](const State& state) {
            const auto now = extractor.extract(state, cache);
            const auto group = randomGroup(rules, size, random);
            const auto begin = std::chrono::steady_clock::now();
            benchmark::DoNotOptimize(CodonReader(extractor, state, rules).decode(group, now));
            spent += std::chrono::steady_clock::now() - begin;
        });
        bench.SetIterationTime(spent.count() / kSteps);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const char* given = std::getenv("OUNCE_SHARED");
    const std::string games = std::string(given ? given : "../shared") + "/corpus/neatest-ase22/games";
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::is_directory(games)) {
        for (const auto& entry : std::filesystem::directory_iterator(games)) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
        const std::string name = path.stem().string();
        benchmark::RegisterBenchmark(("extract/" + name).c_str(),
                                     [path](benchmark::State& b) { events(b, path.string()); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(5);
        benchmark::RegisterBenchmark(("decode/" + name).c_str(),
                                     [path](benchmark::State& b) { decoding(b, path.string()); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(2);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
