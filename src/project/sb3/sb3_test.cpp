// Reading and writing project.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string projectWith(const std::string& stageMembers, const std::string& rootMembers = "") {
    return R"({"targets":[{"isStage":true,"name":"Stage","costumes":[{"name":"a","assetId":"a","dataFormat":"svg"}])" +
           stageMembers + R"(}],"meta":{"semver":"3.0.0"})" + rootMembers + "}";
}

Project read(const std::string& json) {
    auto project = readProjectJson(json, "test.json");
    EXPECT_TRUE(project) << project.error().message();
    return project ? *project : Project();
}

Project readBlocks(const std::string& blocks) { return read(projectWith(R"(,"blocks":{)" + blocks + "}")); }

std::vector<std::string> idsOf(const Project& project) {
    std::vector<std::string> ids;
    for (const Block& block : project.stage()->blocks.all()) ids.push_back(block.id);
    return ids;
}

TEST(ReadSb3, EveryMemberOfABlock) {
    const Project project = readBlocks(
        R"("a":{"opcode":"motion_movesteps","next":"b","parent":null,"inputs":{"STEPS":[3,"c",[4,"10"]]},)"
        R"("fields":{"F":["v"],"G":["v",null],"H":["v","id"]},"shadow":false,"topLevel":true,"x":1,"y":-2.5,)"
        R"("comment":"k","breakpoint":{"at" : [1, 2]}})");
    const Block& block = *project.stage()->blocks.find("a");
    EXPECT_EQ(block.opcode, Opcode::motion_movesteps);
    EXPECT_EQ(block.next, "b");
    EXPECT_FALSE(block.parent);
    EXPECT_TRUE(block.hasParent);
    EXPECT_EQ(block.inputs, (std::vector<Input>{{"STEPS", 3, "c", Primitive{4, "10", ""}}}));
    EXPECT_EQ(block.fields,
              (std::vector<Field>{{"F", "v"}, {"G", "v", std::nullopt, true}, {"H", "v", "id"}}));
    EXPECT_TRUE(block.topLevel);
    EXPECT_EQ(block.y, -2.5);
    EXPECT_EQ(block.comment, "k");
    EXPECT_THAT(block.extra, ElementsAre(std::pair("breakpoint", R"({"at":[1,2]})")));
    EXPECT_THAT(project.warnings, IsEmpty());
}

TEST(ReadSb3, LeftOutNextAndParentAreRemembered) {
    const Block block = readBlocks(R"("a":{"opcode":"x"})").stage()->blocks.all()[0];
    EXPECT_FALSE(block.hasNext);
    EXPECT_FALSE(block.hasParent);
    EXPECT_EQ(block.opcode, Opcode::Unknown);
    EXPECT_EQ(block.opcodeText, "x");
}

TEST(ReadSb3, KeysComeInJavaScriptsOrder) {
    const std::string body = R"(:{"opcode":"x"})";
    EXPECT_THAT(idsOf(readBlocks(R"("b")" + body + R"(,"10")" + body + R"(,"a")" + body + R"(,"9")" + body +
                                 R"(,"01")" + body + R"(,"4294967295")" + body + R"(,"4294967294")" + body)),
                ElementsAre("9", "10", "4294967294", "b", "a", "01", "4294967295"));
}

TEST(ReadSb3, ARepeatedKeyKeepsItsFirstPlaceAndItsLastValue) {
    const Project project = readBlocks(R"("a":{"opcode":"x"},"b":{"opcode":"y"},"a":{"opcode":"z"})");
    EXPECT_THAT(idsOf(project), ElementsAre("a", "b"));
    EXPECT_EQ(project.stage()->blocks.find("a")->opcodeText, "z");
}

TEST(ReadSb3, LooseVariablesAreBlocks) {
    const Block block = readBlocks(R"("a":[12,"score","v",3,4])").stage()->blocks.all()[0];
    EXPECT_EQ(block.opcode, Opcode::data_variable);
    EXPECT_EQ(block.primitive, (Primitive{12, "score", "v", 3, 4}));
    EXPECT_TRUE(block.topLevel);
}

TEST(ReadSb3, CustomBlocks) {
    const Project project = readBlocks(
        R"("p":{"opcode":"procedures_prototype","mutation":{"tagName":"mutation","children":[],"proccode":"jump %s %b",)"
        R"("argumentids":"[\"i\",\"j\"]","argumentnames":"[\"height\",\"now\"]","argumentdefaults":"[\"\",false]",)"
        R"("warp":"true"}},)"
        R"("c":{"opcode":"procedures_call","mutation":{"proccode":"jump","warp":true,"odd":1}},)"
        R"("s":{"opcode":"control_stop","mutation":{"hasnext" : "false"}})");
    const BlockMap& blocks = project.stage()->blocks;
    const ProcedureMutation& prototype = *blocks.find("p")->mutation;
    EXPECT_EQ(prototype.proccode, "jump %s %b");
    EXPECT_THAT(prototype.argumentIds, ElementsAre("i", "j"));
    EXPECT_THAT(prototype.argumentNames, ElementsAre("height", "now"));
    EXPECT_THAT(prototype.argumentDefaults, ElementsAre(Scalar(""), Scalar(false)));
    EXPECT_TRUE(prototype.warp);
    EXPECT_EQ(prototype.json, "");  // as the editor writes it
    EXPECT_EQ(blocks.find("c")->mutation->json, R"({"proccode":"jump","warp":true,"odd":1})");
    EXPECT_EQ(blocks.find("s")->otherMutation, R"({"hasnext":"false"})");
}

TEST(ReadSb3, VariablesListsMessages) {
    const Project project = read(projectWith(
        R"(,"variables":{"a":["n",1.5],"b":["m","t",true],"c":["k",false]},"lists":{"l":["fruit",["x",2,true]]},)"
        R"("broadcasts":{"i":"go"})"));
    EXPECT_THAT(project.stage()->variables,
                ElementsAre(Variable{"a", "n", 1.5, false}, Variable{"b", "m", "t", true},
                            Variable{"c", "k", false, false}));
    EXPECT_THAT(project.stage()->lists, ElementsAre(ListVariable{"l", "fruit", {"x", 2.0, true}}));
    EXPECT_THAT(project.stage()->broadcasts, ElementsAre(Broadcast{"i", "go"}));
}

TEST(ReadSb3, ListsWhereObjectsBelongAreFine) {
    EXPECT_THAT(read(projectWith(R"(,"blocks":[],"variables":[],"lists":[],"comments":null)")).warnings,
                IsEmpty());
    EXPECT_THAT(readBlocks(R"("a":{"opcode":"x","inputs":[],"fields":[]})").warnings, IsEmpty());
}

TEST(ReadSb3, NumbersAsTextAreNumbersWithAWarning) {
    const Project project = read(projectWith(R"(,"tempo":"90","currentCostume":null)"));
    EXPECT_EQ(project.stage()->tempo, 90);
    EXPECT_THAT(project.warnings, ElementsAre(R"(the stage: "tempo" is the text "90" instead of a number)"));
}

TEST(ReadSb3, OddInputsAreReadAsOfficialScratchDoes) {
    const Project project = readBlocks(
        R"("a":{"opcode":"x","inputs":{"A":null,"B":[1,null],"C":[1],"D":[1,[99,"?"]],"E":[7,"b","s"],"F":[2,5]}})");
    EXPECT_EQ(
        project.stage()->blocks.all()[0].inputs,
        (std::vector<Input>{
            {"B", 1, {}, {}}, {"C", 1, {}, {}}, {"D", 1, {}, {}}, {"E", 3, "b", "s"}, {"F", 2, "5", {}}}));
    EXPECT_EQ(project.warnings.size(), 3u);
}

TEST(ReadSb3, WhatOnlyJavaScriptReads) {
    const Project project = read(projectWith(
        R"(,"variables":{"a":["half \ud83d.",1e999],"b":["x\bx\\b",123456789012345678901234567890],"c":["\ud83d\ude00",-1e400]})"));
    const auto& variables = project.stage()->variables;
    EXPECT_EQ(variables[0].name, "half \uFFFD.");
    EXPECT_EQ(variables[1].name, "xx\\b");
    EXPECT_EQ(std::get<double>(variables[1].value), 123456789012345678901234567890.0);
    EXPECT_EQ(variables[2].name, "😀");
    EXPECT_THAT(project.warnings, ElementsAre(HasSubstr("half a character"), HasSubstr("too large")));
}

TEST(ReadSb3, AByteOrderMarkIsSkipped) {
    EXPECT_EQ(read("\xEF\xBB\xBF" + projectWith("")).targets.size(), 1u);
}

TEST(ReadSb3, MissingThingsGetOfficialDefaults) {
    const Project project =
        read(R"({"targets":[{"isStage":true,"name":"Stage"},{"isStage":false,"name":"Cat"}]})");
    const Target& cat = project.targets[1];
    EXPECT_EQ(cat.x, 0);
    EXPECT_EQ(cat.direction, 90);
    EXPECT_EQ(cat.size, 100);
    EXPECT_TRUE(cat.visible);
    EXPECT_EQ(cat.rotationStyle, "all around");
    EXPECT_THAT(project.warnings, ElementsAre("the stage: the stage has no backdrop",
                                              "sprite Cat: the sprite has no costume", HasSubstr("version")));
}

TEST(WriteSb3, ReadingWhatWasWrittenGivesTheSameProject) {
    const Project project = read(projectWith(
        R"(,"blocks":{"10":{"opcode":"x","next":null,"inputs":{"A":[3,"9",[11,"go","m"]]},"fields":{"F":[1,null]},)"
        R"("shadow":true,"topLevel":true,"x":0.1,"y":1e21,"comment":"k","new":{"a":[1,{"b":null}]}},"9":[13,"l","i",1,2],)"
        R"("p":{"opcode":"procedures_call","mutation":{"proccode":"é\u0001\n"}}},)"
        R"("variables":{"v":["n",1e-7],"w":["m",null,true]},"lists":{"l":["fruit",["\u2028",true]]},)"
        R"("comments":{"k":{"blockId":"10","text":"hi","x":1,"minimized":true,"extra":"!"}},)"
        R"("sounds":[{"name":"pop","assetId":"b","dataFormat":"wav","md5ext":"b.wav","rate":48000,"sampleCount":3,"z":1}],)"
        R"("x":5,"visible":false,"tempo":61,"textToSpeechLanguage":"de","odd":[])",
        R"(,"monitors":[{"id":"m","mode":"slider","opcode":"data_variable","params":{"VARIABLE" : "n"},"spriteName":null,)"
        R"("value":[1,"2"],"width":1,"height":2,"x":3,"y":4,"visible":true,"sliderMin":0}],"extensions":["pen"],"more":true)"));
    const std::string json = writeProjectJson(project);
    const Project again = read(json);
    EXPECT_TRUE(again == project) << json;
    EXPECT_EQ(writeProjectJson(again), json);
}

TEST(WriteSb3, IsWhatTheEditorWrites) {
    const std::string json =
        R"({"targets":[{"isStage":true,"name":"Stage","variables":{"v":["n",0]},"lists":{},"broadcasts":{},"blocks":{)"
        R"("a":{"opcode":"event_whenflagclicked","next":null,"parent":null,"inputs":{},"fields":{},"shadow":false,)"
        R"("topLevel":true,"x":1,"y":2}},"comments":{},"currentCostume":0,"costumes":[{"name":"a","assetId":"b",)"
        R"("dataFormat":"svg","md5ext":"b.svg","rotationCenterX":240,"rotationCenterY":180}],"sounds":[],"volume":100,)"
        R"("layerOrder":0,"tempo":60,"videoTransparency":50,"videoState":"on","textToSpeechLanguage":null}],)"
        R"("monitors":[],"extensions":[],"meta":{"semver":"3.0.0","vm":"0.2.0","agent":""}})";
    EXPECT_EQ(writeProjectJson(read(json)), json);
}

}  // namespace
}  // namespace ounce
