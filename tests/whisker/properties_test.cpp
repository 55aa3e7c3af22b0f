// Properties that are watched while JavaScript runs tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/parse.h"
#include "whisker_run.h"

namespace ounce::whisker {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kCounter = R"(stage
  variable score = 0

when flag clicked
set [score v] to (0)
repeat (3)
  wait (0.1) seconds
  change [score v] by (1)
end

when [space v] key pressed
change [score v] by (pick random (5) to (5))

sprite Cat
  costume "cat" rect 40 20 #ff0000

when this sprite clicked
say [Ouch]
)";

TestResult watched(const std::string& test, const std::string& properties, bool pictures = false) {
    const auto program = programOf(kCounter);
    const auto spec = spec::parse(properties, "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    WhiskerOptions options;
    options.pictures = pictures;
    options.spec = std::make_shared<const spec::Spec>(*spec);
    auto run =
        runWhiskerSuite(program, "module.exports = [{name: 'x', test: async t => {\n" + test + "\n}}];",
                        "suite.js", options, {});
    EXPECT_TRUE(run) << run.error().message();
    return run->results.at(0);
}

std::vector<std::string> outcomes(const TestResult& result) {
    std::vector<std::string> words;
    for (const spec::PropertyResult& property : result.properties)
        words.emplace_back(spec::outcomeName(property.outcome));
    return words;
}

TEST(WatchedScripts, SayHowEachPropertyDid) {
    const TestResult result = watched("await t.runForSteps(30);",
                                      "# It is a game.\n"
                                      "low: always score <= 3\n"
                                      "grows: after flag within 1 s score = 3\n"
                                      "talks: after clicked(Cat) within 1 s said(Cat)\n");
    EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
    EXPECT_THAT(outcomes(result), ElementsAre("holds", "holds", "untriggered"));
    EXPECT_EQ(result.properties[0].explanation, "It is a game.");
}

TEST(WatchedScripts, FailAtTheStepOfAViolation) {
    const TestResult result = watched("await t.runForSteps(30);\nt.assert.ok(false);",
                                      "low: always score < 2\nother: never score > 7\n", true);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_THAT(result.message, StartsWith("property «low» is violated: «always score < 2» does not hold"));
    EXPECT_THAT(result.message, HasSubstr("score = 2"));
    EXPECT_EQ(result.failure.name, "PropertyViolation");
    EXPECT_THAT(result.failure.stack, StartsWith("suite.js:2:"));
    EXPECT_THAT(outcomes(result), ElementsAre("violated", "holds"));
    EXPECT_EQ(result.properties[0].step, result.step);
    EXPECT_LT(result.step, 30u);
    EXPECT_FALSE(result.picture.empty());
}

TEST(WatchedScripts, CannotCatchAViolation) {
    const TestResult result =
        watched("try { await t.runForSteps(30); } catch (e) { }", "low: always score < 2\n");
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.failure.name, "PropertyViolation");
}

TEST(WatchedScripts, FailWithTheirOwnWordsBeforeAViolation) {
    const TestResult result =
        watched("await t.runForSteps(1);\nt.assert.ok(false, 'own');", "low: always score < 2\n");
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.failure.name, "AssertionError");
    EXPECT_THAT(outcomes(result), ElementsAre("holds"));
}

TEST(WatchedScripts, AreInErrorIfAPropertyCannotBeWatched) {
    const TestResult result = watched("await t.runForSteps(1);", "dogs: always Dog.x > 0\n");
    EXPECT_EQ(result.verdict, Verdict::Error);
    EXPECT_THAT(result.message, HasSubstr("property «dogs» cannot be watched: t.props: line 1"));
    EXPECT_THAT(outcomes(result), ElementsAre("error"));
}

TEST(WatchedScripts, HearWhatTheTestDoes) {
    // The flag again is no stop; what ends the run is no part of the test.
    const TestResult result = watched(
        "t.greenFlag(); await t.runForSteps(4); t.keyPress('space', 1);\n"
        "t.clickSprite('Cat'); await t.runForSteps(10); t.end();",
        "flags: always count(flag) <= 2\n"
        "twice: never rises(count(flag) = 2)\n"
        "stops: never stop\n"
        "keys: after pressed(space) within 2 steps score - old(score) = 5\n"
        "clicks: after clicked(Cat) within 1 steps said(Cat)\n");
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_THAT(result.message, HasSubstr("property «twice» is violated"));
    const TestResult other = watched(
        "t.greenFlag(); await t.runForSteps(4); t.keyPress('space', 1);\n"
        "t.clickSprite('Cat'); await t.runForSteps(10); t.end();",
        "flags: always count(flag) <= 2\n"
        "stops: never stop\n"
        "keys: after pressed(space) within 2 steps score - old(score) = 5\n"
        "clicks: after clicked(Cat) within 1 steps said(Cat)\n");
    EXPECT_EQ(other.verdict, Verdict::Pass) << other.message;
    EXPECT_THAT(outcomes(other), ElementsAre("holds", "holds", "holds", "holds"));
}

TEST(WatchedScripts, GoOnWhenBlocksAreReplacedInTheMiddle) {
    const TestResult result = watched(
        "await t.runForSteps(2);\n"
        "t.vm.runtime._primitives['operator_random'] = () => 7;\n"
        "await t.runForSteps(2); t.keyPress('space', 1);\n"
        "await t.runForSteps(5);",
        "jumps: always score - prev(score) < 7\n"
        "flags: always count(flag) = 1\n");
    EXPECT_EQ(result.verdict, Verdict::Fail) << result.message;
    EXPECT_THAT(outcomes(result), ElementsAre("violated", "holds"));
}

}  // namespace
}  // namespace ounce::whisker
