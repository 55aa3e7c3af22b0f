#include "project/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/sb2/sb2_reader.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Scratch 2's nested arrays are the shortest way to write a program down: `cat` and `stage` are lists of
// scripts, each a list of blocks.
Project programOf(const std::vector<std::string>& cat, const std::vector<std::string>& stage = {}) {
    const auto scripts = [](const std::vector<std::string>& all) {
        std::string text;
        for (const std::string& script : all) text += (text.empty() ? "[0,0," : ",[0,0,") + script + "]";
        return "\"scripts\":[" + text + "]";
    };
    auto project = readSb2Json(
        R"({"objName":"Stage","costumes":[{"costumeName":"day"},{"costumeName":"night"}],)" + scripts(stage) +
            R"(,"children":[{"objName":"Cat","costumes":[{"costumeName":"cat"}],)" + scripts(cat) +
            R"(},{"objName":"Dog","scripts":[[0,0,[["whenCloned"],["show"]]]]}]})",
        "test", nullptr);
    EXPECT_TRUE(project) << (project ? "" : project.error().message());
    return project ? *project : Project{};
}

TEST(Inspect, StatementsUnderHatsAndTheHatsAreGoals) {
    const Summary summary = inspect(programOf({
        R"([["whenGreenFlag"],["doForever",[["forward:",["+",1,["xpos"]]],["doIf",["mousePressed"],[["hide"]]]]]])",
        R"([["whenKeyPressed","space"]])",
        R"([["show"],["hide"],["doRepeat",10,[["say:","loose"]]]])",
        R"([["xpos"]])",
    }));
    ASSERT_EQ(summary.targets.size(), 3u);
    const TargetSummary& cat = summary.targets[1];
    EXPECT_EQ(cat.name, "Cat");
    EXPECT_EQ(cat.scripts, 1) << "a hat alone is no script";
    EXPECT_EQ(cat.statements, 4);
    EXPECT_EQ(cat.goals, 6) << "both hats count";
    EXPECT_EQ(summary.looseBlocks, 4);
    EXPECT_EQ(summary.sprites, 2);
    EXPECT_EQ(summary.goals, 8);
}

TEST(Inspect, DefinitionsAreHatsAndCallsAreStatements) {
    const Summary summary = inspect(programOf({
        R"([["procDef","jump %n",["n"],[1],false],["changeYposBy:",["getParam","n","r"]]])",
        R"([["whenGreenFlag"],["call","jump %n",5]])",
    }));
    EXPECT_EQ(summary.targets[1].customBlocks, 1);
    EXPECT_EQ(summary.targets[1].goals, 4);
    EXPECT_EQ(summary.targets[1].scripts, 2);
}

TEST(Inspect, BlocksOfAbsentHardwareAndUnknownOnesAreNamed) {
    Project project = programOf({R"([["whenGreenFlag"],["LEGO WeDo 2.0.motorOn","motor"],["putPenDown"]])"});
    Block strange;
    strange.id = "strange";
    strange.opcodeText = "robot_dance";
    strange.topLevel = true;
    project.targets[1].blocks.add(strange);
    const Summary summary = inspect(project);
    EXPECT_THAT(summary.unsupported, ElementsAre("robot_dance", "wedo2_motorOn"));
    EXPECT_THAT(summary.extensions, ElementsAre("pen", "robot", "wedo2"));
}

TEST(Inspect, AMessageNobodySendsStartsNothing) {
    EXPECT_THAT(inspect(programOf({R"([["whenIReceive","Lost"],["show"]])",
                                   R"([["whenGreenFlag"],["createCloneOf","Dog"]])"}))
                    .deadScripts,
                ElementsAre("Cat: when I receive [lost v]"));
    EXPECT_THAT(inspect(programOf({R"([["whenIReceive","go"],["createCloneOf","Dog"]])"},
                                  {R"([["whenGreenFlag"],["broadcast:","GO"]])"}))
                    .deadScripts,
                IsEmpty());
}

TEST(Inspect, AComputedMessageMayBeAny) {
    EXPECT_THAT(inspect(programOf({R"([["whenIReceive","go"],["createCloneOf",["answer"]]])",
                                   R"([["whenGreenFlag"],["broadcast:",["concatenate:with:","g","o"]]])"}))
                    .deadScripts,
                IsEmpty());
}

TEST(Inspect, WhatOnlyADeadScriptStartsIsDead) {
    EXPECT_THAT(inspect(programOf({R"([["whenIReceive","a"],["broadcast:","b"]])",
                                   R"([["whenIReceive","b"],["broadcast:","a"]])", R"([["broadcast:","a"]])",
                                   R"([["whenGreenFlag"],["createCloneOf","Dog"]])"}))
                    .deadScripts,
                ElementsAre("Cat: when I receive [a v]", "Cat: when I receive [b v]"));
}

TEST(Inspect, ClonesNeedSomebodyWhoMakesThem) {
    EXPECT_THAT(inspect(programOf({R"([["whenCloned"],["show"]])",
                                   R"([["whenGreenFlag"],["createCloneOf","_myself_"]])"}))
                    .deadScripts,
                ElementsAre("Dog: when I start as a clone"));
    EXPECT_THAT(
        inspect(
            programOf({}, {R"([["whenCloned"],["show"]])",
                           R"([["whenGreenFlag"],["createCloneOf","Dog"],["createCloneOf","_myself_"]])"}))
            .deadScripts,
        ElementsAre("Stage: when I start as a clone"));
}

TEST(Inspect, BackdropHatsNeedTheBackdropAndASwitch) {
    const std::string clone = R"([["whenGreenFlag"],["createCloneOf","Dog"]])";
    EXPECT_THAT(
        inspect(
            programOf({R"([["whenSceneStarts","dusk"],["show"]])",
                       R"([["whenSceneStarts","night"],["show"]])", R"([["whenSceneStarts","day"],["show"]])",
                       R"([["whenGreenFlag"],["startScene","night"]])", clone}))
            .deadScripts,
        ElementsAre("Cat: when backdrop switches to [dusk v]", "Cat: when backdrop switches to [day v]"));
    EXPECT_THAT(inspect(programOf({R"([["whenSceneStarts","day"],["show"]])",
                                   R"([["whenGreenFlag"],["nextScene"]])", clone}))
                    .deadScripts,
                IsEmpty());
}

TEST(Inspect, CustomBlocksAreCalledInTheirOwnSprite) {
    EXPECT_THAT(inspect(programOf({R"([["procDef","f",[],[],false],["show"]])"},
                                  {R"([["whenGreenFlag"],["call","f"],["createCloneOf","Dog"]])"}))
                    .deadScripts,
                ElementsAre("Cat: define f"));
}

TEST(Inspect, HardwareHatsNeverStart) {
    EXPECT_THAT(inspect(programOf({R"([["LEGO WeDo 2.0.whenTilted","any"],["show"]])",
                                   R"([["whenGreenFlag"],["createCloneOf","Dog"]])"}))
                    .deadScripts,
                ElementsAre("Cat: when tilted (any v) :: wedo2"));
}

}  // namespace
}  // namespace ounce
