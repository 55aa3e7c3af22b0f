// A distance is of use if it gets smaller on the way to a violation.
#include "spec/distance.h"

#include <gtest/gtest.h>

#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/runner.h"

namespace ounce::spec {
namespace {

// x goes up by 10 a step, ten times; in the end the Cat touches the Dog.
constexpr const char* kWalk = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 20 20 #ff0000

when flag clicked
repeat (10)
  change x by (10)
  change [score v] by (1)
  wait (0) seconds
end
broadcast (there v)

sprite Dog
  costume "dog" rect 20 20 #0000ff
  at x: 100 y: 0
)";

// The distance after each step.
std::vector<double> distances(const std::string& formula, int steps) {
    auto project = readText(kWalk, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    const auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    const auto spec = parse("p: " + formula, "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    const std::vector<Monitor> monitors = bind(*spec, **program);
    EXPECT_EQ(monitors[0].error, "");
    InputEvent flag;
    flag.kind = InputEvent::Kind::GreenFlag;
    Runner runner(*program, {}, 1, {flag});
    Watch watch(monitors, runner.machine(), false, true);
    std::vector<double> found;
    for (int i = 0; i < steps; i++) {
        runner.step();
        watch.afterStep();
        found.push_back(watch.state().nearness[0].now);
    }
    return found;
}

bool falls(const std::vector<double>& values) {
    return std::adjacent_find(values.begin(), values.end(), std::less_equal<>()) == values.end();
}

class Approaches : public testing::TestWithParam<const char*> {};

TEST_P(Approaches, WithEachStep) {
    const std::vector<double> found = distances(GetParam(), 6);
    EXPECT_TRUE(falls(found)) << testing::PrintToString(found);
    EXPECT_GT(found.back(), 0);
}

INSTANTIATE_TEST_SUITE_P(Distance, Approaches,
                         testing::Values("always score < 9", "always score <= 8", "always score != 9",
                                         "never score > 8", "never score >= 9", "never Cat.x = 90",
                                         "never touching(Cat, Dog)", "never score = 9 and Dog.x = 100",
                                         "always score < 9 or Dog.x > 100", "never some Cat (Cat.x > 80)",
                                         "always every Cat (Cat.x < 85)", "always score > 8 => Cat.x < 0",
                                         "score < 9 until score > 20", "after flag always score < 9",
                                         "after flag for 1 s score < 9",
                                         "after flag within 8 steps score < 0",
                                         "after score = 9 for 1 s score < 0",
                                         "never broadcast \"there\" and Cat.x < 200 and score > 8",
                                         "always if Dog.x = 100 then score < 9 else score > 0"));

TEST(Distance, IsZeroFromTheViolationOn) {
    const std::vector<double> found = distances("always score < 3", 6);
    EXPECT_GT(found[1], 0);
    EXPECT_EQ(found[3], 0);
    EXPECT_EQ(found[5], 0);
}

TEST(Distance, IsMoreThanHalfBeforeTheAfterPart) {
    const std::vector<double> found = distances("after score = 4 within 2 steps score < 0", 6);
    EXPECT_GT(found[1], 0.5);
    EXPECT_LT(found[4], 0.5);
}

TEST(Distance, TellsHowNarrowlyItWasKeptInTime) {
    const std::vector<double> soon = distances("after score = 2 within 8 steps score >= 3", 9);
    const std::vector<double> late = distances("after score = 2 within 8 steps score >= 7", 9);
    EXPECT_LT(*std::min_element(late.begin(), late.end()), *std::min_element(soon.begin(), soon.end()));
}

TEST(Distance, OfAStateAloneGrowsSmallerToo) {
    auto project = readText(kWalk, "t.scratch", "");
    const auto program = compile(std::move(*project));
    const auto spec = parse("p: never touching(Cat, Dog)\nq: always Cat.x < 500", "t.props");
    const std::vector<Monitor> monitors = bind(*spec, **program);
    InputEvent flag;
    flag.kind = InputEvent::Kind::GreenFlag;
    Runner runner(*program, {}, 1, {flag});
    Watch watch(monitors, runner.machine());
    std::vector<double> found;
    for (int i = 0; i < 7; i++) {
        runner.step();
        watch.afterStep();
        found.push_back(distanceNow(monitors, **program, runner.machine().state, MachineOptions(),
                                    watch.state().monitors));
    }
    EXPECT_TRUE(falls(found)) << testing::PrintToString(found);
}

}  // namespace
}  // namespace ounce::spec
