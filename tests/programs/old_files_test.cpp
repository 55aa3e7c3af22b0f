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

// A custom block whose definition is `head`: it sets v to v + its parameter.
std::string adding(const std::string& head) {
    return R"("d":{"opcode":"procedures_definition","next":")" + head + R"(","parent":null,
        "inputs":{"custom_block":[1,"p"]},"fields":{},"topLevel":true},
        "p":{"opcode":"procedures_prototype","next":null,"parent":"d","inputs":{},"fields":{},"shadow":true,
        "mutation":{"tagName":"mutation","children":[],"proccode":"add %s","argumentids":"[\"i\"]",
        "argumentnames":"[\"n\"]","argumentdefaults":"[\"\"]","warp":"false"}},
        "e":{"opcode":"data_changevariableby","next":null,"parent":"d","inputs":{"VALUE":[2,"f"]},"fields":{"VARIABLE":["v","g"]}},
        "f":{"opcode":"argument_reporter_string_number","next":null,"parent":"e","inputs":{},"fields":{"VALUE":["n",null]}},)";
}
std::string call(const std::string& id, const std::string& parent, int number) {
    return "\"" + id + R"(":{"opcode":"procedures_call","next":null,"parent":")" + parent +
           R"(","inputs":{"i":[1,[10,")" + std::to_string(number) + R"("]]},"fields":{},
        "mutation":{"tagName":"mutation","children":[],"proccode":"add %s","argumentids":"[\"i\"]","warp":"false"}})";
}

// What asks gets nothing and goes on; then the body runs, and then what comes next.
TEST(Scratch3, ACustomBlockInThePlaceOfAValueRunsAfterTheBlockThatAsks) {
    const std::string json =
        scratch3(adding("e") + kFlag + R"("b":{"opcode":"looks_say","next":"c","parent":"a",
        "inputs":{"MESSAGE":[2,"r"]},"fields":{}},)" +
                 call("r", "b", 7) + R"(,"c":{"opcode":"data_changevariableby",
        "next":null,"parent":"b","inputs":{"VALUE":[1,[4,"100"]]},"fields":{"VARIABLE":["v","g"]}})");
    EXPECT_EQ(after(1, json, "variable v"), "107");
    EXPECT_EQ(after(1, json, "bubble of Cat"), "\"undefined\"");
}

// The last one called runs first, each with its own parameter.
TEST(Scratch3, TwoCustomBlocksInOneInput) {
    const std::string json =
        scratch3(adding("e") + kFlag + R"("b":{"opcode":"data_setvariableto","next":null,"parent":"a",
        "inputs":{"VALUE":[2,"j"]},"fields":{"VARIABLE":["v","g"]}},"j":{"opcode":"operator_add","next":null,"parent":"b",
        "inputs":{"NUM1":[2,"r"],"NUM2":[2,"s"]},"fields":{}},)" +
                 call("r", "j", 7) + "," + call("s", "j", 30));
    EXPECT_EQ(after(1, json, "variable v"), "37");
}

// The branches of a block belong to the level that the definition has taken: they never run.
TEST(Scratch3, ACustomBlockAsAConditionKeepsTheBranchFromRunning) {
    const std::string json =
        scratch3(adding("e") + kFlag + R"("b":{"opcode":"control_if","next":null,"parent":"a",
        "inputs":{"CONDITION":[2,"n"],"SUBSTACK":[2,"c"]},"fields":{}},"n":{"opcode":"operator_not","next":null,"parent":"b",
        "inputs":{"OPERAND":[2,"r"]},"fields":{}},)" +
                 call("r", "n", 7) + R"(,"c":{"opcode":"data_setvariableto",
        "next":null,"parent":"b","inputs":{"VALUE":[1,[10,"branch"]]},"fields":{"VARIABLE":["v","g"]}})");
    EXPECT_EQ(after(2, json, "variable v"), "7");
}

TEST(Scratch3, DirectionsOfTheFileAreBroughtIntoRange) {
    EXPECT_EQ(after(1, scratch3("", R"(,"direction":540)"), "direction of Cat"), "180");
    EXPECT_EQ(after(1, scratch3("", R"(,"x":9999)"), "x of Cat"), "9999");
}

}  // namespace
}  // namespace ounce::programs
