#include "stage/gif.h"

#include <gtest/gtest.h>

#include "stage/bitmap.h"
#include "stage/palette.h"

namespace ounce {
namespace {

StagePicture pictureOf(int width, int height, auto color) {
    StagePicture picture{width, height, {}};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (const int channel : color(x, y)) picture.rgba.push_back(static_cast<std::uint8_t>(channel));
    return picture;
}
std::array<int, 4> tiles(int x, int y) { return {x / 8 * 16 % 256, y / 8 * 24 % 256, 40, 255}; }

int twoBytes(const std::string& file, std::size_t at) {
    return static_cast<unsigned char>(file[at]) | static_cast<unsigned char>(file[at + 1]) << 8;
}

struct Frame {
    int delay, left, top, width, height;
};
// Walks through the blocks of a file that we wrote.
std::vector<Frame> framesOf(const std::string& file) {
    std::vector<Frame> frames;
    std::size_t at = 13;
    const auto skipBlocks = [&] {
        while (file[at] != 0) at += static_cast<unsigned char>(file[at]) + 1u;
        at++;
    };
    int delay = 0;
    while (file[at] != ';') {
        if (file[at] == '!') {
            if (file[at + 1] == '\xF9') delay = twoBytes(file, at + 4);
            at += 2;
        } else {
            frames.push_back({delay, twoBytes(file, at + 1), twoBytes(file, at + 3), twoBytes(file, at + 5),
                              twoBytes(file, at + 7)});
            at += 10 + 768 + 1;
        }
        skipBlocks();
    }
    EXPECT_EQ(at + 1, file.size());
    return frames;
}

TEST(Gif, FewColorsComeBackExactly) {
    for (const int size : {1, 7, 100, 300}) {
        const auto picture = pictureOf(size, size, [](int x, int y) { return tiles(x % 80, y % 80); });
        AnimatedGif gif(1);
        ASSERT_TRUE(gif.add(picture));
        const auto back = decodeBitmap(gif.finish());
        ASSERT_TRUE(back) << back.error().message();
        EXPECT_EQ(back->width, size);
        EXPECT_EQ(back->rgba, picture.rgba);
    }
}

// Noise: the table of codes fills and starts anew many times.
TEST(Gif, ManyColorsComeBackNearly) {
    unsigned seed = 1;
    const auto picture = pictureOf(200, 150, [&](int, int) {
        seed = seed * 1664525 + 1013904223;
        return std::array<int, 4>{int(seed >> 24), int(seed >> 16 & 255), int(seed >> 8 & 255), 255};
    });
    AnimatedGif gif(1);
    ASSERT_TRUE(gif.add(picture));
    const auto back = decodeBitmap(gif.finish());
    ASSERT_TRUE(back);
    double difference = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i++)
        difference += std::abs(picture.rgba[i] - back->rgba[i]);
    EXPECT_LT(difference / static_cast<double>(picture.rgba.size()), 20);
}

TEST(Gif, FramesHoldWhatChangedAndKeepTheTime) {
    AnimatedGif gif(1);
    auto picture = pictureOf(20, 10, tiles);
    ASSERT_TRUE(gif.add(picture));
    ASSERT_TRUE(gif.add(picture));
    picture.rgba[(3 * 20 + 5) * 4] ^= 255;
    picture.rgba[(4 * 20 + 7) * 4] ^= 255;
    ASSERT_TRUE(gif.add(picture));
    EXPECT_EQ(gif.frames(), 2);
    const auto frames = framesOf(gif.finish());
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(frames[0].delay, 7);  // two thirtieths of a second
    EXPECT_EQ(frames[1].delay, 3);
    EXPECT_EQ(frames[1].left, 5);
    EXPECT_EQ(frames[1].top, 3);
    EXPECT_EQ(frames[1].width, 3);
    EXPECT_EQ(frames[1].height, 2);
}

TEST(Palette, HasTheExactColorsIfThereAreFew) {
    EXPECT_EQ(indexed(pictureOf(9, 9, tiles)).palette.size(), 4u);
    const auto ramp = pictureOf(256, 2, [](int x, int y) { return std::array<int, 4>{x, y, x, 255}; });
    EXPECT_EQ(indexed(ramp).palette.size(), 256u);
}

}  // namespace
}  // namespace ounce
