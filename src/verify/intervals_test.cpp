// What can be proved with nothing but ranges, and what must not be.
#include "verify/intervals.h"

#include <gtest/gtest.h>

#include "verify/check.h"
#include "verify/test_programs.h"

namespace ounce::verify {
namespace {

constexpr const char* kStage =
    "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n  variable w = 0\n\n";
constexpr const char* kCat = "\nsprite Cat\n  costume \"c\" rect 40 20 #ff0000\n  variable own = 0\n\n";

bool proves(const std::string& scripts, const std::string& property) {
    const auto program = programOf(kStage + scripts);
    const std::vector<spec::Monitor> monitors = monitorsOf("p: " + property + "\n", *program);
    EXPECT_EQ(monitors.front().error, "");
    const auto invariants = invariantsOf(*program, monitors.front(), {});
    return invariants && follows(monitors.front(), *invariants);
}

TEST(Intervals, ACounterThatGrowsWithoutEnd) {
    const std::string counter = "when flag clicked\nset [v v] to (0)\nforever\n  change [v v] by (1)\nend\n";
    EXPECT_TRUE(proves(counter, "always v >= 0"));
    EXPECT_TRUE(proves(counter, "always not flag => v >= prev(v)"));
    EXPECT_FALSE(proves(counter, "always v >= prev(v)"));  // the flag sets it back
    EXPECT_FALSE(proves(counter, "always v <= 1000"));
    EXPECT_FALSE(proves(counter, "always not flag => v <= prev(v)"));
}

TEST(Intervals, ALoopThatEndsAtANumber) {
    const std::string clock =
        "when flag clicked\nset [v v] to (30)\nrepeat until <(v) = (0)>\n  wait (1) seconds\n"
        "  change [v v] by (-1)\nend\n";
    EXPECT_TRUE(proves(clock, "always v >= 0 and v <= 30"));
    EXPECT_FALSE(proves(clock, "always v >= 1"));
    // Somebody else may take one away while it waits.
    EXPECT_FALSE(proves(clock + "\nwhen [space v] key pressed\nchange [v v] by (-1)\n", "always v >= 0"));
    // But not more than it looks at.
    EXPECT_TRUE(proves(clock + "\nwhen [space v] key pressed\nset [v v] to (7)\n", "always v >= 0"));
}

TEST(Intervals, NobodySeesWhatIsMendedBeforeAScriptYields) {
    const std::string wrap =
        "when flag clicked\nforever\n  change [v v] by (1)\n  if <(v) = (9)> then\n    set [v v] to (1)\n  "
        "end\nend\n";
    EXPECT_TRUE(proves(wrap, "always v <= 8"));
    const std::string slow =
        "when flag clicked\nset [v v] to (0)\nforever\n  change [v v] by (1)\n  wait (0) seconds\n  if <(v) "
        "= (9)> then\n    "
        "set [v v] to (1)\n  end\nend\n";
    EXPECT_FALSE(proves(slow, "always v <= 8"));
    EXPECT_TRUE(proves(slow, "always v <= 9"));
}

TEST(Intervals, WhoWroteOnceDoesNotAnswerForWhatOthersWrite) {
    const std::string both =
        "when flag clicked\nrepeat until <(v) < (10)>\n  wait (1) seconds\n  change [v v] by (-2)\nend\n\n"
        "when flag clicked\nset [v v] to (20)\nforever\n  change [w v] by (1)\nend\n\n"
        "when [space v] key pressed\nif <(w) > (5)> then\n  set [v v] to (15)\nend\n";
    EXPECT_TRUE(proves(both, "always v >= 0"));  // it begins with 0
    EXPECT_TRUE(proves(both, "always v <= 20"));
    EXPECT_FALSE(proves(both, "always v >= 9"));
}

TEST(Intervals, WhoEndsShowsWhatItWrote) {
    for (const char* end : {"stop [all v]", "stop [this script v]", ""}) {
        const std::string last = std::string("when flag clicked\nset [v v] to (5)\n") + end + "\n";
        EXPECT_FALSE(proves(last, "never v = 5")) << end;
        EXPECT_TRUE(proves(last, "always v <= 5")) << end;
    }
    const std::string clone = std::string("when flag clicked\nset [v v] to (0)\n") + kCat +
                              "when flag clicked\ncreate clone of (myself v)\n\n"
                              "when I start as a clone\nset [v v] to (5)\ndelete this clone\n";
    EXPECT_FALSE(proves(clone, "never v = 5"));
    EXPECT_TRUE(proves(clone, "always v <= 5"));
}

TEST(Intervals, AClonesIsACopyOfWhatNobodyElseSees) {
    const std::string copy = std::string(kCat) +
                             "when flag clicked\nset [own v] to (7)\ncreate clone of (myself v)\n"
                             "set [own v] to (0)\n\nwhen I start as a clone\nset [v v] to (own)\n";
    EXPECT_FALSE(proves(copy, "never v = 7"));
    EXPECT_TRUE(proves(copy, "always Cat.own = 0"));
    EXPECT_FALSE(proves(copy, "always every Cat (Cat.own = 0)"));
}

TEST(Intervals, TheFenceKeepsSpritesOnTheStage) {
    const std::string walk = std::string(kCat) +
                             "when flag clicked\ngo to x: (0) y: (-100)\nforever\n  if <key (right arrow v) "
                             "pressed?> then\n    move (10) steps\n  end\nend\n";
    EXPECT_TRUE(proves(walk, "always Cat.x < 255"));
    EXPECT_FALSE(proves(walk, "always Cat.x < 240"));
    EXPECT_TRUE(proves(walk,
                       "always Cat.y = -100 or Cat.y = 0"
                       " => Cat.x >= 0"));
    EXPECT_TRUE(proves(walk, "always Cat.y >= -100"));
    // Who turns goes anywhere.
    EXPECT_FALSE(
        proves(walk + "\nwhen [space v] key pressed\nturn right (15) degrees\n", "always Cat.y >= -100"));
}

TEST(Intervals, WhatIsTypedOrDrawn) {
    const std::string drawn = "when flag clicked\nforever\n  set [v v] to (pick random (1) to (6))\nend\n";
    EXPECT_TRUE(proves(drawn, "always v >= 0 and v <= 6"));
    EXPECT_FALSE(proves(drawn, "always v <= 5"));
    EXPECT_FALSE(proves("when flag clicked\nask [?] and wait\nset [v v] to (answer)\n", "always v <= 5"));
    // A text is never less than 5 only because no number is.
    EXPECT_FALSE(proves("when flag clicked\nset [v v] to [abc]\n", "always v <= 5"));
}

TEST(Intervals, ACustomBlockThatCallsItselfIsLeftToOthers) {
    EXPECT_FALSE(
        proves("define again\nchange [v v] by (1)\nagain\n\nwhen flag clicked\nagain\n", "always w = 0"));
    EXPECT_TRUE(
        proves("define add (n)\nchange [v v] by (n)\n\nwhen flag clicked\nset [v v] to (0)\nadd (2)\n",
               "always v <= 2"));
}

TEST(Intervals, TheVerdictSaysHow) {
    const auto program =
        programOf(std::string(kStage) + "when flag clicked\nforever\n  change [v v] by (1)\nend\n");
    const auto spec = spec::parse("p: always v >= 0\n", "t.props");
    const CheckResult result = check(program, *spec, 0, {});
    EXPECT_EQ(result.verdict, Verdict::Safe);
    EXPECT_EQ(result.how, "by intervals: at the end of every step v from 0 to inf");
    EXPECT_FALSE(result.assumptions.empty());
    ExploreOptions options;
    options.intervals = false;
    options.states = 100;
    EXPECT_EQ(check(program, *spec, 0, options).verdict, Verdict::Bounded);
}

}  // namespace
}  // namespace ounce::verify
