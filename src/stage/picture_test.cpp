// The stage as a picture.
#include <gtest/gtest.h>

#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255}, kBlue{0, 0, 255, 255};

std::size_t redPixels(const StageState::Picture& picture) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
        count += picture.rgba[i] == 255 && picture.rgba[i + 2] == 0;
    return count;
}

// The centre of every pixel lies where four texels meet. The place of one in 15 columns and one in 45 rows
// has no more than 16 bits; only there it is the second texel.
TEST(Picture, ABackdropOfTwiceTheSizeShowsItsUpperLeftTexels) {
    Scene scene;
    scene.add(pngOf(960, 720, [](int x, int y) { return x % 2 == 0 && y % 2 == 0 ? kRed : kBlue; }));
    EXPECT_EQ(redPixels(scene.start().draw()), (480u - 480 / 15) * (360 - 360 / 45));
}

TEST(Picture, IsWhiteWhereNothingIs) {
    Scene scene;
    scene.add(pngOf(20, 20, kRed));
    const auto picture = scene.start().draw(2);
    EXPECT_EQ(picture.width, 960);
    EXPECT_EQ(picture.height, 720);
    EXPECT_EQ(redPixels(picture), 20u * 20);
    EXPECT_EQ(picture.rgba[0] + picture.rgba[1] + picture.rgba[2] + picture.rgba[3], 4 * 255);
}

}  // namespace
}  // namespace ounce
