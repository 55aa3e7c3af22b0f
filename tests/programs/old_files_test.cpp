// Programs that only a file can hold: Scratch 2 blocks, and Scratch 3 files that no editor writes any more.
#include <gtest/gtest.h>

#include "glance.h"
#include "project/load.h"
#include "vm/runner.h"

namespace ounce::programs {
namespace {

// Runs a project for some steps after the green flag and says what `subject` reads as then.
std::string after(int steps, const std::string& json, std::string_view subject) {
    auto project = readProjectJson(json, "old.json");
    if (!project) return project.error().message();
    auto program = compile(std::move(*project));
    if (!program) return program.error().message();
    Runner runner(*program, {}, 1, {InputEvent{}});
    for (int i = 0; i < steps; i++) runner.step();
    return Glance(runner.machine()).at(subject);
}

// A Scratch 2 project whose sprite has these scripts.
std::string scratch2(const std::string& scripts) {
    return R"({"objName":"Stage","costumes":[{"costumeName":"b","baseLayerID":0,"baseLayerMD5":"aa.png"}],
        "currentCostumeIndex":0,"penLayerMD5":null,"tempoBPM":60,"variables":[{"name":"v","value":0,"isPersistent":false}],
        "children":[{"objName":"Cat","costumes":[{"costumeName":"c","baseLayerID":1,"baseLayerMD5":"bb.svg",
        "rotationCenterX":3,"rotationCenterY":4}],"currentCostumeIndex":0,"scripts":[)" +
           scripts + "]}]}";
}

TEST(Scratch2, NumbersInTheFileAreNumbers) {
    EXPECT_EQ(after(1, scratch2(R"([0,0,[["whenGreenFlag"],["say:",3.14159]]])"), "bubble of Cat"),
              "\"3.14\"");
    EXPECT_EQ(after(1, scratch2(R"([0,0,[["whenGreenFlag"],["say:","3.14159"]]])"), "bubble of Cat"),
              "\"3.14159\"");
}

TEST(Scratch2, AnUnknownReporterLeavesTheDefault) {
    EXPECT_EQ(after(1, scratch2(R"([0,0,[["whenGreenFlag"],["setVar:to:","v",["+",["nobody"],1]]]])"),
                    "variable v"),
              "11");
}

TEST(Scratch2, StopAllOfOldFilesIsSkipped) {
    EXPECT_EQ(
        after(1, scratch2(R"([0,0,[["whenGreenFlag"],["stopAll"],["setVar:to:","v",5]]])"), "variable v"),
        "5");
}

TEST(Scratch2, ParametersWithoutWhiteSpaceBeforeThemLoseTheLastArgument) {
    const std::string definition = R"([0,0,[["procDef","a%s %n",["p","q"],["",1],false],
        ["setVar:to:","v",["concatenate:with:",["getParam","p","r"],["getParam","q","r"]]]]],)";
    EXPECT_EQ(
        after(1, scratch2(definition + R"([0,0,[["whenGreenFlag"],["call","a%s %n","x",7]]])"), "variable v"),
        "\"x0\"");
}

// A Scratch 3 project with these blocks in its sprite.
std::string scratch3(const std::string& blocks, const std::string& sprite = "") {
    const std::string costumes =
        R"("costumes":[{"name":"c","assetId":"cd21514d0531fdffb22204e0ec5ed84a","dataFormat":"svg",
        "md5ext":"cd21514d0531fdffb22204e0ec5ed84a.svg","rotationCenterX":0,"rotationCenterY":0}],"sounds":[])";
    return R"({"targets":[{"isStage":true,"name":"Stage","variables":{"g":["v",0]},"lists":{},"broadcasts":{},"blocks":{},
        "currentCostume":0,"layerOrder":0,)" +
           costumes +
           R"(},{"isStage":false,"name":"Cat","variables":{"own":["score",5]},"lists":{},"broadcasts":{},)" +
           costumes + R"(,"currentCostume":0,"layerOrder":1)" + sprite + R"(,"blocks":{)" + blocks +
           R"(}}],"monitors":[],"extensions":[],"meta":{"semver":"3.0.0"}})";
}

constexpr const char* kFlag =
    R"("a":{"opcode":"event_whenflagclicked","next":"b","parent":null,"inputs":{},"fields":{},"topLevel":true},)";

// Official Scratch before version 15 took the sprite's own variable; since then the stage gets a new one.
TEST(Scratch3, AWrongIdBesideAnOwnVariableMakesANewGlobal) {
    const std::string json =
        scratch3(std::string(kFlag) + R"("b":{"opcode":"data_setvariableto","next":null,"parent":"a",
        "inputs":{"VALUE":[1,[10,"9"]]},"fields":{"VARIABLE":["score","wrong"]}})");
    EXPECT_EQ(after(1, json, "variable score2"), "\"9\"");
    EXPECT_EQ(after(1, json, "variable score of Cat"), "5");
}

TEST(Scratch3, AnUnknownBlockIsSkippedAfterItsInputs) {
    const std::string json =
        scratch3(std::string(kFlag) + R"("b":{"opcode":"looks_unheard","next":"c","parent":"a",
        "inputs":{"X":[2,"r"]},"fields":{}},"r":{"opcode":"operator_random","next":null,"parent":"b",
        "inputs":{"FROM":[1,[4,"0.0"]],"TO":[1,[4,"1"]]},"fields":{}},"c":{"opcode":"data_setvariableto","next":null,
        "parent":"b","inputs":{"VALUE":[2,"s"]},"fields":{"VARIABLE":["v","g"]}},"s":{"opcode":"operator_random","next":null,
        "parent":"c","inputs":{"FROM":[1,[4,"0.0"]],"TO":[1,[4,"1"]]},"fields":{}})");
    EXPECT_EQ(after(1, json, "variable v"), "0.002735721180215478");
}

TEST(Scratch3, DirectionsOfTheFileAreBroughtIntoRange) {
    EXPECT_EQ(after(1, scratch3("", R"(,"direction":540)"), "direction of Cat"), "180");
    EXPECT_EQ(after(1, scratch3("", R"(,"x":9999)"), "x of Cat"), "9999");
}

}  // namespace
}  // namespace ounce::programs
