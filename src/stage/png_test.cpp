// Pictures as files, and what is drawn over them.
#include "stage/png.h"

#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stage/bitmap.h"
#include "stage/overlay.h"

namespace ounce {
namespace {

using StagePicture = StagePicture;

StagePicture filled(int width, int height, std::uint8_t gray) {
    StagePicture picture{width, height, {}};
    for (int i = 0; i < width * height; i++) picture.rgba.insert(picture.rgba.end(), {gray, gray, gray, 255});
    return picture;
}

std::uint8_t* pixel(StagePicture& picture, int x, int y) {
    return &picture.rgba[static_cast<std::size_t>(y * picture.width + x) * 4];
}

// The chunks of a PNG file in their order: type and data.
std::vector<std::pair<std::string, std::string>> chunksOf(const std::string& png) {
    std::vector<std::pair<std::string, std::string>> chunks;
    for (std::size_t i = 8; i + 12 <= png.size();) {
        std::size_t size = 0;
        for (std::size_t k = 0; k < 4; k++) size = size << 8 | static_cast<unsigned char>(png[i + k]);
        chunks.emplace_back(png.substr(i + 4, 4), png.substr(i + 8, size));
        i += size + 12;
    }
    return chunks;
}

std::vector<std::string> typesOf(const std::string& png) {
    std::vector<std::string> types;
    for (const auto& [type, data] : chunksOf(png)) types.push_back(type);
    return types;
}

int differences(const StagePicture& a, const StagePicture& b, int left, int top, int right, int bottom,
                bool inside) {
    int count = 0;
    for (int y = 0; y < a.height; y++) {
        for (int x = 0; x < a.width; x++) {
            const bool isInside = x >= left && x < right && y >= top && y < bottom;
            const auto at = static_cast<std::size_t>(y * a.width + x) * 4;
            count += isInside == inside && std::memcmp(&a.rgba[at], &b.rgba[at], 4) != 0;
        }
    }
    return count;
}

TEST(Png, ComesBackAsItWas) {
    StagePicture picture = filled(7, 5, 200);
    pixel(picture, 3, 2)[0] = 17;
    const auto png = encodePng(picture);
    ASSERT_TRUE(png);
    const auto read = decodeBitmap(*png);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->width, 7);
    EXPECT_EQ(read->height, 5);
    EXPECT_EQ(read->rgba, picture.rgba);
}

TEST(AnimatedPng, HoldsOnlyWhatChanges) {
    AnimatedPng animation(1);
    StagePicture picture = filled(40, 30, 10);
    ASSERT_TRUE(animation.add(picture));
    ASSERT_TRUE(animation.add(picture));  // shows the first frame for longer
    pixel(picture, 5, 6)[1] = 99;
    pixel(picture, 8, 7)[1] = 99;
    ASSERT_TRUE(animation.add(picture));
    pixel(picture, 0, 0)[1] = 99;
    ASSERT_TRUE(animation.add(picture));
    EXPECT_EQ(animation.frames(), 3);
    const std::string file = animation.finish();
    EXPECT_THAT(typesOf(file),
                testing::ElementsAre("IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"));
    const auto chunks = chunksOf(file);
    EXPECT_EQ(chunks[1].second, std::string("\0\0\0\3\0\0\0\0", 8));  // three frames, without end
    // Number, size, place; two of 30 parts of a second.
    EXPECT_EQ(chunks[2].second, std::string("\0\0\0\0\0\0\0\50\0\0\0\36\0\0\0\0\0\0\0\0\0\2\0\36\0\0", 26));
    EXPECT_EQ(chunks[4].second, std::string("\0\0\0\1\0\0\0\4\0\0\0\2\0\0\0\5\0\0\0\6\0\1\0\36\0\0", 26));
    // Who knows nothing of animations sees the first picture, check sums and all.
    const auto first = decodeBitmap(file);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->rgba, filled(40, 30, 10).rgba);
}

TEST(AnimatedPng, EveryFrameDecodesToItsRectangle) {
    AnimatedPng animation(2);
    StagePicture picture = filled(20, 20, 0);
    ASSERT_TRUE(animation.add(picture));
    for (int x = 4; x < 9; x++) pixel(picture, x, 3)[2] = static_cast<std::uint8_t>(50 + x);
    ASSERT_TRUE(animation.add(picture));
    const auto chunks = chunksOf(animation.finish());
    ASSERT_EQ(chunks.size(), 7u);
    // The data of the second frame is that of a PNG of five pixels.
    StagePicture part = filled(5, 1, 0);
    for (int x = 0; x < 5; x++) pixel(part, x, 0)[2] = static_cast<std::uint8_t>(54 + x);
    const auto alone = encodePng(part);
    ASSERT_TRUE(alone);
    EXPECT_EQ(chunks[5].second.substr(4), chunksOf(*alone)[1].second);
}

TEST(Overlay, WithoutMonitorsChangesNothing) {
    StagePicture picture = filled(480, 360, 128);
    drawOverlay(picture, {}, 1);
    EXPECT_EQ(picture.rgba, filled(480, 360, 128).rgba);
}

TEST(Overlay, AMonitorChangesItsPlaceAndNothingElse) {
    const StagePicture before = filled(480, 360, 128);
    StagePicture picture = before;
    drawOverlay(picture, {.monitors = {{.label = "score", .value = "42", .x = 100, .y = 50}}}, 1);
    EXPECT_EQ(differences(before, picture, 100, 50, 210, 73, false), 0);
    EXPECT_GT(differences(before, picture, 100, 50, 210, 73, true), 1500);
    // The badge of a variable is orange.
    int orange = 0;
    for (int x = 100; x < 210; x++)
        orange += pixel(picture, x, 56)[0] == 0xFF && pixel(picture, x, 56)[1] == 0x8C;
    EXPECT_GE(orange, 30);
}

TEST(Overlay, AnotherValueChangesOnlyTheBadge) {
    StagePicture one = filled(480, 360, 128), two = one;
    drawOverlay(one, {.monitors = {{.label = "score", .value = "1", .x = 5, .y = 5}}}, 2);
    drawOverlay(two, {.monitors = {{.label = "score", .value = "8", .x = 5, .y = 5}}}, 2);
    // Behind the label, which is 30 units wide in Helvetica.
    EXPECT_EQ(differences(one, two, 100, 0, 200, 60, false), 0);
    EXPECT_GT(differences(one, two, 100, 0, 200, 60, true), 10);
}

TEST(Overlay, AListHasItsSizeAndAQuestionItsBox) {
    const StagePicture before = filled(480, 360, 128);
    StagePicture picture = before;
    MonitorView list{.mode = MonitorView::Mode::List,
                     .label = "names",
                     .x = 10,
                     .y = 20,
                     .width = 120,
                     .height = 150,
                     .items = {"Ada", "Grace"},
                     .length = 2};
    drawOverlay(picture, {.monitors = {list}}, 1);
    EXPECT_EQ(differences(before, picture, 10, 20, 130, 170, false), 0);
    EXPECT_GT(differences(before, picture, 10, 20, 130, 170, true), 120 * 150 - 20);
    picture = before;
    drawOverlay(picture, {.question = "What's your name?"}, 1);
    EXPECT_EQ(differences(before, picture, 0, 260, 480, 360, false), 0);
    EXPECT_GT(differences(before, picture, 0, 260, 480, 360, true), 464 * 60);
}

TEST(Overlay, HostileTextsAndPlacesDoNoHarm) {
    StagePicture picture = filled(480, 360, 128);
    const StagePicture before = picture;
    const MonitorView far{.label = std::string("a\0b\nc", 5), .value = "1", .x = -1e300, .y = 1e9};
    const MonitorView list{.mode = MonitorView::Mode::List, .x = 1e308, .width = 1e308, .height = -5};
    const MonitorView good{
        .label = "after", .value = "\xED\xA0\x80\xFF" + std::string(5000, 'W'), .x = 5, .y = 5};
    drawOverlay(picture, {.monitors = {far, list}}, 1);
    EXPECT_EQ(picture.rgba, before.rgba);
    drawOverlay(picture, {.monitors = {far, list, good}}, 1);
    EXPECT_NE(picture.rgba, before.rgba);
}

}  // namespace
}  // namespace ounce
