#include "stage/skins.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <thread>

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

}  // namespace
}  // namespace ounce
