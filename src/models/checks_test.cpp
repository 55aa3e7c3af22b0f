// Every check and every input, each with both outcomes, on little programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/model_json.h"
#include "models/model_text.h"
#include "models/run_models.h"
#include "project/load.h"

namespace ounce::models {
namespace {

using testing::HasSubstr;

constexpr const char* kProgram = R"(stage
  backdrop "Beach" rect 480 360 blue
  backdrop "Forest" rect 480 360 green
  variable score = 0
  variable mood = "calm"

when flag clicked
wait (0.5) seconds
change [score v] by (5)
switch backdrop to (Forest v)

sprite Cat
  costume "sit" circle 40 orange
  costume "run" circle 40 orange

when flag clicked
go to x: (-100) y: (0)
wait (0.5) seconds
change x by (10)
switch costume to (run v)
say [Hello!]
point in direction (-90)
set size to (50) %
wait (0.5) seconds
go to x: (235) y: (0)
create clone of (myself v)

when this sprite clicked
change [score v] by (100)

when [space v] key pressed
change [score v] by (1000)

sprite Dog
  costume "dog" circle 30 red
  at x: 235 y: 0

sprite Box
  costume "box" rect 30 30 green
  at x: 0 y: 175
)";

std::shared_ptr<const Program> programOf(const std::string& text = kProgram) {
    auto project = readText(text, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

PlayResult play(const std::string& models, bool strict = false, const std::string& program = kProgram,
                double seconds = 3) {
    auto read = readModelText(models, "t.model");
    EXPECT_TRUE(read) << read.error().message();
    const auto compiled = programOf(program);
    RunOptions options;
    options.seconds = seconds;
    options.path = true;
    const auto bound = bind(*read, *compiled, {.strict = strict});
    return playOnce(*compiled, *bound, options, 1, modelStart(*compiled, options.machine)).result;
}

// Whether a condition comes true within three seconds, but not before a tenth of a second has passed.
bool comes(const std::string& condition, bool strict = false) {
    const PlayResult result =
        play("program model m\n  a -> b when elapsed 100 ms\n  b -> c when " + condition + "\n", strict);
    EXPECT_TRUE(result.errors.empty()) << result.errors.front().message;
    return result.covered[0][1] != 0;
}

struct Both {
    const char* holds;
    const char* never;
};

class EveryCheck : public testing::TestWithParam<Both> {};

TEST_P(EveryCheck, HasBothOutcomes) {
    for (const bool strict : {false, true}) {
        EXPECT_TRUE(comes(GetParam().holds, strict)) << GetParam().holds << (strict ? " (strict)" : "");
        EXPECT_FALSE(comes(GetParam().never, strict)) << GetParam().never << (strict ? " (strict)" : "");
    }
}

TEST_P(EveryCheck, IsAnEffectWithBothOutcomes) {
    for (const bool strict : {false, true}) {
        const auto fails = [&](const std::string& when, const std::string& then) {
            return play("program model m\n  a -> b when elapsed 100 ms\n  b -> c when " + when + " then " +
                            then + "\n",
                        strict)
                .fails.size();
        };
        EXPECT_EQ(fails(GetParam().holds, GetParam().holds), 0u) << GetParam().holds;
        EXPECT_EQ(fails("elapsed 1.5 s", GetParam().never), 1u) << GetParam().never;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Checks, EveryCheck,
    testing::Values(
        Both{"Cat.x increases", "Box.x increases"}, Both{"Cat.size decreases", "Cat.size increases"},
        Both{"Cat.x changes by 10", "Cat.x changes by 11"},
        Both{"Cat.costume changes", "Dog.costume changes"},
        Both{"not Cat.x does not increase", "not Dog.x does not increase"},
        Both{"Cat.y does not decrease", "Cat.y decreases"}, Both{"Cat.x > 100", "Cat.x > 300"},
        Both{"Cat.x <= -90", "Cat.x < -200"}, Both{"Cat.costume = \"run\"", "Cat.costume = \"fly\""},
        Both{"Cat.visible = \"true\"", "Cat.visible = \"false\""},
        Both{"Cat.direction = -90", "Cat.direction = 0"},
        Both{"Cat.sayText = \"hello!\"", "Cat.sayText = \"hello\""},
        Both{"Cat.rotationStyle = \"all around\"", "Cat.rotationStyle = \"left-right\""},
        Both{"Cat.volume = 100", "Cat.volume = 50"}, Both{"Cat.effects stays", "Cat.effects changes"},
        Both{"Cat.pos changes", "Dog.pos changes"}, Both{"Cat.layerOrder > 0", "Cat.layerOrder < 0"},
        Both{"backdrop is \"forest\"", "backdrop is \"Desert\""}, Both{"always", "not always"},
        Both{"Cat says \"hello\"", "Cat says \"bye\""}, Both{"Cat touches #ff0000", "Cat touches #123456"},
        Both{"Cat touches Dog", "Cat touches Box"}, Both{"Stage.score increases", "Stage.score decreases"},
        Both{"Stage.score changes by 5", "Stage.score changes by 4"},
        Both{"Stage.score >= 5", "Stage.score > 5"}, Both{"Cat.mood = \"calm\"", "Cat.mood = \"wild\""},
        Both{"expr \"$(Cat.x) > $(Dog.x) - 1\"", "expr \"$(Cat.x) > $(Dog.x)\""},
        Both{"expr \"$(Cat.x) - $(Cat.old.x) == 10\"", "expr \"$(Cat.x) - $(Cat.old.x) == 9\""},
        Both{"chance 1", "chance -1"}, Both{"elapsed 2 s", "elapsed 4 s"}, Both{"after 2 s", "after 4 s"},
        Both{"clones of Cat = 2", "clones of Cat = 3"},
        Both{"visible clones of Cat >= 2", "visible clones of Cat < 1"},
        Both{"Cat touches edge", "not Box touches edge"},
        Both{"Cat touches vertical edge", "Box touches vertical edge"},
        Both{"Box touches horizontal edge", "Cat touches horizontal edge"},
        Both{"{ score > prev(score) }", "{ score < prev(score) }"},
        Both{"Cat.x is random", "not Cat.x is random"}));

// ---- what a user does, and what is held down ----

std::string playing(const std::string& input, const std::string& condition) {
    std::string outcomes[2];
    for (const bool strict : {false, true}) {
        const PlayResult result =
            play("user model u\n  a -> b when elapsed 200 ms do " + input +
                     "\n  b -> c do mouse up\nprogram model m\n  a -> b when " + condition + "\n",
                 strict);
        EXPECT_TRUE(result.errors.empty()) << result.errors.front().message;
        outcomes[strict ? 1 : 0] = result.covered[1][0] ? "comes" : "never";
    }
    EXPECT_EQ(outcomes[0], outcomes[1]) << input << ": " << condition;
    return outcomes[0];
}

TEST(Inputs, DoWhatTheySay) {
    EXPECT_EQ(playing("press space", "key space"), "comes");
    EXPECT_EQ(playing("press space", "Stage.score >= 1000"), "comes");
    EXPECT_EQ(playing("press a", "key space"), "never");
    EXPECT_EQ(playing("click Cat", "Stage.score >= 100"), "comes");
    EXPECT_EQ(playing("click stage", "Stage.score >= 100"), "never");
    EXPECT_EQ(playing("drag Dog to 100, 50", "Dog.x = 100"), "comes");
    EXPECT_EQ(playing("drag Dog to 99, 50", "Dog.x = 100"), "never");
    EXPECT_EQ(playing("drag Dog to \"$(Box.x)\", \"$(Box.y)\"", "Dog touches Box"), "comes");
    EXPECT_EQ(playing("move mouse 235, 0 and mouse down", "Dog is clicked"), "comes");
    EXPECT_EQ(playing("move mouse 0, 0 and mouse down", "Dog is clicked"), "never");
    EXPECT_EQ(playing("move mouse \"$(Dog.x)\", \"$(Dog.y)\" and mouse down", "Dog is clicked"), "comes");
}

TEST(Inputs, AnswerAQuestion) {
    const std::string program = "sprite Cat\n\nwhen flag clicked\nask [Name?] and wait\nsay (answer)\n";
    const PlayResult result = play(
        "user model u\n  a -> b when elapsed 200 ms do type \"Ada\"\nprogram model m\n  a -> b when Cat says "
        "\"Ada\"\n",
        false, program);
    EXPECT_EQ(result.covered[1][0], 1);
}

TEST(Inputs, AKeyPressedInEveryStepIsNeverReleased) {
    const std::string program =
        "stage\n  variable n = 0\n\nwhen flag clicked\nforever\n  if <key (space v) pressed?> then\n    "
        "change [n v] by (1)\n  end\nend\n";
    const PlayResult result =
        play("user model u\n  a -> a do press space\nprogram model m\n  a -> b when Stage.n = 10 by 500 ms\n",
             false, program);
    EXPECT_TRUE(result.fails.empty());
    EXPECT_EQ(result.covered[1][0], 1);
}

// ---- effects ----

TEST(Effects, MayComeOneStepLater) {
    const std::string program =
        "stage\n  variable a = 0\n  variable b = 0\n\nwhen flag clicked\nwait (0.2) seconds\nset [a v] to "
        "(1)\nwait (0) seconds\nset [b v] to (1)\n";
    EXPECT_TRUE(
        play("program model m\n  s -> t when Stage.a = 1 then Stage.b = 1\n", false, program).fails.empty());
    const std::string late =
        "stage\n  variable a = 0\n  variable b = 0\n\nwhen flag clicked\nset [a v] to (1)\nwait (0.2) "
        "seconds\nset [b v] to (1)\n";
    const PlayResult result =
        play("program model m\n  s -> t as hit when Stage.a = 1 then Stage.b = 1\n", false, late);
    ASSERT_EQ(result.fails.size(), 1u);
    EXPECT_EQ(result.fails[0].check, "VarComp(Stage,b,=,1)");
    EXPECT_THAT(result.fails[0].message, HasSubstr("m-hit: VarComp(Stage,b,=,1) (b = 0)"));
    EXPECT_EQ(result.fails[0].step, 2u);
}

// A single change in an otherwise quiet program is not forgiven because nothing changes afterwards.
TEST(Effects, ThatHoldAtRestAreNotForgiven) {
    const std::string program =
        "stage\n  variable a = 0\n\nwhen flag clicked\nwait (0.5) seconds\nchange [a v] by (1)\n";
    for (const bool strict : {false, true}) {
        EXPECT_EQ(play("program model m\n  s -> s then Stage.a stays\n", strict, program).fails.size(), 1u)
            << strict;
        EXPECT_EQ(
            play("program model m\n  s -> s then Stage.a does not decrease\n", strict, program).fails.size(),
            0u);
    }
}

TEST(Effects, ThatContradictEachOtherAreLeftOut) {
    const PlayResult result = play(
        "program model m\n  a -> b when elapsed 100 ms then Cat.x > 1000\nprogram model n\n  a -> b when "
        "elapsed 100 ms then Cat.x < 900\n");
    EXPECT_TRUE(result.fails.empty());
    ASSERT_EQ(result.log.size(), 1u);
    EXPECT_THAT(result.log[0], HasSubstr("m and n contradict each other"));
}

TEST(Force, AtATimeSaysWhatWasMissing) {
    const PlayResult result =
        play("program model m\n  a -> b as go when Stage.score = 7 and always by 1 s\n");
    ASSERT_EQ(result.fails.size(), 1u);
    EXPECT_THAT(result.fails[0].message, HasSubstr("m-go: VarComp(Stage,score,=,7) before 1000 ms"));
    EXPECT_TRUE(play("program model m\n  a -> b when Stage.score = 5 by 1 s\n").fails.empty());
}

TEST(Force, AfterTheLastTransition) {
    EXPECT_EQ(
        play("program model m\n  a -> b when elapsed 1 s\n  b -> c when Stage.score = 7 within 500 ms\n")
            .fails.size(),
        1u);
    EXPECT_TRUE(
        play("program model m\n  a -> b when elapsed 100 ms\n  b -> c when Stage.score = 5 within 1 s\n")
            .fails.empty());
}

// ---- in the middle of a step ----

TEST(MiddleOfAStep, ChangesAreSeenOneByOne) {
    const std::string program =
        "sprite Cat\n\nwhen flag clicked\nchange y by (10)\nchange y by (10)\nhide\nshow\n";
    const PlayResult result = play(
        "program model m\n  a -> b when Cat.y changes by 10\n  b -> c when Cat.y changes by 10\n"
        "  c -> d when Cat.visible = \"false\"\n  d -> e when Cat.visible = \"true\"\n",
        false, program);
    EXPECT_EQ(result.covered[0], (std::vector<std::uint8_t>{1, 1, 1, 1}));
}

// ---- the end ----

TEST(Ends, StopAllStartsTheEndModels) {
    const PlayResult result = play(
        "program model m\n  stop all b\n  a -> b when elapsed 500 ms\nprogram model n\n  a -> a then always\n"
        "end model e\n  stop done\n  w -> done when after end 1 s\n  w -> w then Stage.score stays\n");
    EXPECT_EQ(result.steps, 45u);
    EXPECT_EQ(result.covered[2], (std::vector<std::uint8_t>{1, 1}));
}

TEST(Ends, TimeAfterTheEndHasBothOutcomes) {
    for (const bool strict : {false, true}) {
        const auto taken = [&](const std::string& time) {
            return play(
                       "program model m\n  stop all b\n  a -> b when elapsed 500 ms\n"
                       "end model e\n  w -> done when after end " +
                           time + "\n",
                       strict)
                .covered[1][0];
        };
        EXPECT_EQ(taken("1 s"), 1);
        EXPECT_EQ(taken("4 s"), 0);
    }
}

TEST(Ends, OneStoppedModelDoesNotEndTheOthers) {
    EXPECT_EQ(
        play("program model m\n  stop b\n  a -> b\nprogram model n\n  a -> a\n", false, kProgram, 1).steps,
        30u);
}

// Sixty clones that move in every step: who touches whom is asked of all of them, and colours, which depend
// on everything, are given up before they take minutes.
const std::string kCrowd = R"(stage
  variable met = 0

sprite Wall
  costume "wall" rect 20 200 blue
  at x: 100 y: 0

sprite Dot
  costume "dot" circle 4 red
  at x: 0 y: 0

when flag clicked
repeat (60)
  create clone of (myself v)
end

when I start as a clone
go to x: (pick random (-100) to (50)) y: (pick random (-80) to (80))
forever
  change x by (1)
  if <touching (Wall v)?> then
    set [met v] to (1)
    set x to (-100)
  end
end
)";

TEST(Crowds, WhatTouchesIsNoticedWhicheverOfManyMoves) {
    const PlayResult result = play(R"(program model m
  init -> play as begin when elapsed 100 ms
  play -> met as meets when Dot touches Wall
  met -> away as parts when not Dot touches Wall
  away -> again as again when Dot touches Wall
)",
                                   false, kCrowd, 10);
    EXPECT_TRUE(result.errors.empty());
    EXPECT_THAT(result.covered[0], testing::Each(1));
}

TEST(Crowds, ColoursOfManyAreGivenUp) {
    auto read = readModelText(
        "program model m\n  init -> play as begin when elapsed 100 ms\n  play -> met as meets when Dot "
        "touches "
        "#00ff00\n",
        "t.model");
    ASSERT_TRUE(read) << read.error().message();
    const auto program = programOf(kCrowd);
    const auto bound = bind(*read, *program, {});
    RunOptions options;
    options.seconds = 5;
    options.mostWork = 300'000'000;  // much for one colour at a time, not for one below sixty others
    const PlayResult given =
        playOnce(*program, *bound, options, 1, modelStart(*program, options.machine)).result;
    ASSERT_EQ(given.errors.size(), 1u);
    EXPECT_NE(given.errors[0].message.find("too much to look at"), std::string::npos);
    EXPECT_LT(given.steps, 150u);  // before the five seconds are over
}

// Clones come, move and go in every step, all of them on the wall: as long as one is known to touch it, the
// others need not be asked.
TEST(Crowds, OneThatTouchesAColourIsEnough) {
    auto read = readModelText(
        "program model m\n  init -> play as begin when elapsed 100 ms\n  play -> met as meets when Dot "
        "touches #0000ff\n  met -> away as parts when not Dot touches #0000ff\n",
        "t.model");
    ASSERT_TRUE(read) << read.error().message();
    const auto program = programOf(R"(sprite Wall
  costume "wall" rect 300 200 blue

sprite Dot
  costume "dot" circle 4 red
  hidden

when flag clicked
repeat (60)
  create clone of (myself v)
end
forever
  create clone of (myself v)
end

when I start as a clone
show
repeat (60)
  change x by (1)
end
delete this clone
)");
    const auto bound = bind(*read, *program, {});
    RunOptions options;
    options.seconds = 5;
    options.mostWork = 100'000'000;
    const PlayResult result =
        playOnce(*program, *bound, options, 1, modelStart(*program, options.machine)).result;
    EXPECT_TRUE(result.errors.empty());
    EXPECT_EQ(result.steps, 150u);
    EXPECT_EQ(result.covered[0], (std::vector<std::uint8_t>{1, 1, 0}));
}

TEST(Crowds, WhoIsGoneTouchesNothing) {
    const PlayResult result = play(R"(program model m
  init -> play as begin when elapsed 100 ms
  play -> play as touches when Cat.x changes and Dot touches Wall
  play -> play as ghost when Stage.gone changes and Dot touches Wall
)",
                                   false, R"(stage
  variable gone = 0

sprite Wall
  costume "wall" rect 100 100 blue

sprite Cat
  at x: -200 y: 0

when flag clicked
wait (1) seconds
change x by (1)
broadcast (go v)
broadcast (gone v)

when I receive [gone v]
change [gone v] by (1)

sprite Dot
  costume "dot" circle 4 red
  hidden

when flag clicked
create clone of (myself v)

when I start as a clone
show

when I receive [go v]
delete this clone
)",
                                   3);
    EXPECT_EQ(result.covered[0], (std::vector<std::uint8_t>{1, 1, 0}));
}

// Whisker forgets the stop nodes of files that its editor writes.
TEST(Ends, StopNodesOfBothSpellings) {
    const auto run = [](const std::string& nodes, bool strict) {
        auto models =
            readModelJson(R"([{"usage": "program", "id": "m", "startNodeId": "a", "stopNodeIds": ["b"],
            "stopAllNodeIds": [], )" +
                              nodes + R"(, "edges": [{"from": "a", "to": "b", "conditions": []}]}])",
                          "t.json");
        EXPECT_TRUE(models) << models.error().message();
        const auto program = programOf();
        RunOptions options;
        options.seconds = 1;
        const auto bound = bind(*models, *program, {.strict = strict});
        return playOnce(*program, *bound, options, 1, modelStart(*program, options.machine)).result.steps;
    };
    EXPECT_EQ(run(R"("nodeIds": ["a", "b"])", false), 1u);
    EXPECT_EQ(run(R"("nodeIds": ["a", "b"])", true), 1u);
    EXPECT_EQ(run(R"("nodes": [{"id": "a"}, {"id": "b", "label": "x"}])", false), 1u);
    EXPECT_EQ(run(R"("nodes": [{"id": "a"}, {"id": "b", "label": "x"}])", true), 30u);
}

// ---- names ----

TEST(Names, ThatAProgramLacksAreErrorsOfTheirEdge) {
    const PlayResult result = play("program model m\n  a -> b as go when Horse.x > 1 and Stage.lives = 3\n");
    ASSERT_EQ(result.errors.size(), 2u);
    EXPECT_THAT(result.errors[0].message, HasSubstr("no sprite «Horse»"));
    EXPECT_THAT(result.errors[1].message, HasSubstr("no variable «lives»"));
}

TEST(Names, AreRegularExpressions) {
    EXPECT_TRUE(comes("\"(Katze|Cat)\".x > 100"));
    EXPECT_TRUE(comes("\"/^ca/i\".x > 100"));
    EXPECT_TRUE(comes("Stage.\"(punkte|SCORE)\" = 5"));
}

TEST(Names, AnExactOneComesFirst) {
    const std::string program = "sprite Ball2\n  at x: 7 y: 0\n\nsprite Ball\n  at x: 1 y: 0\n";
    EXPECT_EQ(play("program model m\n  a -> b when Ball.x = 1\n", false, program).covered[0][0], 1);
    EXPECT_EQ(play("program model m\n  a -> b when Ball.x = 7\n", true, program).covered[0][0], 1);
}

TEST(Comparisons, OfWhatIsNoNumberAreErrors) {
    const PlayResult result = play("program model m\n  a -> b when Stage.mood > 3\n");
    ASSERT_EQ(result.errors.size(), 1u);
    EXPECT_THAT(result.errors[0].message, HasSubstr("needs numbers, but there was «calm»"));
}

TEST(RandomValues, RepeatThemselvesOrNot) {
    const auto program = [](const std::string& x) {
        return "sprite Cat\n\nwhen flag clicked\nforever\n  " + x + "\n  wait (0.1) seconds\nend\n";
    };
    const std::string model = "program model m\n  a -> a when Cat.x changes then Cat.x is random\n";
    EXPECT_TRUE(play(model, false, program("set x to (pick random (-200) to (200))")).fails.empty());
    EXPECT_EQ(
        play(model, false,
             program(
                 "set x to ((0) - (x position))\n  if <(x position) = [0]> then\n    set x to (50)\n  end"))
            .fails.size(),
        1u);
}

}  // namespace
}  // namespace ounce::models
