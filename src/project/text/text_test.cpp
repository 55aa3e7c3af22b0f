#include <gtest/gtest.h>

#include "project/load.h"

namespace ounce {
namespace {

Project read(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << (project ? "" : project.error().message());
    return project ? *project : Project{};
}

std::string errorOf(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    return project ? "no error" : project.error().message();
}

// The opcodes of a target's blocks in the order of the lines, without shadows.
std::string opcodes(const Target& target) {
    std::string out;
    for (const Block& block : target.blocks.all()) {
        if (!block.shadow) out += block.opcodeText + ' ';
    }
    return out;
}

TEST(ReadText, ASnippetBecomesASprite) {
    const Project project = read(R"(
when flag clicked
set [score v] to [0]
forever
  if <touching (mouse-pointer v)?> then
    change [score v] by (1)
  else
    move (10) steps
  end
end
)");
    ASSERT_EQ(project.targets.size(), 2u);
    EXPECT_EQ(project.targets[0].variables.at(0).name, "score");
    EXPECT_EQ(opcodes(project.targets[1]),
              "event_whenflagclicked data_setvariableto control_forever control_if_else "
              "sensing_touchingobject data_changevariableby motion_movesteps ");
}

TEST(ReadText, TheFrameDescribesStageAndSprites) {
    const Project project = read(R"(
// A catching game.
stage
  backdrop "sky" rect 480 360 #aaf
  variable score = 0
  variable "best = score" = "12"
  list names = "Ann", "Bob",
    3, true
sprite Big Bowl
  costume "bowl" circle 40 red
  costume "label" text "Hi" 20 black
  at x: 10 y: -140.5  size 50  direction -90  hidden  draggable
  rotation left-right
  sound "pop" silence 0.5 seconds
  variable lives = 3

when flag clicked
show
)");
    ASSERT_EQ(project.targets.size(), 2u);
    const Target& stage = project.targets[0];
    const Target& bowl = project.targets[1];
    EXPECT_EQ(stage.costumes.at(0).name, "sky");
    EXPECT_EQ(std::get<double>(stage.variables.at(0).value), 0);
    EXPECT_EQ(stage.variables.at(1).name, "best = score");
    EXPECT_EQ(std::get<std::string>(stage.variables.at(1).value), "12");
    EXPECT_EQ(stage.lists.at(0).items.size(), 4u);
    EXPECT_EQ(stage.comments.at(0).text, "A catching game.");
    EXPECT_EQ(bowl.name, "Big Bowl");
    EXPECT_EQ(bowl.costumes.size(), 2u);
    EXPECT_EQ(*bowl.costumes[0].rotationCenterX, 20);
    EXPECT_EQ(bowl.x, 10);
    EXPECT_EQ(bowl.y, -140.5);
    EXPECT_EQ(bowl.size, 50);
    EXPECT_EQ(bowl.direction, -90);
    EXPECT_FALSE(bowl.visible);
    EXPECT_TRUE(bowl.draggable);
    EXPECT_EQ(bowl.rotationStyle, "left-right");
    EXPECT_EQ(bowl.sounds.at(0).name, "pop");
    EXPECT_EQ(bowl.variables.at(0).name, "lives");
    EXPECT_EQ(opcodes(bowl), "event_whenflagclicked looks_show ");
}

TEST(ReadText, CustomBlocksAndTheirParameters) {
    const Project project = read(R"(
sprite Cat

define jump (height) <high> :: warp
change y by (height)
if <high> then
  change y by ((height) * (2))
end

when flag clicked
jump (10) <(y position) < (50)>
)");
    const auto& blocks = project.targets[1].blocks.all();
    EXPECT_EQ(opcodes(project.targets[1]),
              "procedures_definition motion_changeyby argument_reporter_string_number control_if "
              "argument_reporter_boolean motion_changeyby operator_multiply argument_reporter_string_number "
              "event_whenflagclicked procedures_call operator_lt motion_yposition ");
    const Block& prototype = blocks[1];
    ASSERT_TRUE(prototype.mutation);
    EXPECT_EQ(prototype.mutation->proccode, "jump %s %b");
    EXPECT_TRUE(prototype.mutation->warp);
    EXPECT_EQ(prototype.mutation->argumentNames, (std::vector<std::string>{"height", "high"}));
}

TEST(ReadText, TheTwoOfBlocksAndOtherLookalikes) {
    const Project project = read(R"(
stage
  variable abs = 1
  list things
sprite Cat

when flag clicked
set [a v] to ([abs v] of (-9))
set [a v] to ([abs v] of (Stage v))
set [a v] to (length of [things v])
set [a v] to (length of [things])
set [pitch v] effect to (10)
set [ghost v] effect to (10)
wait until <[things v] contains [x]?>
wait until <[things] contains [x]?>
)");
    EXPECT_EQ(
        opcodes(project.targets[1]),
        "event_whenflagclicked data_setvariableto operator_mathop data_setvariableto sensing_of "
        "data_setvariableto data_lengthoflist data_setvariableto operator_length sound_seteffectto "
        "looks_seteffectto control_wait_until data_listcontainsitem control_wait_until operator_contains ");
}

TEST(ReadText, ScratchblocksSpellingsAreAccepted) {
    const Project project = read(R"(
when green flag clicked
turn cw (15) degrees
turn @turnLeft (15) degrees
wait (1) secs
say [Hi] for (2) secs
Move (10) Steps
)");
    EXPECT_EQ(opcodes(project.targets[1]),
              "event_whenflagclicked motion_turnright motion_turnleft control_wait looks_sayforsecs "
              "motion_movesteps ");
}

TEST(ReadText, ErrorsNameThePlaceAndTheNearestBlock) {
    EXPECT_EQ(errorOf("when flag clicked\n  mvoe (10) steps\n"),
              "test.scratch: line 2, column 3: there is no block «mvoe (10) steps»; did you mean «move (10) "
              "steps»?");
    EXPECT_EQ(errorOf("forever\n  move (10) steps\n"),
              "test.scratch: line 1, column 1: this block has no «end» (write «end» after its last line)");
    EXPECT_EQ(errorOf("say (join [a] (scroe))"),
              "test.scratch: line 1, column 16: there is no block, variable or list «scroe»");
    EXPECT_EQ(errorOf("end"), "test.scratch: line 1, column 1: this «end» has no block that it could end");
    EXPECT_EQ(errorOf("say (1"), "test.scratch: line 1, column 5: this «(» has no «)»");
    EXPECT_EQ(errorOf("sprite A\n  costume \"a\" circle x red"),
              "test.scratch: line 2, column 22: a number is expected here for the diameter");
}

}  // namespace
}  // namespace ounce
