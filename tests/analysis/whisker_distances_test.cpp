// Whisker's own expectations for its test projects. Where ours differ, docs/decisions/distances.md says why.
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "analysis/distance_collector.h"
#include "project/load.h"
#include "vm/runner.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

// What a run of a project leaves uncovered.
struct Uncovered {
    std::string name;
    FitnessParts parts;
    bool dead = false;
};

class WhiskerDistances : public testing::TestWithParam<Mode> {
  protected:
    std::vector<Uncovered> run(const std::string& file, int steps = 30) {
        const char* given = std::getenv("OUNCE_SHARED");
        const fs::path shared = given ? fs::path(given) : fs::path(OUNCE_SOURCE_DIR) / "../shared";
        const fs::path path = shared / "corpus/whisker/integration" / file;
        std::vector<Uncovered> result;
        if (!fs::exists(path)) {
            missing_ = true;
            return result;
        }
        auto project = loadProject(path);
        EXPECT_TRUE(project) << project.error().message();
        auto program = compile(std::move(*project));
        const Fitness fitness(*program);
        MachineOptions options;
        options.mode = GetParam();
        Runner runner(*program, options, 1, {InputEvent{}});
        DistanceCollector collector(fitness);
        collector.attach(runner.machine());
        for (int i = 0; i < steps; i++) runner.step();
        const RunTrace trace = collector.trace(runner.machine());
        for (std::size_t i = 0; i < fitness.statementGoals(); i++) {
            const auto goal = static_cast<GoalIndex>(i);
            if (!fitness.isCovered(goal, trace))
                result.push_back(
                    {fitness.describe(goal), fitness.parts(goal, trace), fitness.goals()[i].dead});
        }
        return result;
    }

    void expectOne(const std::string& file, int level, double distance) {
        const auto uncovered = run(file);
        if (missing_) GTEST_SKIP() << file << " is not there";
        ASSERT_FALSE(uncovered.empty()) << file;
        EXPECT_EQ(uncovered.back().parts.approachLevel, level) << file << ": " << uncovered.back().name;
        EXPECT_DOUBLE_EQ(uncovered.back().parts.branchDistance, distance)
            << file << ": " << uncovered.back().name;
    }

    bool missing_ = false;
};

TEST_P(WhiskerDistances, OfConditions) {
    expectOne("branchDistance/IfThenDistance.sb3", 0, 42);
    expectOne("branchDistance/IfElseDistance.sb3", 0, 42);
    expectOne("branchDistance/RepeatUntilDistance.sb3", 0, 42);
    expectOne("branchDistance/BranchDistanceLoopIterations_Increasing.sb3", 0, 10);
    expectOne("branchDistance/NestedIf.sb3", 1, 42);
    expectOne("branchDistance/ImpossibleRepeatTimes.sb3", 0, 1);
    expectOne("branchDistance/ImpossibleRepeatTimes_False.sb3", 0, 9);
}

TEST_P(WhiskerDistances, OfALoopThatIsNotEntered) {
    expectOne("branchDistance/RepeatUntilApproachLevel1.sb3", 1, 1);
    if (missing_) return;
    EXPECT_EQ(run("branchDistance/RepeatUntilApproachLevel1.sb3").size(), 2U);
}

TEST_P(WhiskerDistances, OfBlocksThatTakeTime) {
    for (const char* name : {"GlideTo", "GlideToXY", "ThinkForSeconds", "Wait"}) {
        const auto uncovered = run(std::string("branchDistance/ExecutionHalting-") + name + ".sb3");
        if (missing_) GTEST_SKIP() << "the project is not there";
        ASSERT_EQ(uncovered.size(), 1U) << name;
        EXPECT_EQ(uncovered[0].parts.approachLevel, 0) << name;
        EXPECT_NEAR(uncovered[0].parts.branchDistance, 0.99, 0.001) << name;  // 1 of 100 seconds is over
    }
}

TEST_P(WhiskerDistances, OfColours) {
    const auto touching = run("branchDistance/TouchingColorDistance.sb3");
    if (missing_) GTEST_SKIP() << "the project is not there";
    ASSERT_EQ(touching.size(), 2U);
    for (const Uncovered& goal : touching) EXPECT_EQ(goal.parts.approachLevel, 0) << goal.name;
    EXPECT_GE(touching[0].parts.branchDistance * 600, 120);  // start sound: red, the farther one
    EXPECT_LE(touching[0].parts.branchDistance * 600, 411);
    EXPECT_GE(touching[1].parts.branchDistance * 600, 41);  // say: green
    EXPECT_LE(touching[1].parts.branchDistance * 600, 156);

    const auto both = run("branchDistance/ColorTouchingColorDistance.sb3");
    ASSERT_EQ(both.size(), 4U);
    EXPECT_GE(both[0].parts.branchDistance * 600, 120);
    EXPECT_LE(both[0].parts.branchDistance * 600, 411);
    EXPECT_GE(both[1].parts.branchDistance * 600, 41);
    EXPECT_LE(both[1].parts.branchDistance * 600, 156);
    EXPECT_EQ(both[2].parts.branchDistance, 1);  // the sprite does not have the colour
    EXPECT_EQ(both[3].parts.branchDistance, 1);  // true, and should not be
}

// Whisker's graph goes from a call on to the next block whatever is called; here it is `stop all`.
TEST_P(WhiskerDistances, NothingIsReachedBehindACallThatNeverReturns) {
    const auto uncovered = run("cfgDistance/CFGDistanceWithDefineHack.sb3");
    if (missing_) GTEST_SKIP() << "the project is not there";
    ASSERT_EQ(uncovered.size(), 3U);
    for (const Uncovered& goal : uncovered) EXPECT_TRUE(goal.dead) << goal.name;
}

INSTANTIATE_TEST_SUITE_P(Modes, WhiskerDistances, testing::Values(Mode::Scratch, Mode::Whisker),
                         [](const auto& one) { return one.param == Mode::Scratch ? "scratch" : "whisker"; });

}  // namespace
}  // namespace ounce
