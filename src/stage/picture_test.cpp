// The stage as a picture.
#include <gtest/gtest.h>

#include "stage/look.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

constexpr Rgba kRed{255, 0, 0, 255}, kBlue{0, 0, 255, 255};

std::size_t redPixels(const StagePicture& picture) {
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
    EXPECT_EQ(redPixels(StageLook(scene.start()).draw()), (480u - 480 / 15) * (360 - 360 / 45));
}

TEST(Picture, IsWhiteWhereNothingIs) {
    Scene scene;
    scene.add(pngOf(20, 20, kRed));
    const auto picture = StageLook(scene.start()).draw(2);
    EXPECT_EQ(picture.width, 960);
    EXPECT_EQ(picture.height, 720);
    EXPECT_EQ(redPixels(picture), 20u * 20);
    EXPECT_EQ(picture.rgba[0] + picture.rgba[1] + picture.rgba[2] + picture.rgba[3], 4 * 255);
}

// A zigzag of lines that are a pixel or two apart at a quarter of its size.
TEST(Picture, ThinStrokesKeepTheirWeightWhenSmall) {
    std::string path = "M10,100";
    for (int i = 0; i < 20; i++) path += i % 2 == 0 ? "l9,-60" : "l9,60";
    const auto ink = [&](double size) {
        Scene scene;
        scene.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"200\" viewBox=\"0 0 200 200\">"
            "<path fill=\"none\" stroke=\"#000\" stroke-miterlimit=\"10\" d=\"" +
            path + "\"/></svg>");
        StageState& state = scene.start();
        state.setDirectionAndSize(0, 90, size, RotationStyle::AllAround);
        double sum = 0;
        const auto picture = StageLook(state).draw();
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) sum += 255 - picture.rgba[i];
        return sum / size / size;
    };
    const double whole = ink(100);
    EXPECT_GT(whole, 0);
    EXPECT_NEAR(ink(25) / whole, 1, 0.1);
}

}  // namespace
}  // namespace ounce
