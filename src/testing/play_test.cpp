// Tests as data, played: verdicts, times, coverage, blame, and going on from a moment.
#include "testing/play.h"

#include <gtest/gtest.h>

#include "project/load.h"
#include "testing/test_player.h"

namespace ounce {
namespace {

constexpr const char* kBowl = R"(stage
  variable score = 0
  list seen

when flag clicked
set [score v] to (0)

when [space v] key pressed
change [score v] by (1)
if <(score) > (2)> then
  say [three]
end

sprite Bowl
  costume "bowl" rect 40 20 #ff0000
  costume "broken" rect 40 20 #00ff00

when flag clicked
go to x: (0) y: (-100)
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
  end
end

when this sprite clicked
next costume
create clone of (myself v)
)";

Check variableIs(const std::string& name, Value value) {
    Check check;
    check.kind = Check::Kind::Variable;
    check.name = name;
    check.expected = std::move(value);
    return check;
}

Check xIs(double x, double tolerance = kPositionTolerance) {
    Check check;
    check.kind = Check::Kind::X;
    check.subject.sprite = "Bowl";
    check.expected = Value(x);
    check.tolerance = tolerance;
    return check;
}

UserEvent press(const std::string& key, std::int32_t steps) {
    return {.kind = UserEvent::Kind::KeyPress, .name = key, .steps = steps};
}

class PlayTest : public ::testing::Test {
  protected:
    PlayTest() {
        auto project = readText(kBowl, "bowl.scratch", ".");
        EXPECT_TRUE(project) << project.error().message();
        program_ = *compile(std::move(*project));
        options_ = Suite().machineOptions();
        start_.emplace(testStart(*program_, options_, 1));
    }
    TestResult play(const TestCase& test) {
        return playTest(*program_, options_, *start_, test,
                        {.coverage = true, .picture = true, .blame = true});
    }
    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    std::optional<Moment> start_;
};

TEST_F(PlayTest, AKeyMovesTheBowlForAsLongAsItIsHeld) {
    TestCase test{.name = "moves", .steps = 20, .events = {{2, press("right arrow", 5)}}};
    test.checks = {{2, xIs(0, 0)}, {20, xIs(50, 0)}};
    const TestResult result = play(test);
    EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
    EXPECT_EQ(result.step, 20u);
    EXPECT_EQ(result.asserted, 2);
    EXPECT_TRUE(result.picture.empty());
}

TEST_F(PlayTest, AFailureSaysWhatWhenAndWhichBlock) {
    TestCase test{.name = "moves", .steps = 60, .events = {{2, press("right arrow", 5)}}};
    test.checks = {{30, xIs(0)}};
    const TestResult result = play(test);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.message, "x of Bowl should be 0 (within 5), but was 50");
    EXPECT_EQ(result.failure.actual, "50");
    EXPECT_EQ(result.failure.expected, "0 (within 5)");
    EXPECT_EQ(result.failure.operation, "withinRange");
    EXPECT_EQ(result.seconds(), 1);
    EXPECT_EQ(result.block.sprite, "Bowl");
    EXPECT_EQ(result.block.text, "change x by (10)");
    EXPECT_EQ(result.picture.substr(1, 3), "PNG");
}

TEST_F(PlayTest, WhatTheUserDidIsNoBlocksFault) {
    TestCase test{.name = "dragged", .steps = 5};
    test.events = {{3, {.kind = UserEvent::Kind::DragSprite, .name = "Bowl", .x = 70, .y = 0}}};
    test.checks = {{5, xIs(0)}};
    EXPECT_EQ(play(test).block, BlockPlace{});
}

TEST_F(PlayTest, ChecksComeBeforeEventsOfTheSameTime) {
    TestCase test{.name = "before", .steps = 4, .events = {{3, press("space", 1)}}};
    test.checks = {{3, variableIs("score", 0)}, {4, variableIs("score", 1)}};
    EXPECT_EQ(play(test).verdict, Verdict::Pass) << play(test).message;
}

TEST_F(PlayTest, CountsTheFlagHatsAsCovered) {
    const TestResult result = play({.name = "nothing", .steps = 0});
    int covered = 0;
    for (const std::uint8_t byte : result.coverage) covered += byte;
    EXPECT_EQ(covered, 2);
}

TEST_F(PlayTest, ASkippedTestIsNotRun) {
    const TestResult result = play({.name = "later", .skip = true, .steps = 10});
    EXPECT_EQ(result.verdict, Verdict::Skip);
    EXPECT_EQ(result.step, 0u);
}

TEST_F(PlayTest, WhatIsMissingFails) {
    TestCase test{.name = "missing", .steps = 1, .checks = {{1, variableIs("points", 1)}}};
    const TestResult result = play(test);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.message, "variable «points» should be 1, but the stage has no variable «points»");
}

TEST_F(PlayTest, StopsAnywhereAndGoesOnTheSame) {
    TestCase test{
        .name = "moves", .steps = 20, .events = {{2, press("right arrow", 5)}, {8, press("space", 1)}}};
    Moment whole = *start_;
    TestPlayer(*program_, options_, whole, test).playToEnd();
    Moment first = *start_;
    TestPlayer(*program_, options_, first, test).playTo(5);
    EXPECT_EQ(first.state.step, 5u);
    Moment second = first;
    TestPlayer(*program_, options_, first, test).playToEnd();
    TestPlayer(*program_, options_, second, test).playToEnd();
    EXPECT_EQ(first, whole);
    EXPECT_EQ(second, whole);
}

TEST_F(PlayTest, ATestGrowsWhileItIsPlayed) {
    TestCase test{.name = "grows", .steps = 3};
    Moment moment = *start_;
    TestPlayer player(*program_, options_, moment, test);
    player.playTo(3);
    test.events.push_back({3, press("right arrow", 2)});
    test.steps = 10;
    test.checks.push_back({10, xIs(20, 0)});
    player.playToEnd();
    EXPECT_FALSE(player.failed()) << player.outcome().actual;
    EXPECT_EQ(player.asserted(), 1);
}

TEST_F(PlayTest, AChangeIsComparedWithAnEarlierMoment) {
    TestCase test{.name = "moves",
                  .steps = 20,
                  .events = {{2, press("right arrow", 5)}, {12, press("right arrow", 3)}}};
    Check change = xIs(30, 0);
    change.since = 10;
    test.checks = {{20, change}};
    EXPECT_EQ(play(test).verdict, Verdict::Pass);
    test.checks[0].check.since = 4;
    const TestResult result = play(test);
    EXPECT_EQ(result.message, "the change of x of Bowl since second 0.13 should be 30, but was 60");
    // Texts change, too, but not by so much.
    Check said = variableIs("score", Value(0));
    said.since = 0;
    said.comparison = Check::Comparison::NotEqual;
    test.checks = {{20, said}};
    EXPECT_EQ(play(test).verdict, Verdict::Fail);
}

TEST_F(PlayTest, ACheckHoldsOnceOrAlwaysInASpan) {
    TestCase test{.name = "moves", .steps = 20, .events = {{2, press("right arrow", 5)}}};
    test.checks = {{20, xIs(30, 0), Span::Once, 1}};
    EXPECT_EQ(play(test).verdict, Verdict::Pass);
    test.checks = {{20, xIs(30, 0), Span::Once, 8}};
    EXPECT_EQ(play(test).message, "once between second 0.27 and 0.67: x of Bowl should be 30, but was 50");
    test.checks = {{20, xIs(50, 0), Span::Always, 8}};
    EXPECT_EQ(play(test).verdict, Verdict::Pass);
    test.checks = {{20, xIs(0, 0), Span::Always, 1}};
    const TestResult result = play(test);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.step, 3u) << "as soon as it does not hold";
}

TEST_F(PlayTest, WhatChecksRememberGoesOnFromAMoment) {
    TestCase test{.name = "moves", .steps = 20, .events = {{2, press("right arrow", 5)}}};
    Check change = xIs(50, 0);
    change.since = 1;
    test.checks = {{20, change}, {20, xIs(30, 0), Span::Once, 1}};
    Moment moment = *start_;
    CheckMemory memory;
    {
        TestPlayer player(*program_, options_, moment, test);
        player.playTo(10);
        memory = player.remembered();
    }
    TestPlayer rest(*program_, options_, moment, test);
    rest.remember(memory);
    rest.playToEnd();
    EXPECT_FALSE(rest.failed());
    EXPECT_EQ(rest.asserted(), 2);
}

}  // namespace
}  // namespace ounce
