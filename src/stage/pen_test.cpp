// Numbers seen in the official renderer on SwiftShader.
#include "stage/pen.h"

#include <gtest/gtest.h>

#include "stage/look.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255};

TEST(Pen, HalfGreenOverHalfRed) {
    PenLayer layer;
    layer.line({0, 0}, {10, 0}, {.diameter = 10, .rgba = {1, 0, 0, 0.5}});
    layer.line({0, 0}, {10, 0}, {.diameter = 10, .rgba = {0, 1, 0, 0.5}});
    EXPECT_EQ(layer.at(245, 180), (Rgba{64, 128, 0, 192}));
}

TEST(Pen, DotOfDiameter5) {
    PenLayer layer;
    layer.line({0, 0}, {0, 0}, {.diameter = 5, .rgba = {1, 0, 0, 1}});
    const auto row = [&](int y) {
        std::vector<int> alpha;
        for (int x = 236; x < 244; x++)
            if (const int a = layer.at(x, y).a) alpha.push_back(a);
        return alpha;
    };
    EXPECT_EQ(row(177), (std::vector<int>{26, 119, 119, 26}));
    EXPECT_EQ(row(178), (std::vector<int>{26, 227, 255, 255, 227, 26}));
}

TEST(Pen, ThinLinesLieOnWholePixels) {
    // From (0, 0) to (3, 0): columns 0 to 4 of the row above the axis, with a faint fringe around.
    PenLayer layer;
    layer.line({0, 0}, {3, 0}, {.diameter = 1, .rgba = {1, 0, 0, 1}});
    for (int x = 0; x <= 3; x++) EXPECT_GE(layer.at(240 + x, 179).a, 250) << x;
    EXPECT_LE(layer.at(241, 178).a, 4);
    EXPECT_LE(layer.at(241, 180).a, 4);
    EXPECT_LE(layer.at(238, 179).a, 4);
}

TEST(Pen, CopiesShareUntilOneDraws) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    state.penLine({0, 0}, {50, 50}, {.diameter = 3});
    StageState copy = state;
    EXPECT_TRUE(copy == state);
    EXPECT_EQ(copy.hash(), state.hash());
    copy.penLine({0, 0}, {50, 20}, {.diameter = 3});
    EXPECT_FALSE(copy == state);
    EXPECT_NE(copy.hash(), state.hash());
    copy.penClear();
    state.penClear();
    EXPECT_TRUE(copy == state);
    EXPECT_EQ(copy.hash(), state.hash());
}

TEST(Pen, LayerAppearsBetweenBackdropAndSprites) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    EXPECT_EQ(state.order(0), 0);
    state.penClear();
    EXPECT_EQ(state.order(0), 1);
}

TEST(Pen, ColorsAreSeenToTheUpperLeftOfAPoint) {
    Scene scene;
    const int dot = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    state.penLine({0, 0}, {30, 0}, {.diameter = 3, .rgba = {0, 1, 0, 1}});
    state.setPosition(dot, 15, 0);
    EXPECT_TRUE(state.touchesColor(dot, {0, 255, 0}));
    state.setPosition(dot, 15, 10);
    EXPECT_FALSE(state.touchesColor(dot, {0, 255, 0}));
}

TEST(Pen, StampsAreCutByTheTightBox) {
    // 4 x 4 at 400 % covers 16 x 16 pixels; once the hull is known two pixels a side are missing.
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    state.setDirectionAndSize(0, 90, 400, RotationStyle::AllAround);
    const auto stampedWidth = [&] {
        state.penClear();
        state.setVisible(0, true);
        state.penStamp(0);
        state.setVisible(0, false);
        const auto picture = StageLook(state).draw();
        int width = 0;
        for (std::size_t x = 0; x < 480; x++) width += picture.rgba[(180 * 480 + x) * 4 + 1] == 0;
        state.setVisible(0, true);
        return width;
    };
    EXPECT_EQ(stampedWidth(), 16);
    (void)state.bounds(0);
    EXPECT_EQ(stampedWidth(), 12);
}

}  // namespace
}  // namespace ounce
