#include "stage/skins.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <thread>

#include "base/file.h"
#include "stage/raster_cache.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

std::string heart(int curves) {
    std::string path = "M50 90";
    for (int i = 0; i < curves; i++) path += "C0 40 20 0 50 25 S100 40 50 90";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" viewBox=\"0 0 100 "
           "100\"><path d=\"" +
           path + "\" fill=\"red\" stroke=\"black\" stroke-width=\"3\"/></svg>";
}

TEST(Skins, LevelsFollowTheSize) {
    Scene scene;
    scene.add(svgBox("100", "100"));
    const Skins skins(scene.project());
    const Skin& skin = skins[0];
    EXPECT_EQ(skin.levelFor(100, 100), 0);
    EXPECT_EQ(skin.levelFor(100.5f, 100), 1);
    EXPECT_EQ(skin.levelFor(-50, 50), -1);
    EXPECT_EQ(skin.levelFor(30, 30), -1);
    EXPECT_EQ(skin.levelFor(10000, 10000), 4);  // 16 * 100 <= 2048 < 32 * 100
    EXPECT_EQ(skin.levelFor(0.01f, 0.01f), kNoLevel);
    EXPECT_EQ(skin.raster(1)->bitmap.width, 200);
}

TEST(Skins, ThreadsShareOneRaster) {
    Scene scene;
    scene.add(heart(3));
    scene.add(heart(5));
    const StageState& start = scene.start();
    std::array<std::string, 4> seen;
    {
        std::vector<std::jthread> threads;
        for (std::string& mine : seen)
            threads.emplace_back([&start, &mine] {
                StageState state = start;
                for (int step = 0; step < 60; step++) {
                    state.setPosition(1, step * 2, step);
                    state.setDirectionAndSize(0, step * 15, 80 + step, RotationStyle::AllAround);
                    mine += touching(state, 0, 1) ? '1' : '0';
                    mine += touching(state, 1, 0) ? '1' : '0';
                    (void)state.bounds(0);
                    state.drawn();
                }
            });
    }
    for (const std::string& other : seen) EXPECT_EQ(other, seen[0]);
    EXPECT_NE(seen[0].find('0'), std::string::npos);
    EXPECT_NE(seen[0].find('1'), std::string::npos);
}

TEST(RasterCache, GivesBackWhatWasStored) {
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "ounce_raster_cache_test";
    std::filesystem::remove_all(folder);
    ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    Bitmap bitmap;
    bitmap.width = 2, bitmap.height = 1, bitmap.rgba = {1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_FALSE(loadRaster("some text", 0));
    storeRaster("some text", 0, bitmap);
    const auto back = loadRaster("some text", 0);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->rgba, bitmap.rgba);
    EXPECT_FALSE(loadRaster("some text", 1));
    ::setenv("XDG_CACHE_HOME", "/dev/null", 1);
    storeRaster("some text", 0, bitmap);  // can not be written: nobody minds
    EXPECT_FALSE(loadRaster("some text", 0));
    std::filesystem::remove_all(folder);
    ::unsetenv("XDG_CACHE_HOME");
}

TEST(RasterCache, LargeFilesAreKept) {
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "ounce_large_svg_test";
    std::filesystem::remove_all(folder);
    ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    Scene scene;
    std::string large = heart(3);
    large.insert(4, " id=\"" + std::string(60000, 'a') + "\"");
    scene.add(std::move(large));
    std::vector<std::uint8_t> first;
    for (int run = 0; run < 2; run++) {
        const Skins skins(scene.project());
        const std::vector<std::uint8_t>& pixels = skins[0].raster(0)->bitmap.rgba;
        if (run == 0)
            first = pixels;
        else
            EXPECT_EQ(pixels, first);
        EXPECT_FALSE(std::filesystem::is_empty(folder / "ounce"));
    }
    std::filesystem::remove_all(folder);
    ::unsetenv("XDG_CACHE_HOME");
}

TEST(RasterCache, ForgetsWhatWasNotUsedForTheLongestTime) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(::testing::TempDir()) / "ounce_trim_test";
    fs::remove_all(folder);
    ::setenv("OUNCE_CACHE", folder.c_str(), 1);
    Bitmap bitmap;
    bitmap.width = 50, bitmap.height = 5, bitmap.rgba.assign(1000, 7);
    const auto now = fs::file_time_type::clock::now();
    const auto isOld = [&] {  // everything that is there was used an hour ago
        for (const auto& file : fs::directory_iterator(folder))
            fs::last_write_time(file.path(), now - std::chrono::hours(1));
    };
    storeRaster("first", 0, bitmap);
    storeRaster("second", 0, bitmap);
    isOld();
    storeRaster("third", 0, bitmap);
    EXPECT_TRUE(loadRaster("first", 0));  // and is used now
    ASSERT_TRUE(writeFile((folder / "something-else").string(), std::string(9000, 'x')));
    trimRasters(folder.string(), 2500);
    EXPECT_TRUE(loadRaster("first", 0));
    EXPECT_FALSE(loadRaster("second", 0));
    EXPECT_TRUE(loadRaster("third", 0));
    EXPECT_TRUE(fs::exists(folder / "something-else"));
    ::setenv("OUNCE_CACHE", "", 1);  // switched off
    storeRaster("fourth", 0, bitmap);
    EXPECT_FALSE(loadRaster("fourth", 0));
    fs::remove_all(folder);
    ::unsetenv("OUNCE_CACHE");
}

TEST(Skins, TheTextOfOldCostumesLiesOnThem) {
    Scene scene;
    scene.add(pngOf(4, 2, {255, 0, 0, 255}));
    Costume& costume = scene.project().targets[1].costumes[0];
    scene.project().assets["text.png"] = std::make_shared<const std::string>(pngOf(9, 9, [](int x, int) {
        return x == 1 ? Rgba{0, 0, 255, 255} : Rgba{};
    }));
    costume.extra.emplace_back("textLayerMD5", "\"text.png\"");
    const Skins skins(scene.project());
    const Bitmap& bitmap = skins[0].raster(0)->bitmap;
    EXPECT_EQ(bitmap.width, 4);
    EXPECT_EQ(bitmap.rgba[0], 255);
    EXPECT_EQ(bitmap.rgba[4], 0);
    EXPECT_EQ(bitmap.rgba[6], 255);
}

TEST(Skins, ACostumeWithDamagedTextIsAPlaceholder) {
    Scene scene;
    scene.add(pngOf(4, 2, {255, 0, 0, 255}));
    scene.project().assets["text.png"] = std::make_shared<const std::string>("no picture");
    scene.project().targets[1].costumes[0].extra.emplace_back("textLayerMD5", "\"text.png\"");
    const Skins skins(scene.project());
    ASSERT_EQ(skins.warnings.size(), 1u);
    EXPECT_EQ(skins[0].kind, Skin::Kind::Svg);
}

// Two pixels, blue and white, stored from the bottom.
TEST(Skins, BmpCostumesAreDrawn) {
    std::string bmp("BM", 2);
    const auto number = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; i++) bmp += static_cast<char>(value >> (8 * i) & 255);
    };
    number(14 + 40 + 8, 4), number(0, 4), number(54, 4);
    number(40, 4), number(2, 4), number(1, 4), number(1, 2), number(24, 2);
    for (const std::uint32_t rest : {0u, 8u, 2835u, 2835u, 0u, 0u}) number(rest, 4);
    bmp += std::string("\xFF\0\0\xFF\xFF\xFF\0\0", 8);
    const auto bitmap = decodeBitmap(bmp);
    ASSERT_TRUE(bitmap) << bitmap.error().message();
    EXPECT_EQ(bitmap->rgba, (std::vector<std::uint8_t>{0, 0, 255, 255, 255, 255, 255, 255}));
    // Sizes that nobody has memory for.
    bmp.replace(18, 8, "\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x7F");
    EXPECT_FALSE(bitmapSize(bmp));
    EXPECT_FALSE(decodeBitmap(bmp));
}

}  // namespace
}  // namespace ounce
