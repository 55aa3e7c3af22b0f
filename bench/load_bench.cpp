// How long a project takes to load.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/json_writer.h"
#include "project/load.h"
#include "project/settle.h"

namespace ounce {
namespace {

// A program such as the editor saves it, grown until its JSON has a megabyte: scripts of ten blocks with
// inputs.
const std::string& megabyteJson() {
    static const std::string kJson = [] {
        Project project;
        Target& stage = project.targets.emplace_back();
        stage.isStage = true;
        stage.name = "Stage";
        stage.costumes.push_back(Costume{"sky", "a", "a.svg", "svg", {}, {}, {}, {}});
        stage.variables.push_back({"score-id", "score", 0.0, false});
        for (int sprite = 0; sprite < 10; ++sprite) {
            Target& target = project.targets.emplace_back(stage);
            target.isStage = false;
            target.name = "Sprite" + std::to_string(sprite);
            for (int i = 0; i < 520; ++i) {
                const std::string id = "block-identifier-" + std::to_string(i);
                Block block;
                block.id = id;
                block.topLevel = i % 10 == 0;
                block.opcodeText = block.topLevel ? "event_whenflagclicked" : "data_changevariableby";
                if (i % 10 != 9) block.next = "block-identifier-" + std::to_string(i + 1);
                if (!block.topLevel) {
                    block.parent = "block-identifier-" + std::to_string(i - 1);
                    block.inputs.push_back(
                        {"VALUE", 3, Primitive{12, "score", "score-id"}, Primitive{4, "1", ""}});
                    block.fields.push_back({"VARIABLE", "score", "score-id"});
                }
                target.blocks.add(std::move(block));
            }
        }
        return writeProjectJson(project);
    }();
    return kJson;
}

void readMegabyte(benchmark::State& state) {
    const std::string& json = megabyteJson();
    for (auto _ : state) benchmark::DoNotOptimize(readProjectJson(json, "generated"));
    state.counters["bytes"] = static_cast<double>(json.size());
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * json.size()));
}
BENCHMARK(readMegabyte)->Unit(benchmark::kMillisecond);

void writeMegabyte(benchmark::State& state) {
    const auto project = readProjectJson(megabyteJson(), "generated");
    for (auto _ : state) benchmark::DoNotOptimize(writeProjectJson(*project));
}
BENCHMARK(writeMegabyte)->Unit(benchmark::kMillisecond);

void settleMegabyte(benchmark::State& state) {
    const auto project = readProjectJson(megabyteJson(), "generated");
    for (auto _ : state) {
        Project copy = *project;
        settle(copy);
        benchmark::DoNotOptimize(copy);
    }
}
BENCHMARK(settleMegabyte)->Unit(benchmark::kMillisecond);

void loadGames(benchmark::State& state) {
    const char* shared = std::getenv("OUNCE_SHARED");
    const std::filesystem::path folder =
        std::filesystem::path(shared ? shared : "../shared") / "corpus/neatest-ase22/games";
    if (!std::filesystem::exists(folder)) return state.SkipWithError("no games; set OUNCE_SHARED");
    std::vector<std::string> games;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".sb3") games.push_back(entry.path());
    }
    for (auto _ : state) {
        for (const std::string& game : games) benchmark::DoNotOptimize(loadProject(game));
    }
    state.counters["games"] = static_cast<double>(games.size());
    state.counters["perGame"] =
        benchmark::Counter(static_cast<double>(games.size()),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(loadGames)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ounce

BENCHMARK_MAIN();
