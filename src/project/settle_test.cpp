#include "project/settle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce {
namespace {

using testing::ElementsAre;

// A project of a stage and sprites, given by their members.
Project settled(const std::string& stage, const std::vector<std::string>& sprites = {},
                const std::string& more = "") {
    std::string json =
        R"({"meta":{"semver":"3.0.0"},"targets":[{"isStage":true,"name":"Stage")" + stage + "}";
    for (const std::string& sprite : sprites) json += R"(,{"isStage":false,)" + sprite + "}";
    auto project = readProjectJson(json + "]" + more + "}", "test.json");
    EXPECT_TRUE(project) << project.error().message();
    settle(*project);
    return *project;
}

std::string hat(const std::string& id, const std::string& fields) {
    return "\"" + id + R"(":{"opcode":"x_y","next":null,"inputs":{},"fields":{)" + fields + "}}";
}

TEST(Settle, SpritesGetDifferentNames) {
    const Project project =
        settled("", {R"("name":"Cat1")", R"("name":"Cat1")", R"("name":"Cat2")", R"("name":"Cat1")",
                     R"("name":"_edge_")", R"("name":"_edge_")", R"("name":"Stage")"});
    std::vector<std::string> names;
    for (const Target& target : project.targets) names.push_back(target.name);
    EXPECT_THAT(names, ElementsAre("Stage", "Cat1", "Cat2", "Cat3", "Cat4", "_edge_", "_edge_", "Stage"));
}

TEST(Settle, CostumesOfASpriteGetDifferentNames) {
    const std::string costume = R"({"name":"cc1","assetId":"a","dataFormat":"svg"})";
    const Project project =
        settled(R"(,"currentCostume":7,"costumes":[)" + costume + "," + costume + "," + costume + "]");
    std::vector<std::string> names;
    for (const Costume& c : project.stage()->costumes) names.push_back(c.name);
    EXPECT_THAT(names, ElementsAre("cc1", "cc2", "cc3"));
    EXPECT_EQ(project.stage()->currentCostume, 2);
}

TEST(Settle, DirectionIsBroughtIntoRange) {
    for (auto [before, after] :
         {std::pair{90.0, 90.0}, {270.0, -90.0}, {-180.0, 180.0}, {180.5, 180.5}, {-179.5, 180.5}}) {
        const Project project = settled("", {R"("name":"Cat","direction":)" + std::to_string(before)});
        EXPECT_EQ(project.targets[1].direction, after) << before;
    }
}

TEST(Settle, DanglingReferencesFindTheStageVariableOfThatName) {
    const Project project =
        settled(R"(,"variables":{"v":["score",5]})",
                {R"("name":"Cat","blocks":{)" + hat("a", R"("VARIABLE":["score","gone"])") + "}"});
    EXPECT_EQ(project.targets[1].blocks.find("a")->field("VARIABLE")->id, "v");
    EXPECT_EQ(project.stage()->variables.size(), 1u);
}

TEST(Settle, DanglingReferencesBesideALocalMakeANewGlobal) {
    const Project project = settled("", {R"("name":"Cat","variables":{"local":["score",5]},"blocks":{)" +
                                         hat("a", R"("VARIABLE":["score","gone"])") + "," +
                                         hat("b", R"("VARIABLE":["score","lost"])") + "}"});
    EXPECT_THAT(project.stage()->variables, ElementsAre(Variable{"gone", "score2", 0.0, false}));
    for (const Block& block : project.targets[1].blocks.all()) {
        EXPECT_EQ(block.fields[0].id, "gone");
        EXPECT_EQ(std::get<std::string>(block.fields[0].value), "score2");
    }
}

TEST(Settle, ReferencesShowTheNameThatTheVariableHas) {
    const Project project =
        settled(R"(,"lists":{"l":["fruit",[]]})",
                {R"("name":"Cat","blocks":{)" + hat("a", R"("LIST":["old name","l"])") + "}"});
    EXPECT_EQ(std::get<std::string>(project.targets[1].blocks.find("a")->field("LIST")->value), "fruit");
}

TEST(Settle, MessagesThatOnlyHatsNameBecomeKnown) {
    const Project project =
        settled("", {R"("name":"Cat","blocks":{)" + hat("a", R"("BROADCAST_OPTION":["go","m"])") + "}"});
    EXPECT_THAT(project.stage()->broadcasts, ElementsAre(Broadcast{"m", "go"}));
}

TEST(Settle, PrimitivesAreReferencesToo) {
    const Project project =
        settled("", {R"("name":"Cat","blocks":{"a":{"opcode":"x_y","next":null,"fields":{},"inputs":)"
                     R"({"A":[3,[12,"n","v"],[10,""]],"B":[3,[13,"l","w"],[11,"go","m"]]}}})"});
    EXPECT_THAT(project.stage()->variables, ElementsAre(Variable{"v", "n", 0.0, false}));
    EXPECT_THAT(project.stage()->lists, ElementsAre(ListVariable{"w", "l", {}}));
    EXPECT_THAT(project.stage()->broadcasts, ElementsAre(Broadcast{"m", "go"}));
}

TEST(Settle, UnsafeLettersInIdsBecomeWords) {
    const Project project = settled(R"(,"variables":{"a<b":["x",1],"c":["y",2]},"blocks":{)" +
                                        hat("h", R"("VARIABLE":["x","a<b"])") + "}",
                                    {}, R"(,"monitors":[{"id":"a<b"}])");
    EXPECT_THAT(project.stage()->variables,
                ElementsAre(Variable{"c", "y", 2.0, false}, Variable{"altb", "x", 1.0, false}));
    EXPECT_EQ(project.stage()->blocks.find("h")->field("VARIABLE")->id, "altb");
    EXPECT_EQ(project.monitors[0].id, "altb");
}

TEST(Settle, OnlyTenVariablesOfTheStageAreInTheCloud) {
    std::string variables;
    for (char c = 'a'; c < 'a' + 12; ++c)
        variables += std::string(variables.empty() ? "" : ",") + '"' + c + R"(":["n",0,true])";
    const Project project =
        settled(R"(,"variables":{)" + variables + "}", {R"("name":"Cat","variables":{"z":["z",0,true]})"});
    const auto& all = project.stage()->variables;
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Variable& v) { return v.cloud; }), 10);
    EXPECT_FALSE(project.targets[1].variables[0].cloud);
}

TEST(Settle, LostShadowsAreCopiedFromABlockOfTheSameKind) {
    const Project project = settled(R"(,"blocks":{)"
                                    R"("a":{"opcode":"x_y","inputs":{"N":[1,"gone"],"M":[1,"gone"]}},)"
                                    R"("b":{"opcode":"x_y","inputs":{"N":[1,[4,"7"]]}},)"
                                    R"("c":{"opcode":"x_z","shadow":true,"topLevel":true}})");
    const Block& block = *project.stage()->blocks.find("a");
    EXPECT_EQ(std::get<Primitive>(block.input("N")->block), (Primitive{4, "7", ""}));
    EXPECT_EQ(std::get<Primitive>(block.input("M")->block), (Primitive{10, "", ""}));
    EXPECT_FALSE(project.stage()->blocks.find("c")->topLevel);
}

TEST(Settle, TwiceIsOnce) {
    const Project once =
        settled("", {R"("name":"Cat","blocks":{)" + hat("a", R"("VARIABLE":["score"])") + "}",
                     R"("name":"Cat","direction":1000)"});
    Project twice = once;
    settle(twice);
    EXPECT_EQ(once, twice);
}

}  // namespace
}  // namespace ounce
