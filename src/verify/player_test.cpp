// What a player and the world can do is tried, or there is no proof: each class as little programs with the
// right verdict. Both ways of proving are asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "spec/parse.h"
#include "verify/check.h"

namespace ounce::verify {
namespace {

using testing::HasSubstr;

const std::string kStage = "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n";
const std::string kCat = "\nsprite Cat\n  costume \"c\" rect 20 20 #ff0000\n\n";

CheckResult checked(const std::string& text, const std::string& property, bool intervals) {
    auto project = readText(text, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message() << text;
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    const auto spec = spec::parse("p: " + property + "\n", "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    ExploreOptions options;
    options.intervals = intervals;
    options.states = 3000;
    return check(*program, *spec, 0, options);
}

// Whichever way it is proved.
std::string verdict(const std::string& text, const std::string& property) {
    const std::string one(verdictName(checked(text, property, false).verdict));
    const std::string other(verdictName(checked(text, property, true).verdict));
    return one == other ? one : one + ", by intervals " + other;
}
std::string whyOpen(const std::string& text, const std::string& property) {
    const CheckResult result = checked(text, property, false);
    EXPECT_EQ(result.verdict, Verdict::Bounded) << result.how;
    return result.how;
}

// ---- what a property names is an input ----

TEST(Player, PressesKeysThatOnlyThePropertyNames) {
    const std::string idle = kStage + kCat + "when flag clicked\nset x to (0)\n";
    EXPECT_EQ(verdict(idle, "after pressed(right arrow) within 1 s Cat.x > old(Cat.x)"), "violated");
    EXPECT_EQ(verdict(idle, "never pressed(a)"), "violated");
    EXPECT_EQ(verdict(idle, "always key(space) => Cat.x = 1"), "violated");
    EXPECT_EQ(verdict(idle, "never pressed(any)"), "violated");
}

TEST(Player, ClicksAndPointsAtWhatOnlyThePropertyNames) {
    const std::string idle = kStage + kCat + "when flag clicked\nset x to (0)\n";
    EXPECT_EQ(verdict(idle, "after clicked(Cat) within 1 s Cat.x > old(Cat.x)"), "violated");
    EXPECT_EQ(verdict(idle, "never clicked(Stage)"), "violated");
    EXPECT_EQ(verdict(idle, "never touching(Cat, mouse)"), "violated");
    EXPECT_EQ(verdict(idle, "never mouseDown"), "violated");
    EXPECT_EQ(verdict(idle, "always mouseX < 37"), "violated");
}

TEST(Player, ClicksTheStopSignIfThePropertyNamesIt) {
    const std::string busy = kStage + "\nwhen flag clicked\nforever\n  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(busy, "never stop"), "violated");
}

// ---- a proof about nothing ----

TEST(Vacuous, WhatCanNeverHappenIsNotProved) {
    const std::string hidden = kStage + kCat + "when flag clicked\nhide\n";
    EXPECT_EQ(verdict(kStage + kCat + "when flag clicked\nset [v v] to (1)\n", "always v = 7 => Cat.x = 100"),
              "vacuous");
    EXPECT_EQ(verdict(hidden, "after answered within 1 s Cat.visible"), "vacuous");
    EXPECT_EQ(verdict(kStage + kCat + "when flag clicked\nset [v v] to (1)\n\nwhen I receive [m v]\nhide\n",
                      "after broadcast \"m\" within 1 s Cat.visible"),
              "vacuous");
    EXPECT_EQ(verdict(kStage + kCat + "when flag clicked\nset [v v] to (1)\n", "always v = 1 => Cat.x = 0"),
              "safe");
}

// ---- answers ----

std::string asks(const std::string& condition) {
    return kStage + "\nwhen flag clicked\nset [v v] to (0)\nask [?] and wait\nif " + condition +
           " then\n  set [v v] to (1)\nend\n";
}

TEST(Player, TypesNothing) {
    EXPECT_EQ(verdict(asks("<(answer) = []>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(kStage + "\nwhen flag clicked\nset [v v] to (0)\nrepeat until <not <(answer) = []>>\n"
                               "  ask [?] and wait\n  change [v v] by (1)\nend\n",
                      "always v < 2"),
              "violated");
}

TEST(Player, TypesDecimals) {
    EXPECT_EQ(verdict(asks("<(answer) = [2.5]>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(asks("<<(answer) > [2]> and <(answer) < [3]>>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(asks("<<(answer) > [2.2]> and <(answer) < [2.3]>>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(asks("<<(answer) > [12000]> and <(answer) < [12001]>>"), "never v = 1"), "violated");
    // Also between what the program makes up while it runs.
    const std::string between = kStage +
                                "  variable a = 0\n\nwhen flag clicked\nset [v v] to (0)\n"
                                "set [a v] to (pick random (1) to (10))\nask [?] and wait\n"
                                "if <<(answer) > (a)> and <(answer) < ((a) + (1))>> then\n"
                                "  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(between, "never v = 1"), "violated");
}

TEST(Player, TypesTextsWhereverTheyStandInTheOrder) {
    EXPECT_EQ(verdict(asks("<<(answer) > [apple]> and <(answer) < [apples]>>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(asks("<<(answer) > [5]> and <(answer) < [10]>>"), "never v = 1"), "violated");
    EXPECT_EQ(verdict(asks("<<(answer) > [10]> and <(answer) < [5]>>"), "never v = 1"), "violated");  // «4x»
    EXPECT_EQ(verdict(asks("<<(answer) = [a]> and <(answer) = [b]>>"), "never v = 1"), "safe");
}

TEST(Player, TypesWhatTheProgramComputes) {
    const std::string decimal = kStage +
                                "  variable a = 0\n\nwhen flag clicked\nset [v v] to (0)\n"
                                "set [a v] to ((1) / (4))\nask [?] and wait\nif <(answer) = (a)> then\n"
                                "  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(decimal, "never v = 1"), "violated");
    const std::string text = kStage +
                             "  variable a = 0\n\nwhen flag clicked\nset [v v] to (0)\n"
                             "set [a v] to (join [se] [same])\nask [?] and wait\nif <(answer) = (a)> then\n"
                             "  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(text, "never v = 1"), "violated");
    const std::string list =
        kStage +
        "  list l\n\nwhen flag clicked\nset [v v] to (0)\nadd (join [se] [same]) to [l v]\n"
        "ask [?] and wait\nif <[l v] contains (answer)?> then\n  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(list, "never v = 1"), "violated");
}

TEST(Player, DoesNotTypeEverything) {
    EXPECT_THAT(whyOpen(asks("<((answer) * (2)) = [5]>"), "always v = 0"), HasSubstr("whole numbers"));
    EXPECT_THAT(whyOpen(asks("<(length of (answer)) = [77]>"), "always v = 0"), HasSubstr("some texts"));
    EXPECT_THAT(whyOpen(asks("<(letter (3) of (answer)) = [q]>"), "always v = 0"), HasSubstr("some texts"));
    // What is only compared is typed in every way that there is.
    EXPECT_EQ(checked(asks("<(answer) = [yes]>"), "always v < 2", false).verdict, Verdict::Safe);
    EXPECT_EQ(checked(asks("<<(answer) > [3]> and <(answer) < [3]>>"), "always v = 0", false).verdict,
              Verdict::Safe);
}

TEST(Player, ZeroHasASign) {
    const std::string zero = kStage +
                             "  variable a = 0\n\nwhen flag clicked\nset [v v] to (0)\n"
                             "set [a v] to ((pick random (-3) to (3)) * (0))\nwait (0) seconds\n"
                             "if <((1) / (a)) < (0)> then\n  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(zero, "never v = 1"), "violated");
    const std::string fixed = kStage +
                              "  variable a = 0\n\nwhen flag clicked\nset [v v] to (0)\n"
                              "set [a v] to ((pick random (-3) to (3)) * (pick random (-2) to (2)))\n"
                              "wait (0) seconds\nif <((1) / (a)) < (-1)> then\n  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(fixed, "never v = 1"), "violated");
}

// ---- keys, pointer, clicks, drags ----

TEST(Player, PressesAnyKeyAndSomeOther) {
    const std::string any = kStage +
                            "\nwhen [any v] key pressed\nif <not <key (space v) pressed?>> then\n"
                            "  wait (0) seconds\n  if <<key (any v) pressed?> and <not <key (space v) "
                            "pressed?>>> then\n    set [v v] to (1)\n  end\nend\n";
    EXPECT_EQ(verdict(any, "never v = 1"), "violated");
    EXPECT_THAT(whyOpen(kStage + "  variable k = 0\n\nwhen flag clicked\nset [k v] to [x]\nforever\n"
                                 "  if <key (k) pressed?> then\n    set [v v] to (1)\n  end\nend\n",
                        "never v = 2"),
                HasSubstr("keys that the program computes"));
}

TEST(Player, MayPointAnywhere) {
    const std::string secret =
        kStage + kCat +
        "when flag clicked\nforever\n  if <(((mouse x) * (mouse x)) + (mouse y)) = (1238)> "
        "then\n    set [v v] to (1)\n  end\nend\n";
    EXPECT_THAT(whyOpen(secret, "never v = 1"), HasSubstr("pointer"));
    EXPECT_THAT(whyOpen(kStage + kCat + "when flag clicked\nforever\n  go to (mouse-pointer v)\nend\n",
                        "never Cat.x = 33"),
                HasSubstr("pointer"));
}

TEST(Player, ClicksOnlyWhatCanBeClicked) {
    const std::string cover =
        "\nsprite Wall\n  costume \"w\" rect 480 360 #00ff00\n  at x: 0 y: 0\n\n"
        "when flag clicked\ngo to [front v] layer\n";
    const std::string clicked = "when this sprite clicked\nset [v v] to (1)\n";
    EXPECT_EQ(verdict(kStage + kCat + clicked, "never v = 1"), "violated");
    EXPECT_EQ(checked(kStage + kCat + "when flag clicked\ngo to x: (0) y: (0)\n\n" + clicked + cover,
                      "never v = 1", false)
                  .verdict,
              Verdict::Safe);
    const std::string away =
        kStage + "\nsprite Cat\n  costume \"c\" rect 20 20 #ff0000\n  at x: 900 y: 0\n\n";
    EXPECT_EQ(checked(away + clicked, "never v = 1", false).verdict, Verdict::Safe);
    EXPECT_EQ(checked(away + clicked, "after clicked(Cat) within 1 s v = 5", false).verdict,
              Verdict::Vacuous);
}

TEST(Player, ClicksEveryClone) {
    const std::string clones =
        kStage + kCat +
        "when flag clicked\nhide\nset x to (-100)\nrepeat (3)\n  change x by (50)\n"
        "  create clone of (myself v)\nend\n\nwhen I start as a clone\nshow\n\n"
        "when this sprite clicked\nif <(x position) > (40)> then\n  set [v v] to (1)\nend\n";
    EXPECT_EQ(verdict(clones, "never v = 1"), "violated");
}

TEST(Player, DragsWhatMayBeDragged) {
    const std::string cat = "\nsprite Cat\n  costume \"c\" rect 20 20 #ff0000\n  at x: 0 y: 0  draggable\n\n";
    EXPECT_EQ(verdict(kStage + cat + "when flag clicked\nset [v v] to (1)\n", "always Cat.x = 0"),
              "violated");
    EXPECT_EQ(verdict(kStage + cat, "always Cat.x = prev(Cat.x)"), "violated");
    EXPECT_THAT(whyOpen(kStage + cat + "when flag clicked\nset [v v] to (1)\n", "never Cat.x = 33.5"),
                HasSubstr("Cat was only dragged"));
    EXPECT_EQ(
        verdict(kStage + kCat + "when flag clicked\nset drag mode [draggable v]\n", "always Cat.y < 50"),
        "violated");
    // Who does not look at the cat's place does not mind.
    EXPECT_EQ(verdict(kStage + cat + "when flag clicked\nset [v v] to (1)\n", "never v = 2"), "safe");
}

// ---- the world ----

TEST(World, IsNotAlwaysTheSame) {
    const auto sets = [](const std::string& what) {
        return kStage + "\nwhen flag clicked\nset [v v] to (0)\nif <" + what +
               "> then\n  set [v v] to (1)\nend\n";
    };
    EXPECT_THAT(whyOpen(sets("(username) = [anna]"), "never v = 1"), HasSubstr("logged in"));
    EXPECT_THAT(whyOpen(sets("(language) = [de]"), "never v = 1"), HasSubstr("language"));
    EXPECT_THAT(whyOpen(sets("(translate [a] to (de v)) = [b]"), "never v = 1"), HasSubstr("translations"));
    EXPECT_THAT(whyOpen(sets("(current (year v)) > (3000)"), "never v = 1"), HasSubstr("date"));
    EXPECT_EQ(
        verdict(kStage + "\nwhen flag clicked\nforever\n  if <(loudness) > (30)> then\n    set [v v] to (1)\n"
                         "  end\nend\n",
                "never v = 1"),
        "violated");
}

TEST(World, SlidersAndOtherPlayersSetVariables) {
    const std::string slider =
        "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n  variable s = 5  monitor 5 5 mode "
        "slider\n"
        "\nwhen flag clicked\nforever\n  if <(s) > (60)> then\n    set [v v] to (1)\n  end\nend\n";
    EXPECT_EQ(verdict(slider, "never v = 1"), "violated");
    EXPECT_EQ(verdict(slider, "always s = prev(s)"), "violated");
    EXPECT_THAT(whyOpen(slider, "never s = 33"), HasSubstr("sliders"));
    const std::string cloud =
        "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n  cloud variable c = 5\n"
        "\nwhen flag clicked\nforever\n  if <(c) = (7)> then\n    set [v v] to (1)\n  end\nend\n";
    EXPECT_EQ(verdict(cloud, "never v = 1"), "violated");
    EXPECT_THAT(whyOpen(cloud, "never c = 33.5"), HasSubstr("other players"));
}

TEST(World, MayBeginOtherwise) {
    const std::string game =
        kStage + "\nwhen flag clicked\nif <(v) = [x]> then\n  set [v v] to (77777)\nend\n";
    auto project = readText(game, "t.scratch", "");
    const auto program = compile(std::move(*project));
    const auto spec = spec::parse("p: always v < 70000\n", "t.props");
    for (const bool intervals : {false, true}) {
        ExploreOptions options;
        options.intervals = intervals;
        options.anyInitialValues = true;
        EXPECT_NE(check(*program, *spec, 0, options).verdict, Verdict::Safe);
    }
}

}  // namespace
}  // namespace ounce::verify
