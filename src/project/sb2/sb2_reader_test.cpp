#include "project/sb2/sb2_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Bytes noAssets(const std::string&) { return nullptr; }

// A project with one sprite; `stage` and `sprite` are further members of the two objects.
std::string projectWith(const std::string& sprite, const std::string& stage = "",
                        const std::string& monitors = "") {
    return R"({"objName":"Stage","costumes":[{"costumeName":"backdrop1","baseLayerID":0,"baseLayerMD5":"aa.png"}],
        "currentCostumeIndex":0,"penLayerMD5":null,"tempoBPM":60)" +
           stage + R"(,"children":[{"objName":"Cat","costumes":[{"costumeName":"cat","baseLayerID":1,
        "baseLayerMD5":"bb.svg","rotationCenterX":3,"rotationCenterY":4}],"currentCostumeIndex":0)" +
           sprite + "}" + monitors + "]}";
}

Project read(const std::string& json) {
    auto project = readSb2Json(json, "test.sb2", noAssets);
    EXPECT_TRUE(project) << (project ? "" : project.error().message());
    return project ? *project : Project{};
}

// The target with the script `blocks`, a list of Scratch 2 blocks.
Target catWith(const std::string& blocks) {
    Project project = read(projectWith(R"(,"scripts":[[10,20,)" + blocks + "]]"));
    return project.targets.size() == 2 ? project.targets[1] : Target{};
}

const Block& only(const Target& target, std::string_view opcode) {
    static const Block kNone;
    for (const Block& block : target.blocks.all()) {
        if (block.opcodeText == opcode) return block;
    }
    ADD_FAILURE() << "no block " << opcode;
    return kNone;
}

Primitive literal(const Block& block, std::string_view input) {
    const Input* found = block.input(input);
    auto* primitive =
        found ? std::get_if<Primitive>(found->status == 3 ? &found->shadow : &found->block) : nullptr;
    EXPECT_TRUE(primitive) << block.opcodeText << " " << input;
    return primitive ? *primitive : Primitive{};
}

Scalar menuValue(const Target& target, const Block& block, std::string_view input) {
    const Input* found = block.input(input);
    auto* id =
        found ? std::get_if<std::string>(found->status == 3 ? &found->shadow : &found->block) : nullptr;
    const Block* menu = id ? target.blocks.find(*id) : nullptr;
    EXPECT_TRUE(menu && menu->shadow && !menu->fields.empty()) << block.opcodeText << " " << input;
    return menu ? menu->fields.at(0).value : Scalar{};
}

TEST(Sb2Reader, AScriptBecomesLinkedBlocks) {
    const Target cat =
        catWith(R"([["whenGreenFlag"],["forward:",10],["doRepeat",3,[["turnRight:",15],["hide"]]]])");
    const Block& hat = only(cat, "event_whenflagclicked");
    EXPECT_TRUE(hat.topLevel);
    EXPECT_EQ(hat.x, 15);
    EXPECT_EQ(hat.y, 44);
    const Block& move = only(cat, "motion_movesteps");
    EXPECT_EQ(hat.next, move.id);
    EXPECT_EQ(move.parent, hat.id);
    EXPECT_EQ(literal(move, "STEPS"), (Primitive{4, 10.0, "", {}, {}}));
    const Block& repeat = only(cat, "control_repeat");
    EXPECT_EQ(literal(repeat, "TIMES").code, 6);
    const Block& turn = only(cat, "motion_turnright");
    EXPECT_EQ(repeat.input("SUBSTACK")->block, Slot(turn.id));
    EXPECT_EQ(repeat.input("SUBSTACK")->status, 2);
    EXPECT_EQ(turn.parent, repeat.id);
    EXPECT_EQ(turn.next, only(cat, "looks_hide").id);
}

TEST(Sb2Reader, LiteralsKeepTheirType) {
    const Target cat = catWith(R"([["say:duration:elapsed:from:",5,"2"],["think:",true]])");
    EXPECT_EQ(literal(only(cat, "looks_sayforsecs"), "MESSAGE").value, Scalar(5.0));
    EXPECT_EQ(literal(only(cat, "looks_sayforsecs"), "SECS").value, Scalar("2"));
    EXPECT_EQ(menuValue(cat, only(cat, "looks_think"), "MESSAGE"), Scalar(true))
        << "not a literal in sb3 files";
}

TEST(Sb2Reader, UnknownCommandsLeaveTheStack) {
    const Target cat = catWith(R"([["show"],["doForeverIf",["mousePressed"],[]],["hide"],["stopAll"]])");
    EXPECT_EQ(only(cat, "looks_show").next, only(cat, "looks_hide").id);
    EXPECT_EQ(cat.blocks.all().size(), 2u);
}

TEST(Sb2Reader, WhereAnUnknownReporterStoodADefaultAppears) {
    const Target cat = catWith(R"([["forward:",["abs",1]],["say:",["sqrt",1]],["penColor:",["x"]],
        ["lookLike:",["x"]],["noteOn:duration:elapsed:from:",["x"],1],["playDrum",["x"],1],
        ["say:",["getAttribute:of:","x position",["x"]]]])");
    EXPECT_EQ(literal(only(cat, "motion_movesteps"), "STEPS").value, Scalar(10.0));
    EXPECT_EQ(only(cat, "motion_movesteps").input("STEPS")->status, 1);
    EXPECT_EQ(literal(only(cat, "looks_say"), "MESSAGE").value, Scalar(""));
    EXPECT_EQ(literal(only(cat, "pen_setPenColorToColor"), "COLOR").value, Scalar("#990000"));
    EXPECT_EQ(menuValue(cat, only(cat, "looks_switchcostumeto"), "COSTUME"), Scalar(""));
    EXPECT_EQ(menuValue(cat, only(cat, "music_playNoteForBeats"), "NOTE"), Scalar(60.0));
    EXPECT_EQ(menuValue(cat, only(cat, "music_playDrumForBeats"), "DRUM"), Scalar(""));
    EXPECT_EQ(menuValue(cat, only(cat, "sensing_of"), "OBJECT"), Scalar("_stage_"));
}

TEST(Sb2Reader, FalseInABooleanSlotIsAnEmptySlot) {
    const Target cat = catWith(R"([["doIf",false,null],["doWaitUntil"]])");
    EXPECT_TRUE(only(cat, "control_if").inputs.empty());
    EXPECT_TRUE(only(cat, "control_wait_until").inputs.empty());
}

TEST(Sb2Reader, ColoursAreSignedNumbers) {
    const Target cat = catWith(R"([["penColor:",-1],["setVar:to:","x",["color:sees:",255,16711680]]])");
    EXPECT_EQ(literal(only(cat, "pen_setPenColorToColor"), "COLOR"), (Primitive{9, "#ffffff", "", {}, {}}));
    const Block& sees = only(cat, "sensing_coloristouchingcolor");
    EXPECT_EQ(literal(sees, "COLOR").value, Scalar("#0000ff"));
    EXPECT_EQ(literal(sees, "COLOR2").value, Scalar("#ff0000"));
}

TEST(Sb2Reader, MenusThatChangedTheirSpelling) {
    const Target cat = catWith(R"([["say:",["timeAndDate","day of week"]],["think:",["timeAndDate","minute"]],
        ["say:",["getAttribute:of:","costume #","Stage"]],["comeToFront"],["goBackByLayers:",2],
        ["say:",["costumeName"]]])");
    std::vector<Scalar> currents;
    for (const Block& block : cat.blocks.all()) {
        if (block.opcode == Opcode::sensing_current) currents.push_back(block.fields.at(0).value);
    }
    EXPECT_THAT(currents, ElementsAre(Scalar("DAYOFWEEK"), Scalar("MINUTE")));
    EXPECT_EQ(menuValue(cat, only(cat, "sensing_of"), "OBJECT"), Scalar("_stage_"));
    EXPECT_EQ(only(cat, "looks_gotofrontback").field("FRONT_BACK")->value, Scalar("front"));
    EXPECT_EQ(only(cat, "looks_goforwardbackwardlayers").field("FORWARD_BACKWARD")->value,
              Scalar("backward"));
    EXPECT_EQ(only(cat, "looks_costumenumbername").field("NUMBER_NAME")->value, Scalar("name"));
}

TEST(Sb2Reader, TheVideoMotionHatIsABlockOfItsOwn) {
    const Target cat = catWith(R"([["whenSensorGreaterThan","video motion",30],["show"]])");
    EXPECT_EQ(literal(only(cat, "videoSensing_whenMotionGreaterThan"), "REFERENCE").value, Scalar(30.0));
    const Target other = catWith(R"([["whenSensorGreaterThan","timer",30],["show"]])");
    EXPECT_EQ(only(other, "event_whengreaterthan").field("WHENGREATERTHANMENU")->value, Scalar("timer"));
}

TEST(Sb2Reader, ClickingTheStageIsAnotherHatThanClickingASprite) {
    const Project project = read(
        projectWith(R"(,"scripts":[[0,0,[["whenClicked"]]]])", R"(,"scripts":[[0,0,[["whenClicked"]]]])"));
    EXPECT_EQ(project.targets[0].blocks.all().at(0).opcodeText, "event_whenstageclicked");
    EXPECT_EQ(project.targets[1].blocks.all().at(0).opcodeText, "event_whenthisspriteclicked");
}

TEST(Sb2Reader, StoppingOtherScriptsLetsTheScriptGoOn) {
    EXPECT_THAT(only(catWith(R"([["stopScripts","other scripts in sprite"]])"), "control_stop").otherMutation,
                HasSubstr("hasnext"));
    EXPECT_EQ(only(catWith(R"([["stopScripts","all"]])"), "control_stop").otherMutation, "");
}

TEST(Sb2Reader, ACustomBlockHasAPrototype) {
    const Target cat = catWith(R"([["procDef","jump %n times %b",["n","really"],[1,false],true],
        ["doIf",["getParam","really","r"],[["say:",["getParam","n","r"]]]]])");
    const Block& definition = only(cat, "procedures_definition");
    const Block& prototype = only(cat, "procedures_prototype");
    EXPECT_EQ(definition.input("custom_block")->block, Slot(prototype.id));
    EXPECT_EQ(prototype.mutation->proccode, "jump %n times %b");
    EXPECT_THAT(prototype.mutation->argumentIds, ElementsAre("input0", "input1"));
    EXPECT_THAT(prototype.mutation->argumentNames, ElementsAre("n", "really"));
    EXPECT_THAT(prototype.mutation->argumentDefaults, ElementsAre(Scalar(1.0), Scalar(false)));
    EXPECT_TRUE(prototype.mutation->warp);
    EXPECT_EQ(only(cat, "argument_reporter_boolean").field("VALUE")->value, Scalar("really"))
        << "in a boolean slot whatever the file says";
    EXPECT_EQ(only(cat, "argument_reporter_string_number").field("VALUE")->value, Scalar("n"));
}

// `a%s %n` called with x, 7: the second parameter gets nothing.
TEST(Sb2Reader, ArgumentsWithoutWhiteSpaceBeforeAreNotCounted) {
    const Target cat = catWith(R"([["call","a%s %n","x",7]])");
    const Block& call = only(cat, "procedures_call");
    EXPECT_THAT(call.mutation->argumentIds, ElementsAre("input0"));
    EXPECT_EQ(call.inputs.size(), 1u);
    EXPECT_EQ(literal(call, "input0"), (Primitive{4, "x", "", {}, {}}));
}

TEST(Sb2Reader, MessagesAreLowerCaseAndTheEmptyOneGetsAName) {
    const Project project = read(projectWith(
        R"(,"scripts":[[0,0,[["whenIReceive","Go"],["broadcast:","GO"],["broadcast:",["+",1,2]],["broadcast:","message1"]]]])"));
    std::vector<std::string> names;
    for (const Broadcast& broadcast : project.targets[0].broadcasts) names.push_back(broadcast.name);
    EXPECT_THAT(names, ElementsAre("go", "message1", "message2"));
    const Block& hat = only(project.targets[1], "event_whenbroadcastreceived");
    EXPECT_EQ(hat.field("BROADCAST_OPTION")->value, Scalar("go"));
    EXPECT_EQ(hat.field("BROADCAST_OPTION")->id, project.targets[0].broadcasts[0].id);
    std::vector<Scalar> sent;
    for (const Block& block : project.targets[1].blocks.all()) {
        if (block.opcode == Opcode::event_broadcast) sent.push_back(literal(block, "BROADCAST_INPUT").value);
    }
    EXPECT_THAT(sent, ElementsAre(Scalar("go"), Scalar("message2"), Scalar("message1")));
}

TEST(Sb2Reader, ASpritesVariableHidesTheGlobalOfThatName) {
    const Project project = read(projectWith(
        R"(,"variables":[{"name":"score","value":"1"},{"name":"mine","value":true}],
            "scripts":[[0,0,[["setVar:to:","score",["readVariable","mine"]]]]])",
        R"(,"variables":[{"name":"score","value":7,"isPersistent":true}],"lists":[{"listName":"l","contents":[1,"a",null]}])"));
    const Target& stage = project.targets[0];
    const Target& cat = project.targets[1];
    EXPECT_EQ(stage.variables.at(0).value, Scalar(7.0));
    EXPECT_TRUE(stage.variables.at(0).cloud);
    EXPECT_THAT(stage.lists.at(0).items, ElementsAre(Scalar(1.0), Scalar("a"), Scalar(nullptr)));
    EXPECT_EQ(cat.variables.at(0).id, stage.variables.at(0).id);
    EXPECT_NE(cat.variables.at(1).id, "");
    const Block& set = only(cat, "data_setvariableto");
    EXPECT_EQ(set.field("VARIABLE")->id, stage.variables.at(0).id);
    const Input* value = set.input("VALUE");
    EXPECT_EQ(value->block, Slot(Primitive{12, "mine", cat.variables.at(1).id, {}, {}}));
}

TEST(Sb2Reader, PropertiesOfSpritesAndStage) {
    const Project project = read(projectWith(
        R"(,"scratchX":5,"scratchY":-6,"scale":0.5,"direction":270,"rotationStyle":"leftRight","isDraggable":true,"visible":false)",
        R"(,"videoAlpha":0.25,"info":{"videoOn":false,"userAgent":"Editor"})"));
    const Target& cat = project.targets[1];
    EXPECT_EQ(cat.x, 5);
    EXPECT_EQ(cat.y, -6);
    EXPECT_EQ(cat.size, 50);
    EXPECT_EQ(cat.direction, -90);
    EXPECT_EQ(cat.rotationStyle, "left-right");
    EXPECT_TRUE(cat.draggable);
    EXPECT_FALSE(cat.visible);
    EXPECT_EQ(cat.volume, 100);
    const Target& stage = project.targets[0];
    EXPECT_EQ(stage.videoTransparency, 75);
    EXPECT_EQ(stage.videoState, "off");
    EXPECT_EQ(stage.costumes.at(0).rotationCenterX, 240);
    EXPECT_THAT(project.meta, HasSubstr(R"("agent":"Editor")"));
}

TEST(Sb2Reader, TheLibraryOrdersTheSpritesTheFileTheLayers) {
    const std::string second =
        R"(,{"objName":"Dog","costumes":[],"currentCostumeIndex":0,"indexInLibrary":1})";
    const Project project = read(projectWith(R"(,"indexInLibrary":2)", "", second));
    ASSERT_EQ(project.targets.size(), 3u);
    EXPECT_EQ(project.targets[1].name, "Dog");
    EXPECT_EQ(project.targets[1].layerOrder, 2);
    EXPECT_EQ(project.targets[2].name, "Cat");
    EXPECT_EQ(project.targets[2].layerOrder, 1);
}

TEST(Sb2Reader, AssetsGetTheNamesOfScratch3) {
    const auto asset = [](const std::string& name) -> Bytes {
        return name == "1.svg" ? std::make_shared<const std::string>("<svg/>") : nullptr;
    };
    auto project = readSb2Json(projectWith(R"(,"sounds":[{"soundName":"meow","soundID":4,"md5":"cc.wav"}])"),
                               "test.sb2", asset);
    ASSERT_TRUE(project);
    const Costume& costume = project->targets[1].costumes.at(0);
    EXPECT_EQ(costume.md5ext, md5("<svg/>") + ".svg");
    EXPECT_EQ(*project->assets.at(costume.md5ext), "<svg/>");
    EXPECT_EQ(project->targets[1].sounds.at(0).md5ext, "cc.wav");
    EXPECT_THAT(project->warnings, ElementsAre(HasSubstr("backdrop1"), HasSubstr("meow")));
}

TEST(Sb2Reader, CommentsHangOnBlocksByNumber) {
    const Project project =
        read(projectWith(R"(,"scripts":[[0,0,[["unknown"],["show"],["say:",["readVariable","x"]]]]],
        "scriptComments":[[2,2,100,100,true,-1,"free"],[0,0,9,9,false,0,"on the unknown"],[0,0,9,9,true,1,"first"],
                          [0,0,9,9,true,1,"last"],[0,0,9,9,true,3,"on the variable"]])"));
    const Target& cat = project.targets[1];
    ASSERT_EQ(cat.comments.size(), 5u);
    EXPECT_EQ(cat.comments[0].x, 3);
    EXPECT_FALSE(cat.comments[1].blockId);
    EXPECT_EQ(cat.comments[1].x, 0);
    EXPECT_FALSE(cat.comments[2].blockId);
    const Block& show = only(cat, "looks_show");
    EXPECT_EQ(cat.comments[3].blockId, show.id);
    EXPECT_EQ(show.comment, cat.comments[3].id);
    EXPECT_EQ(cat.comments[4].blockId, only(cat, "data_variable").id) << "a primitive could not hold it";
}

// Each slot takes an id before what is in it, also one that has no shadow or whose shadow is a mere number.
TEST(Sb2Reader, IdsAreCountedInTheOrderOfTheOfficialImporter) {
    const Project project = read(projectWith(
        R"(,"scriptComments":[[0,0,1,1,true,-1,"note"]],"scripts":[[0,0,[["procDef","jump",[],[],false],
            ["doIf",["=",["readVariable","v"],5],[["gotoSpriteOrMouse:","_mouse_"],["hide"]]],["show"]]]])",
        R"(,"variables":[{"name":"v","value":0}],"scripts":[[0,0,[["nextScene"]]]])"));
    ASSERT_EQ(project.targets.size(), 2u);
    const Target& stage = project.targets[0];
    const Target& cat = project.targets[1];
    EXPECT_EQ(stage.variables.at(0).id, "uid00000001-v-") << "the stage itself is the first";
    EXPECT_EQ(only(stage, "looks_nextbackdrop").id, "uid00000002");
    EXPECT_EQ(cat.comments.at(0).id, "uid00000004") << "after the sprite";
    EXPECT_EQ(only(cat, "procedures_definition").id, "uid00000005");
    EXPECT_EQ(only(cat, "procedures_prototype").id, "uid00000006");
    EXPECT_EQ(only(cat, "control_if").id, "uid00000007");
    EXPECT_EQ(only(cat, "operator_equals").id, "uid00000009") << "after the slot of the condition";
    EXPECT_EQ(only(cat, "motion_goto").id, "uid00000014") << "after two slots, a variable and the branch";
    EXPECT_EQ(only(cat, "motion_goto_menu").id, "uid00000015");
    EXPECT_EQ(only(cat, "looks_hide").id, "uid00000016");
    EXPECT_EQ(only(cat, "looks_show").id, "uid00000017");
}

TEST(Sb2Reader, MonitorsOfVariablesListsAndBlocks) {
    const Project project = read(projectWith(
        R"(,"variables":[{"name":"v","value":0}],"lists":[{"listName":"l","contents":[]}])", "",
        R"(,{"target":"Cat","cmd":"getVar:","param":"v","mode":3,"sliderMin":1,"sliderMax":9,"x":5,"y":6,"visible":true}
           ,{"listName":"l","contents":[],"x":1,"y":2,"width":30,"height":40,"visible":false}
           ,{"target":"Cat","cmd":"xpos","mode":2,"visible":true}
           ,{"target":"Stage","cmd":"tempo","mode":1,"visible":false},{"target":"Stage","cmd":"gone","mode":1})"));
    ASSERT_EQ(project.monitors.size(), 3u);
    const Monitor& slider = project.monitors[0];
    EXPECT_EQ(slider.id, project.targets[1].variables.at(0).id);
    EXPECT_EQ(slider.mode, "slider");
    EXPECT_EQ(slider.params, R"({"VARIABLE":"v"})");
    EXPECT_EQ(slider.spriteName, "Cat");
    EXPECT_EQ(project.monitors[1].opcode, "data_listcontents");
    EXPECT_EQ(project.monitors[1].mode, "list");
    EXPECT_EQ(project.monitors[2].opcode, "motion_xposition");
    EXPECT_EQ(project.monitors[2].mode, "large");
    EXPECT_TRUE(project.extensions.empty()) << "a hidden tempo monitor loads no extension";
}

TEST(Sb2Reader, ExtensionsAreThoseOfTheBlocks) {
    const Project project = read(projectWith(
        R"(,"scripts":[[0,0,[["putPenDown"],["setTempoTo:",3],["LEGO WeDo 2.0.motorOn","motor"]]]])"));
    EXPECT_THAT(project.extensions, ElementsAre("pen", "music", "wedo2"));
}

TEST(Sb2Reader, WrongTypesDoNoHarm) {
    for (
        const char* json :
        {R"({"objName":1,"children":{}})",
         R"({"objName":"S","children":[1,null,[],{"objName":[]}],"costumes":7})",
         R"({"objName":"S","children":[],"scripts":[1,[],[0,0,1],[0,0,[1,null,"x",[],[[]],{}]]],"scriptComments":[[],1]})",
         R"({"objName":"S","children":[{},{"cmd":5},{"listName":{}}],"variables":[1,{}],"lists":[null,{"contents":3}]})",
         R"({"objName":"S","children":[],"scripts":[[0,0,[["call"],["procDef"],["getParam"],["broadcast:"],["whenIReceive",{}]]]]})"}) {
        EXPECT_TRUE(readSb2Json(json, "test.sb2", noAssets)) << json;
    }
}

TEST(Sb2Reader, RefusesWithASentence) {
    const auto refusal = [](const std::string& json) {
        auto project = readSb2Json(json, "test.sb2", noAssets);
        return project ? "" : project.error().message();
    };
    EXPECT_THAT(refusal("{"), HasSubstr("test.sb2"));
    EXPECT_THAT(refusal(R"({"targets":[]})"), HasSubstr("no Scratch 2 project"));
    EXPECT_THAT(refusal(R"({"objName":"Cat","costumes":[]})"), HasSubstr("single sprite"));
    const std::string deep(3000, '['), end(3000, ']');
    EXPECT_THAT(refusal(projectWith(R"(,"scripts":)" + deep + end)), HasSubstr("nested"));
}

}  // namespace
}  // namespace ounce
