// ounce convert of projects: nothing is lost, or it is said.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "project/load.h"
#include "project/sb3/archive.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A drawing of Scratch 2: the file says another size than the drawing has, and text is placed in its own way.
constexpr const char* kDrawing =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g transform="translate(3,4)"><path d="M 0 0 L 61 0 L 61 33 L 0 33 Z" fill="#f00" stroke="#000" stroke-width="4"/></g><text x="5" y="5" font-family="Helvetica" font-size="22">Hi
there</text></svg>)svg";

class Convert : public TempFolder {
  protected:
    std::string traceOf(const std::string& project) {
        const Outcome run = runOunce(fmt::format("run '{}' --steps 20 --touching --trace - -q", project));
        EXPECT_EQ(run.code, 0) << run.out;
        // Without the header and the ids of blocks, which a text has not.
        static const std::regex id("(\\[\"Cat\",\"event_whenflagclicked\",)\"[^\"]*\"");
        return std::regex_replace(run.out.substr(run.out.find('\n') + 1), id, "$1");
    }
    std::string sb2() {
        const std::string json = fmt::format(
            R"({{"objName":"Stage","costumes":[{{"costumeName":"b","baseLayerID":0,"baseLayerMD5":"x.svg","bitmapResolution":1,"rotationCenterX":0,"rotationCenterY":0}}],"children":[{{"objName":"Cat","costumes":[{{"costumeName":"c","baseLayerID":0,"baseLayerMD5":"x.svg","bitmapResolution":1,"rotationCenterX":7,"rotationCenterY":3}}],"scratchX":0,"scratchY":0,"scale":1,"direction":90,"rotationStyle":"normal","visible":true,"scripts":[[10,10,[["whenGreenFlag"],["doForever",[["forward:",30],["turnRight:",7]]]]]]}}],"info":{{}}}})");
        const auto bytes = makeArchive({{"project.json", json}, {"0.svg", kDrawing}});
        EXPECT_TRUE(bytes);
        return write("old.sb2", *bytes);
    }
};

TEST_F(Convert, TextTakesItsPicturesAndSoundsWithIt) {
    const std::string old = sb2(), sb3 = path("one.sb3"), text = path("my game.scratch"),
                      again = path("two.sb3");
    ASSERT_EQ(runOunce(fmt::format("convert {} {}", old, sb3)).code, 0);
    const Outcome toText = runOunce(fmt::format("convert {} '{}'", sb3, text));
    ASSERT_EQ(toText.code, 0) << toText.out;
    EXPECT_TRUE(fs::is_directory(path("my game")));
    // Also from the folder itself, where the name has no folder before it.
    ASSERT_EQ(
        runCommand(fmt::format("cd {} && {} convert one.sb3 here.scratch", folder_.string(), OUNCE_PROGRAM))
            .code,
        0);
    EXPECT_TRUE(fs::is_directory(path("here")));
    ASSERT_EQ(runOunce(fmt::format("convert '{}' {}", text, again)).code, 0);
    EXPECT_TRUE(traceOf(sb3) == traceOf(again));
    EXPECT_EQ(loadProject(sb3)->assets.size(), 1u);
    EXPECT_EQ(loadProject(again)->assets.begin()->second->size(),
              loadProject(sb3)->assets.begin()->second->size());
}

TEST_F(Convert, ADrawingOfScratch2StaysAsItLooked) {
    const std::string old = sb2(), sb3 = path("new.sb3"), text = path("new.scratch");
    ASSERT_EQ(runOunce(fmt::format("convert {} {}", old, sb3)).code, 0);
    ASSERT_EQ(runOunce(fmt::format("convert {} {}", old, text)).code, 0);
    const std::string before = traceOf(old);
    // The fence stops the sprite; where, its size decides.
    EXPECT_TRUE(before == traceOf(sb3));
    EXPECT_TRUE(before == traceOf(text));
}

TEST_F(Convert, SaysWhatTheOtherFormatHasNoPlaceFor) {
    const Outcome json = runOunce(fmt::format("convert {} {}", sb2(), path("bare.json")));
    EXPECT_EQ(json.code, 0);
    EXPECT_THAT(json.out, HasSubstr("left out: 1 file of costumes and sounds"));
}

TEST_F(Convert, ALinkOrADescriptorIsWrittenThrough) {
    const std::string game = write("game.scratch", "sprite A\n\nwhen flag clicked\nmove (10) steps\n");
    write("real.csv", "old");
    fs::create_symlink(path("real.csv"), path("link.csv"));
    const std::string suite = write("s.json", R"({"ounce suite": 1, "tests": [{"name": "t", "steps": 1}]})");
    ASSERT_EQ(runOunce(fmt::format("test {} {} --csv {}", game, suite, path("link.csv"))).code, 0);
    EXPECT_TRUE(fs::is_symlink(path("link.csv")));
    EXPECT_THAT(readFile(path("real.csv"), 1 << 20).value_or(""), HasSubstr("projectName"));
    // Standard output is a file here: what is written to it by name comes between what is printed.
    const std::string out = path("out.txt");
    const Outcome named =
        runCommand(fmt::format("{} test {} {} --csv /proc/self/fd/1 >{}", OUNCE_PROGRAM, game, suite, out));
    EXPECT_EQ(named.code, 0) << named.out;
    const std::string text = readFile(out, 1 << 20).value_or("");
    EXPECT_THAT(text, HasSubstr("projectName"));
    EXPECT_THAT(text, HasSubstr("1 test: 1 passed"));
    EXPECT_TRUE(fs::is_regular_file(out));
    EXPECT_EQ(runOunce(fmt::format("test {} {} --csv /dev/null", game, suite)).code, 0);
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace ounce
