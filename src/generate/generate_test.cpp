// From a program to a suite.
#include "generate/generate.h"

#include <gmock/gmock.h>

#include "generate/assertions.h"
#include "generate/minimize.h"
#include "generate/session.h"
#include "generate/statistics.h"
#include "generate/test_program.h"
#include "testing/play.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

GenerationOptions optionsFor(Algorithm algorithm, std::int64_t executions) {
    GenerationOptions options;
    options.config.algorithm = algorithm;
    options.config.budget.executions = executions;
    options.project = "quiz";
    return options;
}

Generation generated(const char* program, const GenerationOptions& options, const Job& job = {}) {
    auto generation = generateTests(programOf(program), options, job);
    EXPECT_TRUE(generation) << generation.error().message();
    return std::move(*generation);
}

class GenerateWith : public ::testing::TestWithParam<Algorithm> {};
INSTANTIATE_TEST_SUITE_P(All, GenerateWith,
                         ::testing::Values(Algorithm::Random, Algorithm::Mosa, Algorithm::Mio,
                                           Algorithm::OnePlusOne, Algorithm::Relay),
                         [](const auto& p) { return std::string(algorithmName(p.param)); });

TEST_P(GenerateWith, CoversTheQuizWithTestsThatPass) {
    const Generation generation = generated(kQuiz, optionsFor(GetParam(), 3000));
    EXPECT_EQ(generation.covered, generation.goals);
    EXPECT_TRUE(generation.uncovered.empty());
    EXPECT_TRUE(generation.minimal);
    ASSERT_FALSE(generation.suite.tests.empty());
    const auto program = programOf(kQuiz);
    const MachineOptions machine = generation.suite.machineOptions();
    const Moment start = testStart(*program, machine, 1);
    std::int64_t asserted = 0;
    for (const TestCase& test : generation.suite.tests) {
        const TestResult result = playTest(*program, machine, start, test);
        EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
        asserted += result.asserted;
    }
    EXPECT_GT(asserted, 0);
}

TEST_P(GenerateWith, WaitsForAProgramThatTimeStarts) {
    const Generation generation = generated(R"(sprite Cat
  costume "cat" rect 40 40 #ff0000

when [timer v] > (3)
move (10) steps
)",
                                            optionsFor(GetParam(), 100));
    EXPECT_EQ(generation.covered, 2u);
}

// Whoever has no time for minimising still wants the tests.
TEST(Generate, LosesNothingWhenItIsStopped) {
    const GenerationOptions options = optionsFor(Algorithm::Relay, 100000);
    std::size_t covered = 0;
    Job job;
    job.listener = [&, reports = 0](const Progress& progress) mutable {
        covered = progress.done;
        if (++reports >= 20) job.stop.request();
    };
    const Generation generation = generated(R"(sprite Cat
  costume "cat" rect 40 40 #ff0000

when this sprite clicked
say [hello]
if <(1) = (2)> then
  say [never]
end
)",
                                            options, job);
    EXPECT_EQ(covered, 3u);
    EXPECT_EQ(generation.covered, covered);
    EXPECT_FALSE(generation.suite.tests.empty());
}

// Every round of the loop is a step, and hundreds of them come no nearer to the end.
TEST(Generate, WaitsForAProgramThatComputesForLong) {
    const Generation generation = generated(R"(stage
  variable n = 0

when flag clicked
repeat (10)
  repeat (700)
    change [n v] by (1)
  end
end
say [done]
)",
                                            optionsFor(Algorithm::Relay, 60));
    EXPECT_EQ(generation.covered, generation.goals);
}

TEST_P(GenerateWith, GivesTheSameSuiteWithAnyNumberOfThreads) {
    const GenerationOptions options = optionsFor(GetParam(), 300);
    const Generation one = generated(kQuiz, options);
    const Generation many = generated(kQuiz, options, {.threads = 4});
    EXPECT_EQ(one.suite, many.suite);
    EXPECT_EQ(one.steps, many.steps);
    EXPECT_EQ(statisticsCsv(one, options), statisticsCsv(many, options));
}

// Whatever is under way, the search, shorter tests or assertions: each ends in its part of the time, and what
// was reached is kept.
TEST(Generate, KeepsToItsTime) {
    for (const double tick : {0.0001, 0.01, 0.05}) {
        double now = 0;
        GenerationOptions options = optionsFor(Algorithm::Relay, 0);
        options.config.budget = {.seconds = 1};
        const Job job{.clock = [&now, tick] { return now += tick; }};
        const Generation generation = generated(R"(stage
  variable n = 0

when flag clicked
forever
  change [n v] by (1)
  if <(n) > (1000000)> then
    say [never]
  end
end
)",
                                                options, job);
        EXPECT_LT(now, 0.92 + 40 * tick) << tick;
        EXPECT_GE(generation.covered, 3u) << tick;
        EXPECT_FALSE(generation.suite.tests.empty()) << tick;
    }
}

TEST(Generate, SaysWhatIsNotCovered) {
    const Generation generation = generated(R"(stage
  variable x = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
if <(x) > (41)> then
  say [never]
end
)",
                                            optionsFor(Algorithm::Mio, 20));
    ASSERT_EQ(generation.uncovered.size(), 1u);
    EXPECT_THAT(generation.uncovered[0].text, HasSubstr("never"));
    EXPECT_EQ(generation.uncovered[0].approachLevel, 0);
    EXPECT_GT(generation.uncovered[0].branchDistance, 0);
    EXPECT_EQ(generation.covered + 1, generation.goals);
}

TEST(Generate, AProgramWithoutScriptsNeedsNoTest) {
    const Generation generation = generated("stage\n\nsprite Cat\n", optionsFor(Algorithm::Mio, 20));
    EXPECT_EQ(generation.coverage(), 1);
    EXPECT_TRUE(generation.suite.tests.empty());
}

TEST(Generate, KeepsWhatWasFoundWhenItIsStopped) {
    GenerationOptions options = optionsFor(Algorithm::Mio, 100000);
    options.config.stopWhenComplete = false;
    Job job;
    job.listener = [&, reports = 0](const Progress&) mutable {
        if (++reports > 50) job.stop.request();
    };
    const Generation generation = generated(kQuiz, options, job);
    EXPECT_LT(generation.executions, 200);
    EXPECT_GT(generation.covered, 0u);
    EXPECT_FALSE(generation.suite.tests.empty());
}

TEST(Generate, RefusesTargetsThatDoNotExist) {
    GenerationOptions options = optionsFor(Algorithm::Mio, 10);
    options.config.targets = {"nobody-Cat"};
    const auto generation = generateTests(programOf(kQuiz), options, {});
    ASSERT_FALSE(generation);
    EXPECT_THAT(generation.error().message(), HasSubstr("nobody-Cat"));
}

TEST(Statistics, AreAHeaderAndARow) {
    GenerationOptions options = optionsFor(Algorithm::Mosa, 200);
    options.project = "a, b";
    options.configName = "mosa";
    const std::string csv = statisticsCsv(generated(kQuiz, options), options);
    EXPECT_THAT(csv, StartsWith("projectName,configName,fitnessFunctionCount,iterationCount,"));
    EXPECT_THAT(csv, HasSubstr("\n\"a, b\",mosa,"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
}

class MinimizeTest : public ::testing::Test {
  protected:
    MinimizeTest() : context_(programOf(kQuiz), SearchConfig{}, 1) {}
    std::size_t goal(const std::string& text) {
        for (std::size_t i = 0; i < context_.goals.size(); i++) {
            if (context_.fitness.describe(context_.goals[i]).find(text) != std::string::npos) return i;
        }
        ADD_FAILURE() << text;
        return 0;
    }
    GenerationContext context_;
    const UserEvent click_{.kind = UserEvent::Kind::ClickSprite, .name = "Cat"};
    const UserEvent wait_{.kind = UserEvent::Kind::Wait, .steps = 20};
    const UserEvent space_{.kind = UserEvent::Kind::KeyPress, .name = "space", .steps = 3};
    const UserEvent right_{.kind = UserEvent::Kind::TypeText, .text = "42"};
    const UserEvent wrong_{.kind = UserEvent::Kind::TypeText, .text = "41"};
};

TEST_F(MinimizeTest, LeavesNothingOutThatIsNeeded) {
    const std::vector<UserEvent> events{wait_, space_, click_, space_, right_, wait_, wait_, space_, wait_};
    const std::size_t win = goal("You win");
    const Minimized minimized = minimize(context_, {events, 1, {}}, win);
    EXPECT_TRUE(minimized.minimal);
    EXPECT_TRUE(minimized.test.covers[win]);
    EXPECT_LT(minimized.test.events.size(), events.size());
    for (std::size_t i = 0; i < minimized.test.events.size(); i++) {
        std::vector<UserEvent> without = minimized.test.events;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        Played played = playedNothing(context_);
        Session session(context_, played);
        for (const UserEvent& event : without) ASSERT_TRUE(session.perform(event));
        EXPECT_FALSE(context_.isCovered(win, played.trace)) << "event " << i << " is not needed";
    }
}

TEST_F(MinimizeTest, ATestOfTheFlagAloneNeedsNoEvents) {
    const Minimized minimized = minimize(context_, {{click_, wait_}, 1, {}}, goal("when flag clicked"));
    EXPECT_TRUE(minimized.test.events.empty());
}

TEST_F(MinimizeTest, DropsTestsWhoseGoalsOthersCover) {
    std::vector<FoundTest> tests{{{wait_}, 1, {1, 0, 0}},
                                 {{wait_, wait_}, 1, {1, 1, 0}},
                                 {{wait_}, 1, {0, 0, 1}},
                                 {{wait_, wait_, wait_}, 1, {0, 1, 1}}};
    dropSuperfluous(tests);
    ASSERT_EQ(tests.size(), 2u);
    EXPECT_EQ(tests[0].events.size(), 2u);
    EXPECT_EQ(tests[1].covers, (GoalFlags{0, 0, 1}));
}

TEST_F(MinimizeTest, AssertsWhatChanged) {
    const std::vector<UserEvent> events{click_, wrong_};
    TestCase test = toTestCase({events, 1, {}});
    EXPECT_TRUE(addAssertions(context_, events, test));
    ASSERT_EQ(test.events.size(), 2u);
    EXPECT_EQ(test.events[1].at, 1u);
    const auto isScore = [](const TimedCheck& timed) {
        return timed.check.kind == Check::Kind::Variable && timed.check.name == "score";
    };
    // It was 0 before and is 0 after the flag: only the wrong answer changes it.
    ASSERT_EQ(std::count_if(test.checks.begin(), test.checks.end(), isScore), 1);
    const TimedCheck& score = *std::find_if(test.checks.begin(), test.checks.end(), isScore);
    EXPECT_EQ(score.check.expected, Value(-1.0));
    EXPECT_EQ(score.at, 2u);
    for (const TimedCheck& timed : test.checks)
        EXPECT_NE(timed.check.subject.sprite, "Dog") << "nothing happened to it";
    TestCase all = toTestCase({events, 1, {}});
    EXPECT_TRUE(addAssertions(context_, events, all, false));
    EXPECT_GT(all.checks.size(), test.checks.size());
}

}  // namespace
}  // namespace ounce
