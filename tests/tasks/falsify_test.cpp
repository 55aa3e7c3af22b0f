// What the prover leaves open is searched for a violation.
#include <ctime>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "spec/parse.h"
#include "tasks/check.h"
#include "verify/replay.h"
#include "verify/witness.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using verify::Verdict;

// The eye of the needle lies where the prover does not take the pointer: neither on its grid nor beside a
// number that the program names.
constexpr const char* kNeedle = R"(stage
  backdrop "b" rect 480 360 #ffffff
  variable deep = 0
  variable edge = 31

sprite Cat
  costume "c" rect 20 20 #ff0000

when flag clicked
set [deep v] to (0)
forever
  if <<(mouse x) > (edge)> and <(mouse x) < ((edge) * (2))>> then
    change [deep v] by (1)
  end
end
)";

tasks::CheckRequest requestFor(const std::string& text, const std::string& properties) {
    auto project = readText(text, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    auto spec = spec::parse(properties, "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    tasks::CheckRequest request{.program = *program, .project = "t", .spec = *spec};
    request.options.states = 500;
    return request;
}

TEST(Falsify, FindsWhatTheProverDoesNotTry) {
    tasks::CheckRequest request = requestFor(kNeedle, "shallow: always deep < 3\nfixed: always edge = 31\n");
    request.search = false;
    const auto alone = tasks::check(request, {});
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->properties[0].result.verdict, Verdict::Bounded);
    EXPECT_EQ(alone->properties[1].result.verdict, Verdict::Safe);
    request.search = true;
    const auto both = tasks::check(request, {});
    ASSERT_TRUE(both);
    const verify::CheckResult& found = both->properties[0].result;
    ASSERT_EQ(found.verdict, Verdict::Violated);
    EXPECT_TRUE(verify::replayWitness(*both->program, both->monitors, *found.witness).reproduced);
    EXPECT_EQ(both->properties[1].result.verdict, Verdict::Safe);

    // The same seed, the same bytes, whatever the number of threads.
    const auto again = tasks::check(request, {.threads = 2});
    ASSERT_TRUE(again);
    EXPECT_EQ(verify::writeWitness(*found.witness, *both->program),
              verify::writeWitness(*again->properties[0].result.witness, *both->program));
}

TEST(Falsify, SaysHowManyTestsFoundNothing) {
    tasks::CheckRequest request = requestFor(kNeedle, "p: always deep >= 0\n");
    request.options.intervals = false;
    const auto checked = tasks::check(request, {});
    ASSERT_TRUE(checked);
    const verify::CheckResult& result = checked->properties[0].result;
    EXPECT_EQ(result.verdict, Verdict::Bounded);
    EXPECT_THAT(result.how, HasSubstr("tests found none, either"));
}

// The player whom the prover has in mind does not click the flag while a script runs, nor what is covered.
TEST(Falsify, KeepsToThePlayerOfTheProver) {
    const std::string restarted = R"(stage
  backdrop "b" rect 480 360 #ffffff
  variable starts = 0

when flag clicked
set [starts v] to ((mouse x) + (0))
wait (0.1) seconds
forever
  set [starts v] to (0)
end
)";
    // Only a second flag finds the pointer anywhere.
    tasks::CheckRequest request = requestFor(restarted, "once: always starts < 100\n");
    const auto calm = tasks::check(request, {});
    ASSERT_TRUE(calm);
    EXPECT_EQ(calm->properties[0].result.verdict, Verdict::Bounded);
    request.options.alphabet.interrupts = true;
    const auto rude = tasks::check(request, {});
    ASSERT_TRUE(rude);
    EXPECT_EQ(rude->properties[0].result.verdict, Verdict::Violated);
}

// A list that grows by a thousand items in a step, and is searched a thousand times: soon a step takes a
// second.
TEST(Falsify, BudgetsHoldWhereStepsTakeLong) {
    const std::string slow = R"(stage
  backdrop "b" rect 480 360 #ffffff
  variable v = 0
  list l = 1

when flag clicked
ask [?] and wait
forever
  add (answer) to [l v]
  if <[l v] contains (timer)?> then
    reset timer
  end
end
)";
    const Job job{.clock = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }};
    constexpr double kBudget = 1;
    tasks::CheckRequest request = requestFor(slow, "p: always length(l) < 1000000\n");
    request.options.states = 0;
    request.seconds = kBudget;
    const auto checked = tasks::check(request, job.within(Job::kNever));
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->properties[0].result.verdict, Verdict::Bounded);
    EXPECT_LT(checked->properties[0].seconds, 1.1 * kBudget + 0.5);
}

}  // namespace
}  // namespace ounce
