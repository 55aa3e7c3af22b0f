// Mutants a second on a game with its generated suite, the recording of the original included; and what
// memory a long analysis takes.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

#include "generate/generate.h"
#include "mutation/analysis.h"
#include "mutation/bench.h"
#include "vm/load_program.h"

using namespace ounce;

namespace {

struct Game {
    std::shared_ptr<const Program> program;
    std::vector<SuiteFile> suites;
};

// The suite is generated with a budget in executions, so it is the same on every machine.
Game gameWithSuite(const std::string& name) {
    const char* shared = std::getenv("OUNCE_SHARED");
    const auto program =
        loadProgram(std::string(shared ? shared : "../shared") + "/corpus/whisker/examples/" + name);
    if (!program) return {};
    GenerationOptions options;
    options.config.budget = *parseBudget("20000x");
    auto generation = generateTests(*program, options, {});
    if (!generation) return {};
    return {*program, {SuiteFile{.path = "suite.json", .data = std::move(generation->suite)}}};
}

std::size_t residentBytes() {
    std::size_t pages = 0, resident = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%zu %zu", &pages, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void analyze(benchmark::State& bench, const std::string& name, bool fullMatrix) {
    const Game game = gameWithSuite(name);
    if (!game.program) return bench.SkipWithError("project not found");
    MutationAnalysisOptions options;
    options.fullMatrix = fullMatrix;
    std::size_t mutants = 0;
    OperatorScore score;
    for (auto _ : bench) {
        const auto analysis = analyzeMutants(game.program, game.suites, options, {.threads = coresHere()});
        if (!analysis) return bench.SkipWithError(analysis.error().message().c_str());
        mutants += analysis->mutants.size();
        score = analysis->total();
    }
    bench.counters["mutants/s"] =
        benchmark::Counter(static_cast<double>(mutants), benchmark::Counter::kIsRate);
    bench.counters["mutants"] = static_cast<double>(score.mutants);
    bench.counters["score %"] = 100 * score.score();
    bench.counters["tests"] = static_cast<double>(game.suites[0].data->tests.size());
}

// 10 000 mutants one after the other; the counter says by how much the process grew after the first thousand.
void memory(benchmark::State& bench, const std::string& name) {
    const Game game = gameWithSuite(name);
    if (!game.program) return bench.SkipWithError("project not found");
    MutationBench recorded(game.program, {});
    for (const TestCase& test : game.suites[0].data->tests)
        recorded.add(test, game.suites[0].data->machineOptions(), 0);
    recorded.record();
    constexpr std::size_t kMutants = 10000;
    std::size_t grown = 0;
    for (auto _ : bench) {
        std::size_t done = 0, before = 0;
        for (std::uint64_t seed = 1; done < kMutants; seed++) {
            for (const Mutant& mutant : mutantsOf(game.program->project, *parseOperators("all+"), seed)) {
                MutantProgram variant(recorded, mutant);
                for (const MutationBench::Test& test : recorded.tests()) {
                    if (variant.mayDiffer(test.run)) benchmark::DoNotOptimize(variant.play(test));
                }
                if (++done == kMutants / 10) before = residentBytes();
            }
        }
        const std::size_t after = residentBytes();
        grown = after > before ? after - before : 0;
        bench.SetItemsProcessed(static_cast<std::int64_t>(done));
    }
    bench.counters["grown KB"] = static_cast<double>(grown) / 1024;
}

// What making a mutant's program costs.
void compileMutants(benchmark::State& bench, const std::string& name) {
    const Game game = gameWithSuite(name);
    if (!game.program) return bench.SkipWithError("project not found");
    const auto mutants = mutantsOf(game.program->project, usualOperators(), 1);
    std::size_t i = 0;
    for (auto _ : bench) {
        const Mutant& mutant = mutants[i++ % mutants.size()];
        benchmark::DoNotOptimize(compileVariant(applied(game.program->project, mutant), *game.program));
    }
    bench.SetItemsProcessed(bench.iterations());
}

BENCHMARK_CAPTURE(analyze, fruitCatching, "FruitCatching.sb3", false)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(analyze, fruitCatchingFullMatrix, "FruitCatching.sb3", true)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(compileMutants, fruitCatching, "FruitCatching.sb3");
BENCHMARK_CAPTURE(memory, tenThousandMutants, "FruitCatching.sb3")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
