#include "stage/bubble.h"

#include <gtest/gtest.h>

#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255};

TEST(Bubble, ShortTextHasTheSmallestSize) {
    const SpeechBubble bubble("Hi", false, true);
    EXPECT_EQ(bubble.shape.width, 74);
    EXPECT_EQ(bubble.shape.height, 52);
}

TEST(Bubble, LinesAreAtMost170Wide) {
    const SpeechBubble bubble("The quick brown fox jumps over the lazy dog", false, true);
    EXPECT_EQ(bubble.lines, (std::vector<std::string>{"The quick brown fox ", "jumps over the lazy dog"}));
    EXPECT_EQ(SpeechBubble("a\nb\n\nc", false, true).lines.size(), 4u);
    EXPECT_GT(SpeechBubble(std::string(100, 'W'), false, true).lines.size(), 5u);
}

TEST(Bubble, StaysOnItsSideUntilItHasToLeave) {
    Scene scene;
    const int cat = scene.add(pngOf(80, 80, kRed)) - 1;
    StageState& state = scene.start();
    const DrawableId bubble = state.showBubble(kNoDrawable, cat, "Hi", false);
    EXPECT_GT(state.fastBounds(bubble).left, 15);
    state.setPosition(cat, 200, 0);
    state.positionBubble(bubble, cat);
    EXPECT_LT(state.fastBounds(bubble).right, 185);
    state.setPosition(cat, 0, 0);
    state.positionBubble(bubble, cat);
    EXPECT_LT(state.fastBounds(bubble).right, 0);
    state.setPosition(cat, -200, 0);
    state.positionBubble(bubble, cat);
    EXPECT_GT(state.fastBounds(bubble).left, -185);
}

TEST(Bubble, IsALayerThatTakesClicksAndIsNeverTouched) {
    Scene scene;
    const int cat = scene.add(pngOf(80, 80, kRed)) - 1, dog = scene.add(pngOf(80, 80, kRed)) - 1;
    StageState& state = scene.start();
    const DrawableId bubble = state.showBubble(kNoDrawable, cat, "Hi", true);
    EXPECT_EQ(state.order(bubble), 2);
    state.setPosition(dog, 55, 45);
    const std::array<DrawableId, 1> others{bubble};
    EXPECT_FALSE(state.touches(dog, others));
    EXPECT_EQ(state.pick(55, 45), bubble);
    EXPECT_EQ(state.showBubble(bubble, cat, "Ho", true), bubble);
}

}  // namespace
}  // namespace ounce
