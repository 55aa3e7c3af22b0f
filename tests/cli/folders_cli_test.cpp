// Commands about one project, given a folder of them: each project gets its row, its files and its answer.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../temp_folder.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kGood = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [score v] to (1)
)";
constexpr const char* kBad = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [score v] to (7)
)";
constexpr const char* kRecursive = R"(stage

sprite Cat
  costume "cat" rect 40 40 #ff0000

define down (n)
down ((n) + (1))
)";

class Folders : public TempFolder {
  protected:
    // One folder a pupil, equal file names, as learning platforms hand them out.
    void SetUp() override {
        write("class/anna/game.scratch", kGood);
        write("class/ben/game.scratch", kBad);
        write("small.props", "small: never score > 5\n");
    }
    json document(const std::string& arguments, int code) {
        const Outcome outcome =
            runCommand(fmt::format("({} {} --json 2>/dev/null)", OUNCE_PROGRAM, arguments));
        EXPECT_EQ(outcome.code, code) << outcome.out;
        return json::parse(outcome.out, nullptr, false);
    }
};

TEST_F(Folders, ProjectsIsAListForOneProjectAndForMany) {
    for (const std::string command : {"show {}", "run {} --steps 3", "mutate {} --list",
                                      "check {} --spec {}/small.props --budget 50states"}) {
        const auto arguments = [&](const std::string& project) {
            std::string text = command;
            text.replace(text.find("{}"), 2, project);
            if (const auto at = text.find("{}"); at != std::string::npos)
                text.replace(at, 2, folder_.string());
            return text;
        };
        const json one = document(arguments(path("class/anna/game.scratch")), 0);
        ASSERT_EQ(one["projects"].size(), 1u) << command;
        EXPECT_EQ(one["projects"][0]["name"], "game");
        const json many = document(arguments(path("class")), command[0] == 'c' ? 1 : 0);
        ASSERT_EQ(many["projects"].size(), 2u) << command;
        EXPECT_EQ(many["projects"][0]["name"], "anna/game");
        for (const auto& member : one["projects"][0].items()) {
            EXPECT_TRUE(many["projects"][0].contains(member.key())) << command << ": " << member.key();
            // Scripts that were written for one project find its members where they always were.
            if (member.key() != "name" && member.key() != "file") {
                EXPECT_EQ(one[member.key()], member.value()) << command;
            }
        }
    }
}

TEST_F(Folders, AWitnessIsReplayedOnEachProject) {
    const std::string check = fmt::format("check {} --spec {} --budget 300states -o {}", path("class"),
                                          path("small.props"), path("found"));
    EXPECT_EQ(runOunce(check).code, 1);
    EXPECT_FALSE(fs::exists(path("found/anna/game/small.witness.json")));
    const std::string witness = path("found/ben/game/small.witness.json");
    ASSERT_TRUE(fs::exists(witness)) << "each project has its own folder";
    const json replayed = document(fmt::format("replay {} {}", path("class"), witness), 1);
    ASSERT_EQ(replayed["projects"].size(), 2u);
    EXPECT_EQ(replayed["projects"][0]["reproduced"], false);
    EXPECT_EQ(replayed["projects"][1]["reproduced"], true);
}

TEST_F(Folders, EachProjectIsFuzzed) {
    write("blocks/down.scratch", kRecursive);
    write("blocks/good.scratch", kGood);
    const Outcome outcome =
        runOunce(fmt::format("fuzz {} --budget 20x -o {} --no-color", path("blocks"), path("out")));
    EXPECT_THAT(outcome.out, HasSubstr("== down =="));
    EXPECT_THAT(outcome.out, HasSubstr("== good =="));
    EXPECT_TRUE(fs::exists(path("out/down/report.html"))) << outcome.out;
}

TEST_F(Folders, EachProjectIsConverted) {
    write("class/carl/game.scratch", "stage\n  nonsense\n");
    const json first = document(fmt::format("convert {} {} --to sb3", path("class"), path("new")), 2);
    ASSERT_EQ(first["projects"].size(), 3u);
    EXPECT_EQ(first["projects"][0]["to"], path("new/anna/game.sb3"));
    EXPECT_TRUE(first["projects"][2].contains("problem"));
    EXPECT_TRUE(fs::exists(path("new/anna/game.sb3")));
    EXPECT_TRUE(fs::exists(path("new/ben/game.sb3"))) << "one that cannot be read costs only itself";
    EXPECT_FALSE(fs::exists(path("new/carl/game.sb3")));
}

TEST_F(Folders, AreListedAsPeopleCount) {
    for (const char* name : {"pupil 10", "pupil 2", "pupil 1"})
        write(fmt::format("list/{}/game.scratch", name), kGood);
    const json info = document(fmt::format("info {}", path("list")), 0);
    std::vector<std::string> order;
    for (const json& project : info["projects"])
        order.push_back(fs::path(project["file"].get<std::string>()).parent_path().filename().string());
    EXPECT_EQ(order, (std::vector<std::string>{"pupil 1", "pupil 2", "pupil 10"}));
}

TEST_F(Folders, ConvertingOverwritesNoProject) {
    fs::remove(path("class/ben/game.scratch"));
    ASSERT_EQ(runOunce(fmt::format("convert {0}/anna/game.scratch {0}/anna/game.sb3", path("class"))).code,
              0);
    const auto size = fs::file_size(path("class/anna/game.sb3"));
    const Outcome inPlace = runOunce(fmt::format("convert {0} {0} --to sb3", path("class")));
    EXPECT_EQ(inPlace.code, 2);
    EXPECT_THAT(inPlace.out, HasSubstr("one of the projects would be overwritten"));
    EXPECT_EQ(fs::file_size(path("class/anna/game.sb3")), size);
    const Outcome same = runOunce(fmt::format("convert {} {} --to json", path("class"), path("new")));
    EXPECT_EQ(same.code, 2);
    EXPECT_THAT(same.out, HasSubstr("has become the same file"));
    EXPECT_THAT(runOunce(fmt::format("convert {} {}", path("class"), path("new"))).out, HasSubstr("--to"));
    EXPECT_EQ(
        runOunce(fmt::format("convert {}/anna/game.sb3 {} --to sb3", path("class"), path("x.sb3"))).code, 2);
}

TEST_F(Folders, OneThingIsNotCalledMany) {
    const Outcome run = runOunce(fmt::format("run {} --steps 1", path("class/anna/game.scratch")));
    EXPECT_THAT(run.out, HasSubstr("1 step (0.0 seconds"));
    EXPECT_THAT(run.out, HasSubstr("of 2 blocks"));
}

}  // namespace
}  // namespace ounce
