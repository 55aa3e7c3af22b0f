// What must hold for every project of the corpus: graphs are made, what a run covers was not called dead, and
// watching changes nothing; for games, distances never grow while a run goes on.
#include <filesystem>
#include <gtest/gtest.h>

#include "../corpus/corpus_files.h"
#include "analysis/distance_collector.h"
#include "base/random.h"
#include "vm/load_program.h"
#include "vm/runner.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpusFiles() {
    std::vector<fs::path> files;
    if (!fs::exists(corpus())) return files;
    for (const char* ending : {".sb3", ".sb2"}) {
        for (const fs::path& file : filesEndingIn(ending)) {
            if (!isUnreadable(file)) files.push_back(file);
        }
    }
    return files;
}

bool isGame(const fs::path& path) {
    const std::string text = path.string();
    return text.find("/games") != std::string::npos || text.find("whisker/examples") != std::string::npos ||
           text.find("raspberrypi") != std::string::npos;
}

std::shared_ptr<const Program> load(const fs::path& path) {
    auto program = loadProgram(path);
    if (!program) throw std::runtime_error(program.error().message());
    return *program;
}

// Keys, clicks, drags and answers at random.
std::vector<InputEvent> randomInputs(const Program& program, std::uint32_t seed, std::uint64_t steps) {
    using Kind = InputEvent::Kind;
    static const char* const kKeys[] = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown",
                                        " ",         "a",          "w",       "1"};
    std::vector<InputEvent> events{InputEvent{}};
    Random random(seed);
    auto below = [&](std::size_t n) {
        return static_cast<std::size_t>(random.next() * static_cast<double>(n));
    };
    for (std::uint64_t step = 1; step < steps; step++) {
        InputEvent event{.step = step};
        event.x = random.next() * 480 - 240;
        event.y = random.next() * 360 - 180;
        event.name = program.sprites[below(program.sprites.size())].name;
        switch (below(10)) {
            case 0: event.kind = Kind::KeyDown; break;
            case 1: event.kind = Kind::KeyUp; break;
            case 2: event.kind = Kind::MouseDown; break;
            case 3: event.kind = Kind::MouseUp; break;
            case 4: event.kind = Kind::ClickSprite; break;
            case 5: event.kind = Kind::Answer; break;
            case 6: event.kind = Kind::DragTo; break;
            case 7: event.kind = Kind::Loudness; break;
            default: event.kind = Kind::MouseMove; break;
        }
        if (event.kind == Kind::KeyDown || event.kind == Kind::KeyUp) event.name = kKeys[below(8)];
        if (event.kind == Kind::Answer) event.value = String("3");
        if (event.kind == Kind::Loudness) event.value = random.next() * 100;
        if (event.kind == Kind::ClickSprite && program.sprites.size() == 1) event.kind = Kind::ClickStage;
        events.push_back(event);
    }
    return events;
}

// Whatever a person calls it.
std::string place(const Fitness& fitness, std::size_t goal) {
    return fitness.describe(static_cast<GoalIndex>(goal));
}

TEST(CorpusGraphs, AreMadeForEveryProject) {
    const auto files = corpusFiles();
    if (files.empty()) GTEST_SKIP() << "the corpus is not there";
    std::size_t programs = 0, goals = 0, dead = 0;
    for (const fs::path& path : files) {
        const auto program = load(path);
        programs++;
        const Fitness fitness(program);
        EXPECT_EQ(static_cast<int>(fitness.statementGoals()), program->goalCount()) << path;
        const RunTrace nothing = fitness.emptyTrace();
        std::vector<double> values(fitness.goals().size());
        fitness.fitnessOfAll(nothing, values);
        for (std::size_t i = 0; i < values.size(); i++) {
            const bool isDead = fitness.goals()[i].dead;
            goals++;
            dead += isDead ? 1 : 0;
            EXPECT_GT(values[i], 0) << path << ": " << place(fitness, i);
            EXPECT_EQ(std::isfinite(values[i]), !isDead) << path << ": " << place(fitness, i);
        }
    }
    RecordProperty("programs", static_cast<int>(programs));
    RecordProperty("goals", static_cast<int>(goals));
    RecordProperty("dead", static_cast<int>(dead));
    EXPECT_GT(programs, 300U);
}

TEST(CorpusGraphs, NoRunCoversWhatIsCalledDead) {
    const auto files = corpusFiles();
    if (files.empty()) GTEST_SKIP() << "the corpus is not there";
    for (const fs::path& path : files) {
        const auto program = load(path);
        const Fitness fitness(program);
        const std::uint32_t runs = isGame(path) ? 4 : 1;
        const std::uint64_t steps = isGame(path) ? 300 : 60;
        for (std::uint32_t seed = 1; seed <= runs; seed++) {
            MachineOptions options;
            options.passes = 20;
            options.warpChecks = 10000;
            Runner runner(program, options, seed, randomInputs(*program, seed, steps));
            DistanceCollector collector(fitness);
            collector.attach(runner.machine());
            for (std::uint64_t i = 0; i < steps; i++) runner.step();
            const RunTrace trace = collector.trace(runner.machine());
            std::vector<double> values(fitness.goals().size());
            fitness.fitnessOfAll(trace, values);
            for (std::size_t i = 0; i < values.size(); i++) {
                const bool covered = fitness.isCovered(static_cast<GoalIndex>(i), trace);
                EXPECT_FALSE(covered && fitness.goals()[i].dead) << path << ": " << place(fitness, i);
                EXPECT_EQ(covered, values[i] == 0) << path << ": " << place(fitness, i);
            }
        }
    }
}

TEST(CorpusGraphs, DistancesNeverGrowAndWatchingChangesNothing) {
    const auto files = corpusFiles();
    if (files.empty()) GTEST_SKIP() << "the corpus is not there";
    int games = 0;
    for (const fs::path& path : files) {
        if (!isGame(path)) continue;
        const auto program = load(path);
        games++;
        const Fitness fitness(program);
        const auto inputs = randomInputs(*program, 5, 240);
        Runner plain(program, {}, 5, inputs), watched(program, {}, 5, inputs);
        DistanceCollector collector(fitness);
        collector.attach(watched.machine());
        std::vector<double> before(fitness.goals().size(), std::numeric_limits<double>::infinity());
        for (int i = 0; i < 240; i++) {
            plain.step();
            watched.step();
            if (i % 10 != 0) continue;
            collector.restart(collector.trace(watched.machine()));
            std::vector<double> now(before.size());
            fitness.fitnessOfAll(collector.trace(watched.machine()), now);
            for (std::size_t g = 0; g < now.size(); g++)
                EXPECT_LE(now[g], before[g]) << path << " after " << i + 1 << " steps: " << place(fitness, g);
            before = now;
        }
        EXPECT_TRUE(plain.state() == watched.state()) << path;
    }
    EXPECT_GT(games, 20);
}

}  // namespace
}  // namespace ounce
