#include "mutation/strengthen.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "mutation/analysis.h"
#include "project/load.h"
#include "testing/play.h"

namespace ounce {
namespace {

constexpr const char* kGame = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when this sprite clicked
change [score v] by ((2) * (3))
if <(score) > (10)> then
  say [won]
else
  turn right (15) degrees
end

when [space v] key pressed
change x by (10)
change y by (-3)
)";

class Strengthen : public ::testing::Test {
  protected:
    Strengthen() {
        auto project = readText(kGame, "game.scratch", ".");
        EXPECT_TRUE(project) << project.error().message();
        program_ = *compile(std::move(*project));
        // A test that does something and looks at nothing.
        TestCase click{.name = "click", .steps = 5};
        UserEvent event{.kind = UserEvent::Kind::ClickSprite};
        event.name = "Cat";
        click.events = {{1, event}};
        suite_.tests = {click};
    }
    Strengthening strengthened(Suite& suite, std::size_t threads) {
        StrengthenOptions options;
        options.tests = 64;
        auto result = strengthen(program_, suite, options, {.threads = threads});
        EXPECT_TRUE(result) << result.error().message();
        return *result;
    }
    double scoreOf(const Suite& suite) {
        SuiteFile file;
        file.data = suite;
        auto analysis = analyzeMutants(program_, {file}, {}, {});
        EXPECT_TRUE(analysis);
        return analysis->total().score();
    }
    std::shared_ptr<const Program> program_;
    Suite suite_;
};

TEST_F(Strengthen, MakesASuiteNoticeWhatItDidNotNotice) {
    const double before = scoreOf(suite_);
    const Strengthening result = strengthened(suite_, 1);
    EXPECT_EQ(before, 0);
    EXPECT_GT(result.newChecks, 0u);
    EXPECT_GT(result.newTests, 0u);  // nobody pressed the key
    const double after = scoreOf(suite_);
    EXPECT_DOUBLE_EQ(after, static_cast<double>(result.killedAfter) / static_cast<double>(result.mutants));
    EXPECT_GE(after, 0.9);
}

TEST_F(Strengthen, LeavesTestsThatPass) {
    strengthened(suite_, 1);
    const MachineOptions options = suite_.machineOptions();
    const Moment start = testStart(*program_, options, 0);
    for (const TestCase& test : suite_.tests)
        EXPECT_EQ(playTest(*program_, options, start, test).verdict, Verdict::Pass) << test.name;
}

TEST_F(Strengthen, DoesNotDependOnThreads) {
    Suite one = suite_, three = suite_;
    strengthened(one, 1);
    strengthened(three, 3);
    EXPECT_EQ(one, three);
}

TEST_F(Strengthen, SaysHowMuchOfItsTimeIsSpent) {
    StrengthenOptions options;
    double now = 0;
    std::vector<double> spent;
    const Job job{.clock = [&] { return now; },
                  .listener =
                      [&](const Progress& progress) {
                          spent.push_back(progress.part);
                          now++;  // a second for each piece of work
                      }};
    ASSERT_TRUE(strengthen(program_, suite_, options, job.within(200)));
    ASSERT_GE(spent.size(), 3u);
    EXPECT_LT(spent.front(), 0.5);
    EXPECT_GT(spent.back(), spent.front());
    EXPECT_TRUE(std::ranges::is_sorted(spent));
    EXPECT_LE(spent.back(), 1);
}

TEST_F(Strengthen, LooksAtTheLastTestsOfABudgetInTestsAndSeconds) {
    StrengthenOptions options;
    options.tests = 8;  // one round
    const auto result = strengthen(program_, suite_, options, Job{.clock = [] { return 0.0; }}.within(60));
    ASSERT_TRUE(result);
    EXPECT_GT(result->newTests, 0u);  // nobody pressed the key
}

TEST_F(Strengthen, BeginsWithAnEmptySuiteToo) {
    Suite empty;
    const Strengthening result = strengthened(empty, 1);
    EXPECT_EQ(result.killedBefore, 0u);
    EXPECT_FALSE(empty.tests.empty());
    EXPECT_GE(scoreOf(empty), 0.9);
}

}  // namespace
}  // namespace ounce
