// How fast networks play and evolve.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "neuro/judge.h"
#include "neuro/population.h"
#include "neuro/test_genome.h"
#include "vm/load_program.h"

using namespace ounce;

namespace {

std::string gamePath(const char* game) {
    const char* shared = std::getenv("OUNCE_SHARED");
    return std::string(shared ? shared : "../shared") + "/corpus/neatest-ase22/games/" + game + ".sb3";
}

// Features, activation, step; the network knows all that there is in the end.
void playGame(benchmark::State& bench, const char* game) {
    const auto program = loadProgram(gamePath(game));
    if (!program) return bench.SkipWithError("the game is not there; set OUNCE_SHARED");
    const neuro::JudgeContext context(*program);
    neuro::Player player(context.vocabulary, context.fitness, context.machine);
    neuro::FeatureExtractor features(context.vocabulary);
    std::vector<std::int32_t> inputs, outputs;
    for (const neuro::SeenFeature& seen : features.extract(context.start.state)) inputs.push_back(seen.input);
    for (std::size_t i = 0; i < context.vocabulary.outputs().size(); i++)
        outputs.push_back(static_cast<std::int32_t>(i));
    Stream random(1);
    neuro::Genome genome = neuro::freshGenome(context.vocabulary, {}, inputs, outputs, 1, random);
    std::int64_t steps = 0;
    std::uint32_t seed = 1;
    for (auto _ : bench) steps += player.play(genome, context.start, context.startTrace, seed++, {}).steps;
    bench.counters["steps/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(playGame, FruitCatching, "FruitCatching");
BENCHMARK_CAPTURE(playGame, Pong, "Pong");
BENCHMARK_CAPTURE(playGame, EndlessRunner, "EndlessRunner");

// A generation of 150 networks with about a hundred connections: species, crossover, mutation; no plays.
void generation(benchmark::State& bench) {
    neuro::NeatOptions options;
    options.populationSize = 150;
    neuro::Innovations innovations(26);
    Stream random(1);
    std::vector<neuro::Genome> first;
    for (int i = 0; i < 150; i++)
        first.push_back(neuro::plainStart(16, 6, neuro::Activation::Tanh, innovations, random));
    neuro::Population population(options, std::move(first));
    std::uint32_t next = 0;
    for (auto _ : bench) {
        for (neuro::Member& member : population.members()) member.fitness = random.uniform();
        population.evolve(innovations, next, random);
    }
}
BENCHMARK(generation);

}  // namespace

BENCHMARK_MAIN();
