// Numbers seen in the official renderer.
#include <future>
#include <gtest/gtest.h>

#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255}, kBlue{0, 0, 255, 255};
constexpr Color kWhite{255, 255, 255};

Rgba withEffect(Effect effect, double value, Rgba color) {
    Effects effects;
    effects.set(effect, value);
    return recolor(effects, color);
}

TEST(Effects, ColorsAreRoundedUpAtEveryStep) {
    EXPECT_EQ(withEffect(ColorEffect, 200, {100, 150, 200, 255}), (Rgba{101, 150, 200, 255}));
    EXPECT_EQ(withEffect(ColorEffect, 25, {100, 150, 200, 255}), (Rgba{126, 101, 200, 255}));
    EXPECT_EQ(withEffect(Ghost, 33, {100, 150, 200, 255}), (Rgba{67, 100, 134, 171}));
}

TEST(TouchingColor, FindsWhatLiesBehind) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kBlue)) - 1;
    StageState& state = scene.start();
    EXPECT_TRUE(state.touchesColor(a, {0, 0, 255}));
    EXPECT_TRUE(state.touchesColor(a, {7, 7, 248}));  // 5, 5 and 4 bits are compared
    EXPECT_FALSE(state.touchesColor(a, {8, 0, 255}));
    EXPECT_FALSE(state.touchesColor(a, {255, 0, 0}));  // not its own colour
    state.setVisible(a, false);
    EXPECT_TRUE(state.touchesColor(a, {0, 0, 255}));  // the hidden see
    state.setVisible(b, false);
    EXPECT_FALSE(state.touchesColor(a, {0, 0, 255}));  // but are not seen
}

TEST(TouchingColor, WhiteIsWhereNothingIsDrawn) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    EXPECT_TRUE(state.touchesColor(a, kWhite));
    state.setPosition(a, 400, 0);
    EXPECT_FALSE(state.touchesColor(a, kWhite));
}

TEST(TouchingColor, GhostsMixIn) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(20, 20, kBlue)) - 1;
    StageState& state = scene.start();
    state.setEffect(b, Ghost, 50);
    EXPECT_TRUE(state.touchesColor(a, {127, 127, 255}));
    state.setEffect(b, Ghost, 100);
    EXPECT_TRUE(state.touchesColor(a, kWhite));
    EXPECT_FALSE(state.touchesColor(a, {127, 127, 255}));
}

TEST(TouchingColor, EvenAFaintGhostIsSeen) {
    Scene scene;
    scene.add(pngOf(100, 100, {6, 6, 6, 255}));
    scene.add(pngOf(100, 100, {255, 255, 255, 255}));
    scene.add(pngOf(40, 40, {255, 0, 0, 255}));
    StageState& state = scene.start();
    state.setEffect(1, Ghost, 99);
    EXPECT_TRUE(state.touchesColor(2, {8, 8, 8}));
    EXPECT_FALSE(state.touchesColor(2, {6, 6, 6}));
    state.setEffect(1, Ghost, 100);
    EXPECT_FALSE(state.touchesColor(2, {8, 8, 8}));
    EXPECT_TRUE(state.touchesColor(2, {6, 6, 6}));
}

// Copies share what is known about the pen's colours, also when they belong to different threads.
TEST(TouchingColor, ThreadsAskAndDrawOnCopies) {
    Scene scene;
    scene.add(pngOf(200, 200, kRed));
    StageState& state = scene.start();
    for (int i = -40; i <= 40; i += 8) state.penLine({-200.0, i * 1.0}, {200.0, i * 1.0}, {.diameter = 3});
    const auto answers = [&state](int number) {
        StageState copy = state;
        std::vector<bool> out;
        for (int i = 0; i < 12; i++) {
            const auto level = static_cast<std::uint8_t>(i % 6 * 40);
            out.push_back(copy.touchesColor(0, {0, level, 255}));
            const double y = number * 10 - 20;
            copy.penLine({-30, y}, {30, y}, {.diameter = 5, .rgba = {0, i % 6 * 40 / 255.0, 1, 1}});
            out.push_back(copy.touchesColor(0, {0, level, 255}));
        }
        return out;
    };
    std::vector<std::future<std::vector<bool>>> asked;
    for (int number = 0; number < 4; number++)
        asked.push_back(std::async(std::launch::async, answers, number));
    for (int number = 0; number < 4; number++)
        EXPECT_EQ(asked[static_cast<std::size_t>(number)].get(), answers(number));
    EXPECT_TRUE(answers(0)[1]);
    EXPECT_FALSE(answers(0)[2]);
}

TEST(TouchingColor, MaskComparesSixBitsAndIgnoresGhost) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, [](int x, int) { return x < 4 ? kRed : kBlue; })) - 1;
    const int b = scene.add(pngOf(8, 8, Rgba{0, 255, 0, 255})) - 1;
    StageState& state = scene.start();
    constexpr Color kGreen{0, 255, 0};
    EXPECT_TRUE(state.colorTouchesColor(a, {255, 0, 0}, kGreen));
    EXPECT_TRUE(state.colorTouchesColor(a, {252, 3, 0}, kGreen));
    EXPECT_FALSE(state.colorTouchesColor(a, {251, 0, 0}, kGreen));
    state.setEffect(a, Ghost, 90);
    EXPECT_TRUE(state.colorTouchesColor(a, {255, 0, 0}, kGreen));
    state.setPosition(b, 4, 0);  // only the blue half meets it
    EXPECT_FALSE(state.colorTouchesColor(a, {255, 0, 0}, kGreen));
    EXPECT_TRUE(state.colorTouchesColor(a, {0, 0, 255}, kGreen));
}

TEST(TouchingColor, LargeAreasAreDrawnByTheGpu) {
    // Contact at the edge: points see it, pixels do not. With a full backdrop the upper rows are pixels.
    Scene scene;
    const int backdrop = scene.add(pngOf(960, 720, kBlue)) - 1, big = scene.add(pngOf(400, 400, kRed)) - 1;
    const int small = scene.add(pngOf(20, 20, Rgba{0, 255, 0, 255})) - 1;
    StageState& state = scene.start();
    (void)backdrop;
    state.setPosition(small, 105, -60);
    EXPECT_TRUE(state.touchesColor(big, {0, 255, 0}));
    state.setPosition(small, 105, 0);
    EXPECT_FALSE(state.touchesColor(big, {0, 255, 0}));
    state.setPosition(small, 104, 0);
    EXPECT_TRUE(state.touchesColor(big, {0, 255, 0}));
}

TEST(TouchingColor, BubblesAreNotSeen) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kBlue)) - 1;
    StageState& state = scene.start();
    state.setPosition(b, 30, 30);
    state.showBubble(kNoDrawable, a, "Hello", false);
    EXPECT_TRUE(state.touchesColor(b, kWhite));
    EXPECT_FALSE(state.touchesColor(b, {0x57, 0x5E, 0x75}));
}

}  // namespace
}  // namespace ounce
