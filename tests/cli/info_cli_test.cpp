// ounce info and ounce convert as people call them.
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../temp_folder.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class InfoCommand : public TempFolder {
  protected:
    void SetUp() override {
        project_ =
            write("old.json", R"({"objName":"Stage","costumes":[{"costumeName":"day","baseLayerMD5":"a.png"}],
            "currentCostumeIndex":0,"penLayerMD5":null,"tempoBPM":60,"variables":[{"name":"score","value":0}],
            "children":[{"objName":"Cat","costumes":[{"costumeName":"cat","baseLayerMD5":"b.png"}],"currentCostumeIndex":0,
                "scripts":[[0,0,[["whenGreenFlag"],["putPenDown"],["forward:",10]]],
                           [0,0,[["whenIReceive","never"],["hide"]]]]}]})");
    }

    std::string project_;
};

TEST_F(InfoCommand, JsonHasTheFieldsThatScriptsRelyOn) {
    const Outcome outcome = runOunce("info --json " + project_);
    EXPECT_EQ(outcome.code, 0);
    const auto document = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(document.is_object()) << outcome.out;
    EXPECT_EQ(document["schema"], 1);
    const auto& json = document["projects"][0];
    EXPECT_EQ(json["name"], "old");
    EXPECT_EQ(json["format"], "sb2");
    EXPECT_EQ(json["sprites"], 1);
    EXPECT_EQ(json["scripts"], 2);
    EXPECT_EQ(json["statements"], 3);
    EXPECT_EQ(json["goals"], 5);
    EXPECT_EQ(json["customBlocks"], 0);
    EXPECT_EQ(json["variables"], 1);
    EXPECT_EQ(json["lists"], 0);
    EXPECT_EQ(json["extensions"], nlohmann::json::array({"pen"}));
    EXPECT_EQ(json["unsupported"], nlohmann::json::array());
    EXPECT_EQ(json["deadScripts"], nlohmann::json::array({"Cat: when I receive [never v]"}));
    EXPECT_EQ(json["targets"].size(), 2u);
    EXPECT_EQ(json["targets"][1]["goals"], 5);
}

TEST_F(InfoCommand, EventsAreWhatAPlayerCanDo) {
    const std::string game =
        write("game.scratch", "sprite Cat\n\nwhen [space v] key pressed\nmove (10) steps\n");
    EXPECT_THAT(runOunce("info --events " + game).out,
                HasSubstr("what a player can do:\n  press space\n  wait\n"));
    const auto json =
        nlohmann::json::parse(runOunce("info --events --json " + game).out, nullptr, false)["projects"][0];
    ASSERT_TRUE(json.is_object());
    ASSERT_EQ(json["events"].size(), 2u);
    EXPECT_EQ(json["events"][0]["identifier"], "KeyPressEvent-space");
    EXPECT_EQ(json["events"][0]["parameters"], 1);
    EXPECT_FALSE(
        nlohmann::json::parse(runOunce("info --json " + game).out)["projects"][0].contains("events"));
}

TEST_F(InfoCommand, SeveralProjectsAreOneDocument) {
    const auto json =
        nlohmann::json::parse(runOunce("info --json " + project_ + " " + project_).out, nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["projects"].size(), 2u);
}

TEST_F(InfoCommand, AFileThatCannotBeReadCostsOneRow) {
    write("class/a/broken.sb3", "this is no project");
    write("class/a/game.scratch", "sprite Cat\n\nwhen flag clicked\nhide\n");
    write("class/b/game.scratch", "sprite Dog\n\nwhen flag clicked\nhide\n");
    const Outcome table = runOunce("info " + path("class"));
    EXPECT_EQ(table.code, 2);
    for (const char* part :
         {"broken.sb3: is no Scratch project", "Cat", "Dog", "1 of 3 files could not be read"})
        EXPECT_THAT(table.out, HasSubstr(part));
    const Outcome outcome =
        runCommand("{ " OUNCE_PROGRAM " info --json " + path("class") + " 2>/dev/null; }");
    EXPECT_EQ(outcome.code, 2);
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_EQ(json["projects"].size(), 3u) << outcome.out;
    EXPECT_EQ(json["projects"][0]["name"], "broken");
    EXPECT_THAT(json["projects"][0]["problem"].get<std::string>(), HasSubstr("is no Scratch project"));
    EXPECT_EQ(json["projects"][1]["name"], "a/game");
    EXPECT_EQ(json["projects"][2]["name"], "b/game");
    EXPECT_EQ(json["projects"][2]["sprites"], 1);
}

TEST_F(InfoCommand, PeopleGetATable) {
    const Outcome outcome = runOunce("info " + project_);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Cat"));
    EXPECT_THAT(outcome.out, HasSubstr("extensions: pen"));
    EXPECT_THAT(outcome.out, HasSubstr("when I receive [never v]"));
}

TEST_F(InfoCommand, UnreadableInputIsOneSentence) {
    const Outcome outcome = runOunce("info " + path("none.sb3"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("none.sb3"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
}

TEST_F(InfoCommand, ConvertWritesWhatTheEndingSays) {
    const std::string to = path("new.sb3");
    EXPECT_EQ(runOunce("convert -q " + project_ + " " + to).code, 0);
    const auto json = nlohmann::json::parse(runOunce("info --json " + to).out, nullptr, false)["projects"][0];
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["format"], "sb3");
    EXPECT_EQ(json["goals"], 5);
}

TEST_F(InfoCommand, ConvertRefusesMistakesAndWritesNothing) {
    const auto expectRefusal = [&](const std::string& from, const std::string& to, const std::string& why) {
        const Outcome outcome = runOunce("convert " + from + " " + to);
        EXPECT_EQ(outcome.code, 2) << to;
        EXPECT_THAT(outcome.out, HasSubstr(why));
    };
    expectRefusal(project_, project_, "overwrite itself");
    expectRefusal(project_, (folder_ / "../" / folder_.filename() / "old.json").string(), "overwrite itself");
    expectRefusal(project_, path("new.sb2"), "not written");
    expectRefusal(project_, path("new.txt"), ".sb3");
    expectRefusal(path("none.sb2"), path("new.sb3"), "none.sb2");
    int files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) files++;
    EXPECT_EQ(files, 1) << "only the project itself";
}

}  // namespace
}  // namespace ounce
