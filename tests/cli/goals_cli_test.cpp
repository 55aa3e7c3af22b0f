// Goals, graphs and distances as people ask for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"

namespace ounce {
namespace {

using testing::HasSubstr;

const std::string kFigure8 = OUNCE_SOURCE_DIR "/tests/analysis/figure-8.scratch";

TEST(GoalsCommand, ListsGoalsWithNumbersAndIds) {
    const Outcome answer = runOunce("info --goals " + kFigure8);
    EXPECT_EQ(answer.code, 0);
    EXPECT_THAT(answer.out, HasSubstr("    5  b7                     Bear: forever\n"));
}

TEST(GoalsCommand, ListsWhatNoRunCanReach) {
    const Outcome answer =
        runOunce("info --goals " OUNCE_SOURCE_DIR "/tests/analysis/message-never-sent.scratch");
    EXPECT_THAT(answer.out, HasSubstr("Cat: hide  (no run can reach it)\n"));
}

TEST(GoalsCommand, DrawsGraphs) {
    const Outcome flow = runOunce("info --graph cfg " + kFigure8);
    EXPECT_EQ(flow.code, 0);
    EXPECT_THAT(flow.out, HasSubstr("digraph controlFlow {\n"));
    EXPECT_THAT(flow.out, HasSubstr("[label=\"5 forever\"];\n"));
    EXPECT_THAT(flow.out, HasSubstr("  n5 -> n6 [label=true];\n"));
    const Outcome dependence = runOunce("info --graph cdg --steps 5 " + kFigure8);
    EXPECT_THAT(dependence.out, HasSubstr("digraph controlDependence {\n"));
    EXPECT_THAT(dependence.out, HasSubstr("  n6 -> n7 [label=true];\n"));
    EXPECT_THAT(dependence.out, HasSubstr("fillcolor=\"#f4c7c3\""));  // nobody clicked: nothing is covered
    EXPECT_EQ(runOunce("info --graph pdf " + kFigure8).code, 2);
}

TEST(GoalsCommand, ExplainsAGoal) {
    const Outcome answer = runOunce("run --steps 3 --distances b11 " + kFigure8);
    EXPECT_EQ(answer.code, 0);
    EXPECT_THAT(answer.out, HasSubstr("was not; nearest: 1  <- missing\n"));
    EXPECT_THAT(answer.out, HasSubstr("approach level 5, branch distance 1, fitness 11.5\n"));
    const auto json =
        nlohmann::json::parse(runOunce("run --json --steps 3 --distances 7 " + kFigure8).out, nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["distances"]["goal"], "b11-Bear");
    EXPECT_EQ(json["distances"]["approachLevel"], 5);
    EXPECT_EQ(json["distances"]["path"].size(), 6U);
}

TEST(GoalsCommand, RefusesAGoalThatIsNotThere) {
    const Outcome answer = runOunce("run --steps 3 --distances 99 " + kFigure8);
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.out, HasSubstr("there is no goal «99»"));
}

}  // namespace
}  // namespace ounce
