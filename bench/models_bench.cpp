// Models beside a game: twenty repetitions of 35 seconds of FruitCatching with the 21 models of the case
// study, on one core, and the same game without models.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>

#include "models/load.h"
#include "models/run_models.h"
#include "vm/load_program.h"

using namespace ounce;

namespace {

std::shared_ptr<const Program> game() {
    const char* shared = std::getenv("OUNCE_SHARED");
    return loadProgram(std::string(shared ? shared : "../shared") +
                       "/corpus/whisker/examples/FruitCatching.sb3")
        .value_or(nullptr);
}

void repetitions(benchmark::State& bench, bool withModels) {
    const auto program = game();
    if (!program) return bench.SkipWithError("project not found");
    auto all = models::loadModels(std::string("examples/fruit-catching/fruit-catching.model"));
    if (!all) return bench.SkipWithError("start it in the folder of the sources");
    if (!withModels)
        std::erase_if(*all, [](const models::Model& model) { return model.usage != models::Usage::User; });
    models::RunOptions options;
    const auto bound = models::bind(*all, *program, {});
    const models::ModelStart start = models::modelStart(*program, options.machine);
    std::uint64_t steps = 0;
    for (auto _ : bench) {
        for (std::uint32_t seed = 1; seed <= 20; seed++)
            steps += models::playOnce(*program, *bound, options, seed, start).result.steps;
    }
    bench.counters["steps"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

void BM_TwentyRepetitionsWith21Models(benchmark::State& bench) { repetitions(bench, true); }
BENCHMARK(BM_TwentyRepetitionsWith21Models)->Unit(benchmark::kMillisecond);
void BM_TwentyRepetitionsWithThePlayerAlone(benchmark::State& bench) { repetitions(bench, false); }
BENCHMARK(BM_TwentyRepetitionsWithThePlayerAlone)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
