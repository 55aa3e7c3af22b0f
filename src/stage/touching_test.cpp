// Numbers seen in the official renderer.
#include <gtest/gtest.h>

#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255};

void setSize(StageState& state, DrawableId drawable, double size, double direction = 90) {
    state.setDirectionAndSize(drawable, direction, size, RotationStyle::AllAround);
}

TEST(Reach, BitmapOf8TexelsIs4UnitsWide) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    EXPECT_EQ(reach(scene.start(), 0), "-2..2, -2..2");
}

TEST(Reach, BitmapOfResolution1IsDoubled) {
    Scene scene;
    scene.add(pngOf(4, 4, kRed), 1);
    StageState& state = scene.start();
    EXPECT_EQ(scene.stage().skinSize(0).x, 4);
    EXPECT_EQ(reach(state, 0), "-2..2, -2..2");
}

TEST(Reach, SvgOverhangsToTheRightAndBelowAt100Percent) {
    Scene scene;
    scene.add(svgBox("10", "10"));
    StageState& state = scene.start();
    EXPECT_EQ(reach(state, 0), "-5..6, -6..5");
}

TEST(Reach, SvgIsLinearAwayFrom100Percent) {
    for (const auto& [size, expected] :
         {std::pair{102, "-5..5, -5..5"}, {50, "-3..3, -3..3"}, {150, "-8..8, -8..8"}}) {
        Scene scene;
        scene.add(svgBox("10", "10"));
        StageState& state = scene.start();
        setSize(state, 0, size);
        EXPECT_EQ(reach(state, 0), expected) << size;
    }
}

TEST(Reach, SvgRastersOnlyGrow) {
    // The raster of 150 % has 20 texels and stays in use at 100 %, where the overhang is half as wide.
    Scene scene;
    scene.add(svgBox("10", "10"));
    StageState& state = scene.start();
    setSize(state, 0, 150);
    state.drawn();
    setSize(state, 0, 100);
    EXPECT_EQ(reach(state, 0), "-5..5, -5..5");
}

TEST(Touching, TightBoxesLimitTheSearch) {
    // 4 x 4 at 400 % against 10 x 10: up to distance 14 with rough boxes, up to 11 once the first knows its
    // hull.
    Scene scene;
    const int big = scene.add(pngOf(8, 8, kRed)) - 1, small = scene.add(pngOf(20, 20, kRed)) - 1;
    StageState& state = scene.start();
    setSize(state, big, 400);
    const auto farthest = [&] {
        int distance = 0;
        for (int x = 0; x < 40; x++) {
            state.setPosition(small, x, 0);
            if (touching(state, big, small)) distance = x;
        }
        return distance;
    };
    EXPECT_EQ(farthest(), 14);
    (void)state.bounds(big);
    EXPECT_EQ(farthest(), 11);
    state.setEffect(big, Fisheye, 0);
    EXPECT_EQ(farthest(), 14);
}

TEST(Touching, HiddenSpritesTouchNoSpriteButThePointer) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    EXPECT_TRUE(touching(state, a, b));
    state.setVisible(b, false);
    EXPECT_FALSE(touching(state, a, b));
    EXPECT_FALSE(touching(state, b, a));
    EXPECT_TRUE(state.touchesPointer(b, 0, 0));
}

TEST(Touching, GhostsTouch) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    state.setEffect(b, Ghost, 100);
    EXPECT_TRUE(touching(state, a, b));
    EXPECT_EQ(state.pick(0, 0), a);  // but clicks go through them
}

TEST(Touching, NothingAndTransparentTouchNothing) {
    Scene scene;
    const int full = scene.add(pngOf(8, 8, kRed)) - 1, clear = scene.add(pngOf(8, 8, Rgba{})) - 1;
    const int empty =
        scene.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 0 0\" width=\"0\" height=\"0\"></svg>") -
        1;
    StageState& state = scene.start();
    for (const int other : {clear, empty}) {
        EXPECT_FALSE(touching(state, full, other));
        EXPECT_FALSE(touching(state, other, full));
    }
}

TEST(Touching, OffStageTouchesNothing) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    state.setPosition(a, 300, 0);
    state.setPosition(b, 300, 0);
    EXPECT_FALSE(touching(state, a, b));
}

TEST(Touching, AlphaOfOneIsEnough) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, Rgba{255, 0, 0, 1})) - 1, b = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    EXPECT_TRUE(touching(state, a, b));
}

TEST(Touching, FlippingMirrorsAboutTheRotationCentre) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed), 2, Point{0, 4});
    StageState& state = scene.start();
    EXPECT_EQ(reach(state, 0), "0..4, -2..2");
    state.setDirectionAndSize(0, -90, 100, RotationStyle::LeftRight);
    EXPECT_EQ(reach(state, 0), "-4..0, -2..2");
    state.setDirectionAndSize(0, 180, 100, RotationStyle::LeftRight);
    EXPECT_EQ(reach(state, 0), "0..4, -2..2");
}

TEST(Pick, TakesTheTopmost) {
    Scene scene;
    const int a = scene.add(pngOf(8, 8, kRed)) - 1, b = scene.add(pngOf(8, 8, kRed)) - 1;
    StageState& state = scene.start();
    EXPECT_EQ(state.pick(0, 0), b);
    state.moveLayers(a, 1);
    EXPECT_EQ(state.pick(0, 0), a);
    EXPECT_EQ(state.pick(50, 0), kNoDrawable);
}

}  // namespace
}  // namespace ounce
