// ounce run with pictures, as people call it.
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/file.h"
#include "stage/bitmap.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A stage without costume, a variable that counts the steps, and the monitors of it and of the timer.
constexpr const char* kProject = R"({"targets":[{"isStage":true,"name":"Stage","variables":{"v":["steps",0]},
    "lists":{},"broadcasts":{},"blocks":{
      "hat":{"opcode":"event_whenflagclicked","next":"loop","parent":null,"inputs":{},"fields":{},"topLevel":true},
      "loop":{"opcode":"control_forever","next":null,"parent":"hat","inputs":{"SUBSTACK":[2,"add"]},"fields":{}},
      "add":{"opcode":"data_changevariableby","next":null,"parent":"loop","inputs":{"VALUE":[1,[4,"1"]]},
             "fields":{"VARIABLE":["steps","v"]}}},
    "currentCostume":0,"costumes":[],"sounds":[]}],
    "monitors":[{"id":"v","mode":"large","opcode":"data_variable","params":{"VARIABLE":"steps"},"spriteName":null,
                 "value":0,"width":0,"height":0,"x":5,"y":5,"visible":true},
                {"id":"timer","mode":"default","opcode":"sensing_timer","params":{},"spriteName":null,"value":0,
                 "width":0,"height":0,"x":300,"y":5,"visible":true}],"extensions":[],"meta":{"semver":"3.0.0"}})";

class Pictures : public TempFolder {
  protected:
    void SetUp() override { write("game.json", kProject); }

    // The exit code; what was printed is in `out`.
    int run(const std::string& options, const std::string& environment = "") {
        const Outcome outcome = runCommand(fmt::format("{} {} run {} --mode whisker {}", environment,
                                                       OUNCE_PROGRAM, path("game.json"), options));
        out = outcome.out;
        return outcome.code;
    }
    Bitmap picture(const std::string& name) {
        const auto bytes = readFile(path(name), 64 << 20);
        EXPECT_TRUE(bytes) << out;
        const auto bitmap = decodeBitmap(bytes.value_or(""));
        EXPECT_TRUE(bitmap);
        return bitmap.value_or(Bitmap{});
    }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    std::string out;
};

// Where two pictures differ, as left, top, right, bottom.
std::array<int, 4> difference(const Bitmap& a, const Bitmap& b) {
    std::array<int, 4> box{a.width, a.height, 0, 0};
    for (int i = 0; i < a.width * a.height; i++) {
        const auto at = static_cast<std::size_t>(i) * 4;
        if (std::equal(&a.rgba[at], &a.rgba[at] + 4, &b.rgba[at])) continue;
        const int x = i % a.width, y = i / a.width;
        box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x + 1), std::max(box[3], y + 1)};
    }
    return box;
}

TEST_F(Pictures, AScreenshotIsTakenAtTheEndOrAtAStep) {
    ASSERT_EQ(run("--steps 8 --screenshot " + path("end.png")), 0) << out;
    ASSERT_EQ(run("--steps 8 --screenshot " + path("eight.png") + " --at 8"), 0) << out;
    ASSERT_EQ(run("--steps 8 --screenshot " + path("three.png") + " --at 3"), 0) << out;
    const Bitmap end = picture("end.png");
    EXPECT_EQ(end.width, 480);
    EXPECT_EQ(end.height, 360);
    EXPECT_EQ(end.rgba, picture("eight.png").rgba);
    // The two monitors are in the first rows: the variable on the left, the timer from 300 on.
    const auto box = difference(end, picture("three.png"));
    EXPECT_GE(box[0], 5);
    EXPECT_LT(box[0], 60);
    EXPECT_GT(box[2], 300);
    EXPECT_LT(box[3], 40);
}

TEST_F(Pictures, AreLargerOnRequest) {
    ASSERT_EQ(run("--steps 2 --scale 3 --screenshot " + path("large.png")), 0) << out;
    EXPECT_EQ(picture("large.png").width, 1440);
    EXPECT_EQ(run("--steps 2 --scale 9 --screenshot " + path("huge.png")), 2);
}

TEST_F(Pictures, FramesAreNumberedByTheirSteps) {
    ASSERT_EQ(run("--steps 10 --every 4 --frames " + path("frames/new")), 0) << out;
    EXPECT_TRUE(fs::exists(path("frames/new/000004.png")));
    EXPECT_TRUE(fs::exists(path("frames/new/000008.png")));
    EXPECT_EQ(std::distance(fs::directory_iterator(path("frames/new")), fs::directory_iterator()), 2);
}

TEST_F(Pictures, AVideoHasAFrameForEveryStep) {
    ASSERT_EQ(run("--steps 5 --video " + path("film.png")), 0) << out;
    const std::string bytes = readFile(path("film.png"), 64 << 20).value_or("");
    const std::size_t control = bytes.find("acTL");
    ASSERT_NE(control, std::string::npos);
    EXPECT_EQ(bytes.substr(control + 4, 4), std::string("\0\0\0\5", 4));
    EXPECT_EQ(picture("film.png").width, 480);
}

TEST_F(Pictures, AGifNeedsNothingElse) {
    ASSERT_EQ(run("--steps 5 --video " + path("film.gif"), "PATH=/nowhere"), 0) << out;
    EXPECT_EQ(picture("film.gif").width, 480);
    EXPECT_EQ(run("--steps 5 --video " + path("again.gif")), 0);
    EXPECT_EQ(readFile(path("film.gif"), 64 << 20).value_or(""),
              readFile(path("again.gif"), 64 << 20).value_or("other"));
}

TEST_F(Pictures, DoNotChangeTheRun) {
    ASSERT_EQ(run("--steps 20 --trace " + path("without.jsonl")), 0) << out;
    ASSERT_EQ(run("--steps 20 --trace " + path("with.jsonl") + " --scale 2 --frames " + path("frames")), 0)
        << out;
    EXPECT_EQ(readFile(path("without.jsonl"), 64 << 20).value_or("a"),
              readFile(path("with.jsonl"), 64 << 20).value_or("b"));
}

TEST_F(Pictures, MistakesAreSaidInSentences) {
    EXPECT_EQ(run("--steps 5 --screenshot " + path("no/such/folder.png")), 2);
    EXPECT_THAT(out, HasSubstr("folder.png: cannot be written: its folder does not exist"));
    EXPECT_EQ(run("--steps 5 --screenshot " + path("a.bmp")), 2);
    EXPECT_THAT(out, HasSubstr("use one of .png"));
    EXPECT_EQ(run("--steps 5 --screenshot " + path("a.png") + " --at 6"), 2);
    EXPECT_THAT(out, HasSubstr("there is no picture after step 6: the run has the steps 1 to 5"));
    EXPECT_EQ(run("--steps 5 --at 3"), 2);
    EXPECT_THAT(out, HasSubstr("there is no --screenshot"));
    EXPECT_EQ(run("--steps 5 --frames " + path("game.json")), 2);
    EXPECT_THAT(out, HasSubstr("is not a folder"));
    EXPECT_EQ(run("--steps 5 --no-renderer --screenshot " + path("a.png")), 2);
    EXPECT_THAT(out, HasSubstr("leave out --no-renderer"));
    EXPECT_EQ(files(), 1u);  // the project, and nothing half done
}

TEST_F(Pictures, AVideoWithoutFfmpegIsRefused) {
    EXPECT_EQ(run("--steps 5 --video " + path("film.webm"), "PATH=/nowhere"), 2);
    EXPECT_THAT(out, HasSubstr("film.webm: a video needs ffmpeg, which is not installed"));
    EXPECT_EQ(files(), 1u);
}

// A stand-in that writes what it reads to its last argument.
TEST_F(Pictures, FfmpegGetsTheFramesAndItsFailureIsSaid) {
    fs::create_directories(path("bin"));
    ASSERT_TRUE(writeFile(path("bin/ffmpeg"), "#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\n"));
    fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
    const std::string environment = "PATH=" + path("bin") + ":/usr/bin:/bin";
    ASSERT_EQ(run("--steps 6 --every 2 --video " + path("film.mp4"), environment), 0) << out;
    EXPECT_EQ(fs::file_size(path("film.mp4")), 3u * 480 * 360 * 4);
    ASSERT_TRUE(writeFile(path("bin/ffmpeg"), "#!/bin/sh\nexit 3\n"));
    fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
    EXPECT_EQ(run("--steps 6 --video " + path("other.mp4"), environment), 2);
    EXPECT_THAT(out, HasSubstr("other.mp4: ffmpeg"));
    EXPECT_FALSE(fs::exists(path("other.mp4")));
}

}  // namespace
}  // namespace ounce
