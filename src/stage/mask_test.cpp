// Masks are only a faster way to the same answer: every query is compared with asking point by point.
#include "stage/mask.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

bool meetByPoints(StageState& state, DrawableId a, DrawableId b) {
    const Rectangle boxA = snapped(clampedToStage(state.fastBounds(a))), boxB = snapped(state.fastBounds(b));
    if (boxA.width() == 0 || boxA.height() == 0 || !intersects(boxA, boxB)) return false;
    const Rectangle area = intersection(boxA, boxB);
    for (double x = area.left; x <= area.right; x++)
        for (double y = area.bottom; y <= area.top; y++)
            if (state.touchesPointer(a, x, y) && state.touchesPointer(b, x, y)) return true;
    return false;
}

TEST(Mask, AnswersAsPointsDo) {
    Random random(7);
    const auto between = [&](double low, double high) { return low + random.next() * (high - low); };
    const auto spots = [&](int x, int y) {
        return (x * 7 + y * 13) % 11 < 2 ? Rgba{255, 0, 0, 255} : Rgba{};
    };
    Scene scene;
    scene.add(pngOf(60, 44, {255, 0, 0, 255}));
    scene.add(pngOf(81, 33, spots));
    scene.add(svgBox("30", "24"));
    scene.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\" viewBox=\"0 0 40 40\"><path "
        "d=\"M20 0L40 40L0 40Z\"/></svg>");
    StageState& state = scene.start();
    int touched = 0, asked = 0;
    for (int round = 0; round < 60; round++) {
        for (DrawableId d = 0; d < 4; d++) {
            const double direction = round % 3 == 0   ? 90
                                     : round % 3 == 1 ? std::floor(between(0, 24)) * 15 - 180
                                                      : between(-179, 180);
            const double size = round % 2 == 0 ? 100 : between(30, 300);
            state.setDirectionAndSize(d, direction, size, RotationStyle::AllAround);
        }
        for (int place = 0; place < 40; place++) {
            for (DrawableId d = 0; d < 4; d++)
                state.setPosition(d, std::floor(between(-60, 60)) + (place % 4 == 0 ? 190 : 0),
                                  std::floor(between(-50, 50)));
            for (DrawableId a = 0; a < 4; a++)
                for (DrawableId b = 0; b < 4; b++) {
                    if (a == b) continue;
                    const bool expected = meetByPoints(state, a, b);
                    ASSERT_EQ(touching(state, a, b), expected)
                        << round << ' ' << place << ' ' << a << ' ' << b;
                    touched += expected;
                    asked++;
                }
        }
    }
    EXPECT_GT(touched, asked / 10);
    EXPECT_LT(touched, asked * 9 / 10);
}

}  // namespace
}  // namespace ounce
