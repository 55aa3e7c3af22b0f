// Mutation analysis with generated suites, on games of the corpus: going on from a place before the change
// gives what the whole test gives, threads do not matter, and the unchanged program is never noticed.
#include <gtest/gtest.h>

#include "../shared_folder.h"
#include "generate/generate.h"
#include "mutation/bench.h"
#include "mutation/report/report.h"
#include "project/load.h"

namespace ounce {
namespace {

class MutationOfGames : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        const auto path = corpus() / "whisker/examples" / GetParam();
        auto project = loadProject(path.string());
        if (!project) GTEST_SKIP() << path << " is not there";
        program_ = *compile(std::move(*project));
        GenerationOptions options;
        options.config.budget = *parseBudget("300x");
        auto generation = generateTests(program_, options, {});
        ASSERT_TRUE(generation);
        suites_ = {SuiteFile{.path = "suite.json", .data = std::move(generation->suite)}};
    }

    std::string analyzed(MutationAnalysisOptions options, const Job& job = {}) {
        options.operators = *parseOperators("all+");
        options.sample = 60;
        options.randomRuns = 5;
        const auto analysis = analyzeMutants(program_, suites_, options, job);
        EXPECT_TRUE(analysis) << analysis.error().message();
        EXPECT_EQ(analysis->falsePositives(), 0u);
        return mutationJson(*analysis);
    }

    std::shared_ptr<const Program> program_;
    std::vector<SuiteFile> suites_;
};

TEST_P(MutationOfGames, GoesOnFromPlacesAsFromTheStart) {
    const std::string resumed = analyzed({.fullMatrix = true}, {.threads = 2});
    EXPECT_EQ(resumed, analyzed({.fullMatrix = true, .resume = false}, {.threads = 2}));
}

TEST_P(MutationOfGames, GivesTheSameWithAnyNumberOfThreads) {
    EXPECT_EQ(analyzed({}, {.threads = 1}), analyzed({}, {.threads = 3}));
}

TEST_P(MutationOfGames, NeverNoticesTheUnchangedProgram) {
    const Suite& suite = *suites_[0].data;
    MutationBench bench(program_, {});
    for (const TestCase& test : suite.tests) bench.add(test, suite.machineOptions(), 0);
    bench.addRandomRuns(suite.machineOptions(), 5, 1);
    bench.record();
    for (std::size_t i = 0; i < program_->statements.size(); i += 3) {
        const Mutant same{.target = static_cast<std::size_t>(program_->statements[i].sprite),
                          .statement = program_->statementIds[i]};
        MutantProgram variant(bench, same);
        for (const auto* runs : {&bench.tests(), &bench.randomRuns()}) {
            for (const MutationBench::Test& test : *runs) {
                if (!variant.mayDiffer(test.run)) continue;
                const MutantRun run = variant.play(test);
                EXPECT_EQ(run.kill, Kill::None) << run.message;
                EXPECT_TRUE(run.sameTrace) << program_->statementIds[i];
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Examples, MutationOfGames,
                         testing::Values("FruitCatching.sb3", "BoatRace.sb3", "Snake.sb3", "Pong.sb3",
                                         "Fangen.sb3"),
                         [](const auto& one) {
                             const std::string name = one.param;
                             return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace ounce
