// Suites with seeds that nothing saw.
#include "generate/fresh_runs.h"

#include <gtest/gtest.h>

#include "generate/test_program.h"

namespace ounce {
namespace {

constexpr const char* kLuck = R"(stage
  variable luck = 0

when flag clicked
forever
  set [luck v] to (pick random (1) to (2))
end
)";

Suite longTest() {
    Suite suite;
    TestCase test;
    test.name = "long";
    test.steps = 300;
    suite.tests = {test};
    return suite;
}

TEST(FreshRuns, AreCounted) {
    const FreshRuns runs = runFresh(*programOf(kLuck), longTest(), {});
    EXPECT_EQ(runs.testRuns, static_cast<std::size_t>(kFreshSeeds));
    EXPECT_EQ(runs.failed, 0u);
}

TEST(FreshRuns, EndInTheMiddleOfATestWhenThereIsNoTimeLeft) {
    double questions = 0;
    const FreshRuns runs =
        runFresh(*programOf(kLuck), longTest(), Job{.clock = [&] { return ++questions; }}.within(5));
    EXPECT_EQ(runs.testRuns, 0u) << "what was cut short does not count";
    EXPECT_EQ(runs.failed, 0u);
    EXPECT_LT(questions, 10);
}

}  // namespace
}  // namespace ounce
