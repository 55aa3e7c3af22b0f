// Numbers seen in the official renderer.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "base/number.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255};

void expectBox(const Rectangle& box, double left, double right, double bottom, double top) {
    EXPECT_EQ(box.left, left);
    EXPECT_EQ(box.right, right);
    EXPECT_EQ(box.bottom, bottom);
    EXPECT_EQ(box.top, top);
}

TEST(Bounds, RoughBoxCarriesTheErrorOfSine180) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    expectBox(state.fastBounds(0), -2.0000000000000004, 2.0000000000000004, -2.0000000000000004,
              2.0000000000000004);
    state.setPosition(0, 10, 0);
    EXPECT_EQ(state.fastBounds(0).left, 8);
    EXPECT_EQ(state.fastBounds(0).right, 12);
}

TEST(Bounds, TightBoxGoesThroughPixelCentres) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    expectBox(state.bounds(0), -1.5, 1.5, -1.5, 1.5);
    state.setDirectionAndSize(0, 90, 400, RotationStyle::AllAround);
    expectBox(state.fastBounds(0), -6, 6, -6, 6);
}

TEST(Bounds, LastTexelsAreNotLookedAt) {
    Scene scene;
    scene.add(pngOf(7, 7, kRed));
    StageState& state = scene.start();
    expectBox(state.bounds(0), -1.25, 1.25, -1.75, 1.25);
}

TEST(Bounds, HiddenOrTransparentHasTheRoughBox) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    scene.add(pngOf(8, 8, Rgba{}));
    StageState& state = scene.start();
    state.setVisible(0, false);
    EXPECT_GT(state.bounds(0).right, 2);
    EXPECT_GT(state.bounds(1).right, 2);
}

TEST(Bounds, FastBoundsAreTightOnlyWhileTheHullIsKnown) {
    Scene scene;
    scene.add(pngOf(8, 8, kRed));
    StageState& state = scene.start();
    const auto right = [&] { return std::round(state.fastBounds(0).right * 2) / 2; };
    EXPECT_EQ(right(), 2);
    (void)state.bounds(0);
    EXPECT_EQ(right(), 1.5);
    state.setEffect(0, ColorEffect, 10);
    state.setPosition(0, 0, 7);
    EXPECT_EQ(right(), 1.5);
    state.setEffect(0, Whirl, 0);
    EXPECT_EQ(right(), 2);
    (void)state.bounds(0);
    state.setVisible(0, true);
    EXPECT_EQ(right(), 1.5);
    state.setVisible(0, false);
    state.setVisible(0, true);
    EXPECT_EQ(right(), 2);
}

TEST(Bounds, OfADistortedShapeComeBackWithTheEffect) {
    const auto boundsOf = [](std::initializer_list<std::pair<Effect, double>> effects) {
        Scene scene;
        scene.add(pngOf(120, 120,
                        [](int x, int y) { return x >= 40 && x < 80 && y >= 50 && y < 70 ? kRed : Rgba{}; }));
        StageState& state = scene.start();
        Rectangle box;
        for (const auto& [effect, value] : effects) {
            state.setEffect(0, effect, value);
            box = state.bounds(0);
        }
        return box;
    };
    const Rectangle bent = boundsOf({{Fisheye, 60}}), other = boundsOf({{Fisheye, -60}});
    EXPECT_NE(bent.right, other.right);
    const Rectangle again = boundsOf({{Fisheye, 60}, {Fisheye, -60}, {Fisheye, 60}});
    expectBox(again, bent.left, bent.right, bent.bottom, bent.top);
    const Rectangle whirled = boundsOf({{Fisheye, -60}, {Whirl, 90}, {Fisheye, 60}, {Whirl, 0}, {Ghost, 30}});
    expectBox(whirled, bent.left, bent.right, bent.bottom, bent.top);
}

TEST(Bounds, EmptyCostumeIsAPoint) {
    Scene scene;
    scene.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 0 0\" width=\"0\" height=\"0\"></svg>");
    StageState& state = scene.start();
    state.setPosition(0, 7, 9);
    expectBox(state.bounds(0), 7, 7, 9, 9);
    EXPECT_EQ(state.fence(0, 1000, -1000).x, 240);
    EXPECT_EQ(state.fence(0, 1000, -1000).y, -180);
}

TEST(Fence, KeepsFifteenUnitsInside) {
    Scene scene;
    scene.add(pngOf(200, 120, kRed));
    StageState& state = scene.start();
    EXPECT_EQ(state.fence(0, 1000, 1000).x, 275);
    EXPECT_EQ(state.fence(0, 1000, 1000).y, 195);
    EXPECT_EQ(state.fence(0, -1e9, -std::numeric_limits<double>::infinity()).x, -275);
    EXPECT_EQ(state.fence(0, -1e9, -std::numeric_limits<double>::infinity()).y, -195);
    EXPECT_EQ(state.fence(0, 100.25, -7.5).x, 100.25);
    EXPECT_EQ(state.fence(0, 100.25, -7.5).y, -7.5);
    EXPECT_TRUE(std::isnan(state.fence(0, std::nan(""), 0).x));
}

TEST(Skins, SvgSizesAreSinglePrecision) {
    Scene scene;
    scene.add(svgBox("10.6", "10"));
    scene.start();
    EXPECT_EQ(scene.stage().skinSize(0).x, 10.600000381469727) << numberToText(scene.stage().skinSize(0).x);
    EXPECT_EQ(scene.stage().skinSize(0).y, 10);
}

TEST(Skins, MissingViewBoxIsMeasuredWithABorder) {
    Scene scene;
    scene.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect x=\"3\" y=\"4\" width=\"10\" height=\"5\"/></svg>");
    scene.start();
    EXPECT_EQ(scene.stage().skinSize(0).x, 11);
    EXPECT_EQ(scene.stage().skinSize(0).y, 6);
}

TEST(Skins, ViewBoxOffsetMovesTheCentre) {
    // Without a rotation centre, half the size minus the offset: (10, 8).
    Scene scene;
    scene.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-5 -3 10 10\"><rect x=\"-5\" y=\"-3\" "
        "width=\"10\" height=\"10\"/></svg>");
    StageState& state = scene.start();
    const Rectangle box = state.fastBounds(0);
    EXPECT_NEAR(box.right, 0, 1e-9);
    EXPECT_NEAR(box.bottom, -2, 1e-9);
}

TEST(Skins, BrokenAndMissingFilesAreReplacedWithAWarning) {
    Scene scene;
    scene.add("no picture");
    scene.add("<html></html>");
    scene.add(pngOf(2, 2, kRed));
    scene.project().assets.erase("asset3.png");
    scene.start();
    EXPECT_EQ(scene.stage().warnings().size(), 3u);
    for (int i = 0; i < 3; i++) EXPECT_GT(scene.stage().skinSize(i).x, 0);
}

TEST(Layers, RelativeMovesAreLimitedToTheGroup) {
    Scene scene;
    for (int i = 0; i < 4; i++) scene.add(pngOf(2, 2, kRed));
    StageState& state = scene.start();
    const DrawableId backdrop = state.create(LayerGroup::Background);
    const auto order = [&] {
        std::string text(5, '?');
        for (DrawableId id = 0; id < 5; id++)
            text[static_cast<std::size_t>(state.order(id))] = static_cast<char>('0' + id);
        return text;
    };
    EXPECT_EQ(state.order(backdrop), 0);
    EXPECT_EQ(order(), "40123");
    state.moveLayers(0, 2);
    EXPECT_EQ(order(), "41203");
    state.moveLayers(3, -100);
    EXPECT_EQ(order(), "43120");
    state.moveLayers(3, std::numeric_limits<double>::infinity());
    EXPECT_EQ(order(), "41203");
    state.moveLayers(3, -1.5);  // fractions are cut off at the new place: 2.5 becomes 2
    EXPECT_EQ(order(), "41320");
    state.moveLayers(3, 0);
    EXPECT_EQ(order(), "41320");
    state.moveBehind(0, 1);
    EXPECT_EQ(order(), "40132");
    state.destroy(1);
    EXPECT_EQ(state.order(2), 3);
}

TEST(State, CopiesAreIndependentAndEqualUntilChanged) {
    Scene scene;
    scene.add(svgBox("10", "10"));
    StageState& state = scene.start();
    StageState copy = state;
    EXPECT_TRUE(copy == state);
    EXPECT_EQ(copy.hash(), state.hash());
    (void)copy.bounds(0);  // knows the hull now, which later queries can tell
    EXPECT_FALSE(copy == state);
    copy = state;
    copy.setPosition(0, 1, 0);
    EXPECT_FALSE(copy == state);
    EXPECT_NE(copy.hash(), state.hash());
    copy.setPosition(0, 0.2, 0);
    EXPECT_TRUE(copy == state);
}

}  // namespace
}  // namespace ounce
