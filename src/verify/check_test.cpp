// Verdicts on little programs: what is proved, what is not, and why.
#include "verify/check.h"

#include <ctime>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "spec/parse.h"
#include "verify/replay.h"
#include "verify/slice.h"

namespace ounce::verify {
namespace {

using testing::Contains;
using testing::HasSubstr;

struct Checked {
    std::shared_ptr<const Program> program;
    CheckResult result;
};

Checked checked(const std::string& text, const std::string& property, ExploreOptions options = {},
                bool slices = true, const Job& job = {}) {
    auto project = readText(text, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    const auto spec = spec::parse("p: " + property + "\n", "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    options.intervals = false;  // intervals_test.cpp
    options.slices = slices;
    return {*program, check(*program, *spec, 0, options, job)};
}

std::string verdict(const std::string& text, const std::string& property, ExploreOptions options = {}) {
    return std::string(verdictName(checked(text, property, options).result.verdict));
}

constexpr const char* kStage = "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n\n";

TEST(Check, KeysAreTriedInEveryState) {
    const std::string walk = std::string(kStage) +
                             "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                             "when flag clicked\ngo to x: (0) y: (0)\nforever\n"
                             "  if <key (right arrow v) pressed?> then\n    change x by (60)\n  end\nend\n";
    EXPECT_EQ(verdict(walk, "always Cat.x < 130"), "violated");
    EXPECT_EQ(verdict(walk, "always Cat.x < 300"), "safe");  // the fence
    EXPECT_EQ(verdict(walk, "always Cat.y = 0"), "safe");
}

TEST(Check, AnAnswerIsFoundByTheSolver) {
    const std::string secret = std::string(kStage) +
                               "when flag clicked\nset [v v] to (0)\nask [?] and wait\n"
                               "if <((answer) * (3)) = (7341)> then\n  set [v v] to (1)\nend\n";
    const Checked found = checked(secret, "never v = 1");
    ASSERT_EQ(found.result.verdict, Verdict::Violated);
    EXPECT_EQ(toText(found.result.witness->log.inputs.back().value).utf8(), "2447");
    const Checked open = checked(secret, "never v = 2");
    EXPECT_EQ(open.result.verdict, Verdict::Bounded);
    EXPECT_THAT(open.result.how, HasSubstr("only tried as whole numbers"));
    ExploreOptions options;
    options.alphabet.byExample = true;
    const Checked enough = checked(secret, "never v = 2", options);
    EXPECT_EQ(enough.result.verdict, Verdict::Safe);
    EXPECT_THAT(enough.result.assumptions, Contains(HasSubstr("only tried as whole numbers")));
}

TEST(Check, TextsThatTheProgramComparesWithAreTyped) {
    const std::string text = std::string(kStage) +
                             "when flag clicked\nask [?] and wait\nif <(answer) = [sesame]> then\n"
                             "  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(text, "never v = 1"), "violated");
}

TEST(Check, EveryOutcomeOfARandomNumberCounts) {
    const std::string dice = std::string(kStage) +
                             "when flag clicked\nset [v v] to (pick random (1) to (1000000))\n"
                             "if <(v) = (777777)> then\n  set [v v] to (-1)\nend\n";
    EXPECT_EQ(verdict(dice, "always v >= 0"), "violated");
    EXPECT_EQ(verdict(dice, "always v >= -1"), "safe");
    // Also where it steers something for which there are no terms.
    const std::string place = std::string(kStage) +
                              "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                              "when flag clicked\nset x to ((pick random (1) to (20)) * (10))\n";
    EXPECT_EQ(verdict(place, "never Cat.x = 130"), "violated");
    EXPECT_EQ(verdict(place, "always Cat.x <= 200"), "safe");
}

TEST(Check, WhatCannotBeTriedIsNotProved) {
    const std::string decimal =
        std::string(kStage) + "when flag clicked\nset [v v] to (pick random (0) to (1.5))\n";
    const Checked found = checked(decimal, "always v < 2");
    EXPECT_EQ(found.result.verdict, Verdict::Bounded);
    EXPECT_THAT(found.result.how, HasSubstr("not whole"));
}

TEST(Check, WhatTheMachineCutsOffIsNotProved) {
    const std::string fast =
        std::string(kStage) +
        "define fast :: warp\nset [v v] to (0)\nrepeat (50)\n  change [v v] by (1)\nend\n\n"
        "when flag clicked\nfast\n";
    ExploreOptions options;
    EXPECT_EQ(verdict(fast, "always v <= 50", options), "safe");
    options.machine.warpChecks = 10;
    EXPECT_EQ(verdict(fast, "always v <= 50", options), "bounded");
}

TEST(Check, BudgetsAreSaid) {
    const std::string counter =
        std::string(kStage) + "when flag clicked\nforever\n  change [v v] by (1)\n  wait (0) seconds\nend\n";
    ExploreOptions options;
    options.states = 50;
    const Checked found = checked(counter, "always v < 1000000", options);
    EXPECT_EQ(found.result.verdict, Verdict::Bounded);
    EXPECT_EQ(found.result.states, 50u);
    EXPECT_THAT(found.result.how, HasSubstr("limit on states"));
}

TEST(Check, InitialValuesStandInTheWitness) {
    const std::string game = std::string(kStage) + "when flag clicked\nchange [v v] by (1)\n";
    ExploreOptions options;
    options.alphabet.runs = 1;
    EXPECT_EQ(verdict(game, "always v < 5", options), "safe");
    options.anyInitialValues = true;
    const Checked found = checked(game, "always v < 5", options);
    ASSERT_EQ(found.result.verdict, Verdict::Violated);
    EXPECT_EQ(found.result.witness->log.inputs.front().kind, InputEvent::Kind::SetVariable);
}

TEST(Check, TheFlagAgain) {
    const std::string game = std::string(kStage) + "when flag clicked\nchange [v v] by (1)\n";
    EXPECT_EQ(verdict(game, "always v < 3"), "violated");
}

TEST(Check, AWitnessReplays) {
    const std::string game = std::string(kStage) +
                             "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                             "when flag clicked\nset [v v] to (pick random (1) to (100))\n\n"
                             "when this sprite clicked\nif <(v) = (42)> then\n  set [v v] to (-1)\nend\n";
    const Checked found = checked(game, "always v >= 0");
    ASSERT_EQ(found.result.verdict, Verdict::Violated);
    const auto spec = spec::parse("p: always v >= 0\n", "t.props");
    const std::vector<spec::Monitor> monitors = spec::bind(*spec, *found.program);
    const Replay replay = replayWitness(*found.program, monitors, *found.result.witness);
    EXPECT_TRUE(replay.reproduced);
    EXPECT_EQ(replay.step, found.result.witness->violationStep);
}

// Every one of them used to be compared with all before it.
TEST(Check, AMillionRandomNumbersInOneStepAreNotFollowed) {
    const std::string text = std::string(kStage) +
                             "define draw :: warp\nrepeat (200000)\n"
                             "  set [v v] to (join (pick random (1) to (9)) [!])\nend\n\n"
                             "when flag clicked\ndraw\n";
    Job job{.clock = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }};
    job = job.within(1);
    ExploreOptions options;
    options.slices = false;
    const Checked found = checked(text, "never v = 0", options, true, job);
    EXPECT_EQ(found.result.verdict, Verdict::Bounded);
    EXPECT_THAT(found.result.how, HasSubstr("than can be followed"));
    EXPECT_LT(job.seconds(), 2);
}

// ---- slices ----

TEST(Slice, LeavesOutWhatCannotMatter) {
    const std::string game = std::string(kStage) +
                             "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                             "when flag clicked\nset [v v] to (0)\nrepeat (3)\n  change [v v] by (1)\n  wait "
                             "(0.1) seconds\nend\n\n"
                             "sprite Dog\n  costume \"c\" rect 20 20 #00ff00\n\n"
                             "when flag clicked\nforever\n  go to (random position v)\nend\n";
    const Checked part = checked(game, "always v <= 3");
    EXPECT_EQ(part.result.verdict, Verdict::Safe);
    EXPECT_THAT(part.result.assumptions, Contains(HasSubstr("1 of 2 scripts (Dog)")));
    // The whole program has too many states to say so.
    ExploreOptions options;
    options.states = 2000;
    EXPECT_EQ(checked(game, "always v <= 3", options, false).result.verdict, Verdict::Bounded);
}

TEST(Slice, KeepsWhoSendsStopsTouchesAndWrites) {
    const auto scripts = [](const std::string& dog, const std::string& property) {
        const std::string game = std::string(kStage) +
                                 "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                                 "when I receive [go v]\nchange [v v] by (1)\n\n"
                                 "when flag clicked\nif <touching (Dog v)?> then\n  hide\nend\n\n"
                                 "sprite Dog\n  costume \"c\" rect 20 20 #00ff00\n\nwhen flag clicked\n" +
                                 dog;
        auto project = readText(game, "t.scratch", "");
        EXPECT_TRUE(project) << project.error().message();
        auto program = compile(std::move(*project));
        const auto spec = spec::parse("p: " + property + "\n", "t.props");
        const auto slice = sliceFor(**program, spec::bind(*spec, **program).front(),
                                    Influence(**program, spec::bind(*spec, **program).front()));
        return slice ? slice->kept : (**program).scripts.size();
    };
    EXPECT_EQ(scripts("broadcast (go v)\n", "always v < 9"), 2u);
    EXPECT_EQ(scripts("say [hi]\n", "always v < 9"), 1u);
    EXPECT_EQ(scripts("move (10) steps\n", "always Cat.visible"), 2u);
    EXPECT_EQ(scripts("say [hi]\n", "always Cat.visible"), 1u);
    EXPECT_EQ(scripts("say [hi]\n", "never broadcast \"go\""), 0u);
    EXPECT_EQ(
        scripts("play sound (pop v) until done\nbroadcast (go v)\n\nwhen flag clicked\nstop all sounds\n",
                "always v < 9"),
        3u);
    EXPECT_EQ(scripts("broadcast (go v)\n", "never broadcast \"go\""), 1u);
}

// The whole program takes a step longer for each wait, because the dog asks for redraws.
TEST(Slice, IsConfirmedByAProgramThatTakesLonger) {
    const std::string game =
        std::string(kStage) +
        "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
        "when flag clicked\nset [v v] to (3)\nrepeat until <(v) < (0)>\n  wait (0.1) seconds\n"
        "  change [v v] by (-1)\nend\n\n"
        "sprite Dog\n  costume \"c\" rect 20 20 #00ff00\n\n"
        "when flag clicked\nforever\n  go to (random position v)\nend\n";
    ExploreOptions options;
    options.states = 500;  // without the slice there are too many
    EXPECT_EQ(verdict(game, "always v >= 0", options), "violated");
}

// A script that was left out may end a step early by asking for a redraw.
TEST(Slice, TriesEveryNumberOfPasses) {
    const std::string game = std::string(kStage) +
                             "sprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n"
                             "when flag clicked\nset [v v] to (0)\nrepeat (4)\n  change [v v] by (1)\nend\n\n"
                             "sprite Dog\n  costume \"c\" rect 20 20 #00ff00\n\n"
                             "when flag clicked\nforever\n  turn right (15) degrees\nend\n";
    // Alone the cat counts to 4 within one step; with the dog it takes one step for each.
    EXPECT_EQ(verdict(game, "never v = 2"), "violated");
}

}  // namespace
}  // namespace ounce::verify
