#include "testing/storyboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "stage/bitmap.h"

namespace ounce {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using Does = UserEvent::Kind;

TestCase clicks(int count, std::uint64_t steps) {
    TestCase test;
    test.steps = steps;
    for (int i = 0; i < count; i++)
        test.events.push_back(
            {static_cast<std::uint64_t>(10 * (i + 1)), {.kind = Does::ClickSprite, .name = "Cat"}});
    return test;
}

TEST(Storyboard, LooksAfterEachEventAndAtBothEnds) {
    EXPECT_THAT(momentsOf(clicks(2, 60)), ElementsAre(1, 11, 21, 60));
    EXPECT_THAT(momentsOf(clicks(0, 0)), ElementsAre(0));
    EXPECT_THAT(momentsOf(clicks(9, 95)), ElementsAre(1, 11, 31, 51, 71, 95));
    EXPECT_THAT(momentsOf(clicks(9, 95), 2), ElementsAre(1, 95));
    EXPECT_THAT(momentsOf(clicks(0, 361)), ElementsAre(1, 91, 181, 271, 361)) << "while nothing happens";
    TestCase quick = clicks(3, 60);
    quick.events[1].at = 12;
    EXPECT_THAT(momentsOf(quick), ElementsAre(1, 13, 31, 60)) << "two at once have one picture";
    TestCase held = clicks(0, 40);
    held.events = {{5, {.kind = Does::KeyPress, .name = "a", .steps = 12}}};
    EXPECT_THAT(momentsOf(held), ElementsAre(1, 18, 40));
}

class Pictures : public ::testing::Test {
  protected:
    Pictures() {
        auto project = readText(R"(stage

sprite Cat
  costume "cat" rect 480 360 #ff0000

when this sprite clicked
set [ghost v] effect to (100)
)",
                                "cat.scratch", "");
        program_ = *compile(std::move(*project));
    }
    std::shared_ptr<const Program> program_;
};

TEST_F(Pictures, AreSmallAndShowTheStage) {
    const MachineOptions options;
    const auto storyboard = storyboardOf(*program_, options, testStart(*program_, options, 1), clicks(1, 20));
    ASSERT_THAT(storyboard, SizeIs(2)) << "the last looks like the one before";
    EXPECT_EQ(storyboard[0].step, 1u);
    EXPECT_EQ(storyboard[1].step, 11u);
    const auto red = decodeBitmap(storyboard[0].png), white = decodeBitmap(storyboard[1].png);
    ASSERT_TRUE(red && white);
    EXPECT_EQ(red->width, 160);
    EXPECT_EQ(red->height, 120);
    const std::size_t middle = (60 * 160 + 80) * 4;
    EXPECT_THAT(std::vector(red->rgba.begin() + middle, red->rgba.begin() + middle + 3),
                ElementsAre(255, 0, 0));
    EXPECT_THAT(std::vector(white->rgba.begin() + middle, white->rgba.begin() + middle + 3),
                ElementsAre(255, 255, 255));
}

TEST_F(Pictures, AreMissingWithoutRenderer) {
    MachineOptions options;
    options.renderer = false;
    EXPECT_TRUE(storyboardOf(*program_, options, testStart(*program_, options, 1), clicks(1, 20)).empty());
}

TEST_F(Pictures, EndWhenThereIsNoTimeLeft) {
    const MachineOptions options;
    double questions = 0;
    const Job job = Job{.clock = [&] { return ++questions; }}.within(5);
    const auto storyboard = storyboardOf(*program_, options, testStart(*program_, options, 1), clicks(1, 300),
                                         kMostThumbnails, job);
    EXPECT_LT(storyboard.size(), 3u);
    EXPECT_LT(questions, 10);
}

}  // namespace
}  // namespace ounce
