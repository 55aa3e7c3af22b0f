// Every kind of check, holding and not, on one program.
#include "testing/check.h"

#include <gtest/gtest.h>

#include "project/load.h"
#include "testing/play.h"
#include "vm/machine.h"

namespace ounce {
namespace {

constexpr const char* kScene = R"(stage
  backdrop "day" rect 480 360 #ffffff
  backdrop "night" rect 480 360 #000000
  variable score = 0
  variable name = "Ann"
  list seen = "one", 2

when flag clicked
switch backdrop to (night v)
set [score v] to (7.5)

sprite Cat
  costume "sit" rect 40 40 #ff0000
  costume "jump" rect 40 40 #00ff00
  variable lives = 3

when flag clicked
go to x: (30) y: (-20)
point in direction (179)
set size to (50.4) %
set [ghost v] effect to (25)
set volume to (40) %
switch costume to (jump v)
say [Hello]
create clone of (myself v)
hide

when I start as a clone
go to x: (200) y: (100)
think [Hm]

sprite Dog
  costume "dog" rect 20 20 #0000ff

when flag clicked
go to x: (190) y: (100)
)";

class CheckTest : public ::testing::Test {
  protected:
    CheckTest() {
        auto project = readText(kScene, "scene.scratch", ".");
        EXPECT_TRUE(project) << project.error().message();
        program_ = *compile(std::move(*project));
        options_ = Suite().machineOptions();
        moment_.emplace(testStart(*program_, options_, 1));
        machine_.emplace(*program_, moment_->state, options_);
        moment_->user.steps(*machine_, 3);
    }
    // Whether it holds; and that looking changed nothing.
    bool holds(const Check& check) {
        const State before = moment_->state;
        Look look(machine_->reading());
        outcome_ = check.evaluate(look);
        EXPECT_EQ(before, moment_->state) << check.text();
        return outcome_.holds;
    }
    static Check of(Check::Kind kind, const std::string& sprite, Value expected,
                    const std::string& name = {}) {
        Check check;
        check.kind = kind;
        check.subject.sprite = sprite;
        check.expected = std::move(expected);
        check.name = name;
        check.tolerance = usualTolerance(kind);
        return check;
    }
    static Check::Thing thing(Check::Kind kind, const std::string& sprite, const std::string& name = {}) {
        Check::Thing other;
        other.kind = kind;
        other.subject.sprite = sprite;
        other.name = name;
        return other;
    }
    static Check clone(Check check, std::int32_t index) {
        check.subject.clone = index;
        return check;
    }
    static Check with(Check check, Check::Comparison comparison) {
        check.comparison = comparison;
        return check;
    }
    static Value text(const char* utf8) { return {String(std::string_view(utf8))}; }

    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    std::optional<Moment> moment_;
    std::optional<Machine> machine_;
    CheckOutcome outcome_;
};

using Kind = Check::Kind;
using Comparison = Check::Comparison;

TEST_F(CheckTest, OneThingAgainstAnother) {
    Check best = of(Kind::Variable, "", 0, "score");
    best.minus = thing(Kind::Variable, "Cat", "lives");
    EXPECT_FALSE(holds(best));
    EXPECT_EQ(best.text(), "variable «score» should be variable «lives» of Cat");
    EXPECT_EQ(outcome_.actual, "«7.5»");
    EXPECT_EQ(outcome_.expected, "3");
    EXPECT_TRUE(holds(with(best, Comparison::AtLeast)));
    EXPECT_FALSE(holds(with(best, Comparison::AtMost)));
    best.expected = Value(4.5);
    EXPECT_TRUE(holds(best));
    EXPECT_EQ(best.text(), "variable «score» minus variable «lives» of Cat should be 4.5");
    Check left = of(Kind::X, "Cat", 0);
    left.minus = thing(Kind::X, "Dog");
    EXPECT_TRUE(holds(with(left, Comparison::AtMost)));
    EXPECT_FALSE(holds(left));
    left.minus->subject.sprite = "Doc";
    EXPECT_FALSE(holds(left));
    EXPECT_EQ(outcome_.actual, "x of Doc is not there");
    Check name = of(Kind::Variable, "", 0, "name");
    name.minus = thing(Kind::Variable, "", "name");
    EXPECT_TRUE(holds(name)) << "texts that are the same differ by nothing";
}

TEST_F(CheckTest, LooksOfASprite) {
    EXPECT_TRUE(holds(of(Kind::Backdrop, "", 2)));
    EXPECT_TRUE(holds(of(Kind::Backdrop, "", text("night"))));
    EXPECT_FALSE(holds(of(Kind::Backdrop, "", text("day"))));
    EXPECT_EQ(outcome_.actual, "«night»");
    EXPECT_TRUE(holds(of(Kind::Costume, "Cat", 2)));
    EXPECT_FALSE(holds(of(Kind::Costume, "Cat", 1)));
    EXPECT_TRUE(holds(of(Kind::Costume, "Cat", text("jump"))));
    EXPECT_TRUE(holds(of(Kind::Size, "Cat", 50))) << "as Scratch shows it";
    EXPECT_TRUE(holds(of(Kind::Effect, "Cat", 25, "ghost")));
    EXPECT_FALSE(holds(of(Kind::Effect, "Cat", 25, "color")));
    EXPECT_TRUE(holds(of(Kind::Volume, "Cat", 40)));
    EXPECT_TRUE(holds(of(Kind::Visible, "Cat", false)));
    EXPECT_FALSE(holds(of(Kind::Visible, "Cat", true)));
    EXPECT_EQ(outcome_.actual, "no");
    EXPECT_EQ(outcome_.expected, "yes");
}

TEST_F(CheckTest, DirectionsAreNearAcrossTheTurn) {
    EXPECT_TRUE(holds(of(Kind::Direction, "Cat", 180)));
    EXPECT_TRUE(holds(of(Kind::Direction, "Cat", -180)));
    EXPECT_FALSE(holds(of(Kind::Direction, "Cat", -179)));
}

TEST_F(CheckTest, PositionsMayBeOffALittle) {
    Check check = of(Kind::Position, "Cat", {});
    check.x = 35, check.y = -15;
    EXPECT_TRUE(holds(check));
    check.y = -14;
    EXPECT_FALSE(holds(check));
    EXPECT_EQ(outcome_.actual, "(30, -20)");
    EXPECT_TRUE(holds(with(check, Comparison::NotEqual)));
    EXPECT_TRUE(holds(of(Kind::X, "Cat", 25)));
    EXPECT_FALSE(holds(of(Kind::X, "Cat", 24)));
    EXPECT_TRUE(holds(with(of(Kind::Y, "Cat", -10), Comparison::AtMost)));
    EXPECT_FALSE(holds(with(of(Kind::Y, "Cat", -10), Comparison::AtLeast)));
}

TEST_F(CheckTest, ClonesAreSubjectsToo) {
    EXPECT_TRUE(holds(of(Kind::CloneCount, "Cat", 1)));
    EXPECT_TRUE(holds(of(Kind::CloneCount, "Dog", 0)));
    EXPECT_TRUE(holds(clone(of(Kind::X, "Cat", 200), 0)));
    EXPECT_TRUE(holds(clone(of(Kind::Visible, "Cat", true), 0)));
    EXPECT_FALSE(holds(clone(of(Kind::X, "Cat", 200), 1)));
    EXPECT_TRUE(outcome_.missing);
    EXPECT_EQ(outcome_.actual, "there is no clone 2 of Cat");
}

TEST_F(CheckTest, BubblesHaveAKindAndAText) {
    Check check = of(Kind::Say, "Cat", {});
    check.bubble = Check::Bubble::Say;
    EXPECT_TRUE(holds(check));
    check.expected = text("Hello");
    EXPECT_TRUE(holds(check));
    check.bubble = Check::Bubble::Think;
    EXPECT_FALSE(holds(check));
    EXPECT_EQ(outcome_.actual, "says «Hello»");
    EXPECT_EQ(outcome_.expected, "thinks «Hello»");
    Check none = of(Kind::Say, "Dog", {});
    none.bubble = Check::Bubble::None;
    EXPECT_TRUE(holds(none));
    none.bubble = Check::Bubble::Any;
    EXPECT_FALSE(holds(none));
}

TEST_F(CheckTest, TouchingSpritesClonesAndTheEdge) {
    Check check = of(Kind::TouchingSprite, "Dog", true);
    check.other.sprite = "Cat";
    EXPECT_TRUE(holds(check)) << "the clone counts";
    check.other.clone = 0;
    EXPECT_TRUE(holds(check));
    check.subject.sprite = "Cat";
    check.other = {.sprite = "Dog"};
    EXPECT_FALSE(holds(check)) << "the original is far away";
    EXPECT_TRUE(holds(clone(check, 0)));
    EXPECT_TRUE(holds(of(Kind::TouchingEdge, "Cat", false)));
}

TEST_F(CheckTest, VariablesAreComparedAsNumbersWhereTheyAre) {
    EXPECT_TRUE(holds(of(Kind::Variable, "", 7.5, "score")));
    EXPECT_TRUE(holds(of(Kind::Variable, "", text("7.50"), "score")));
    EXPECT_FALSE(holds(of(Kind::Variable, "", 7, "score")));
    EXPECT_TRUE(holds(with(of(Kind::Variable, "", 7, "score"), Comparison::AtLeast)));
    EXPECT_TRUE(holds(of(Kind::Variable, "", text("Ann"), "name")));
    EXPECT_FALSE(holds(of(Kind::Variable, "", text("ann"), "name"))) << "capitals count";
    EXPECT_FALSE(holds(with(of(Kind::Variable, "", 0, "name"), Comparison::AtLeast))) << "no number";
    EXPECT_TRUE(holds(of(Kind::Variable, "Cat", 3, "lives")));
    EXPECT_FALSE(holds(of(Kind::Variable, "Dog", 3, "lives")));
    EXPECT_EQ(outcome_.actual, "Dog has no variable «lives»");
}

TEST_F(CheckTest, ListsByLengthAndContents) {
    EXPECT_TRUE(holds(of(Kind::ListLength, "", 2, "seen")));
    Check check = of(Kind::ListContents, "", {}, "seen");
    check.items = {text("one"), 2};
    EXPECT_TRUE(holds(check));
    check.items = {text("one")};
    EXPECT_FALSE(holds(check));
    EXPECT_EQ(outcome_.expected, "[«one»]");
}

TEST_F(CheckTest, LayersAreCountedFromTheBack) {
    const int dog = moment_->state.stage->order(moment_->state.targets[2]->drawable);
    EXPECT_TRUE(holds(of(Kind::Layer, "Dog", dog)));
    EXPECT_FALSE(holds(of(Kind::Layer, "Dog", dog + 1)));
}

TEST_F(CheckTest, SayWhatTheyExpect) {
    Check speech = of(Kind::Say, "Cat", text("Hi"));
    EXPECT_EQ(speech.text(), "Cat should show «Hi»");
    speech.bubble = Check::Bubble::Think;
    EXPECT_EQ(with(speech, Comparison::NotEqual).text(), "Cat should not think «Hi»");
    speech.bubble = Check::Bubble::None;
    EXPECT_EQ(speech.text(), "Cat should not say anything");
    EXPECT_EQ(of(Kind::X, "Cat", 12).text(), "x of Cat should be 12 (within 5)");
    EXPECT_EQ(clone(of(Kind::Visible, "Cat", true), 1).text(), "clone 2 of Cat should be visible");
    EXPECT_EQ(with(of(Kind::Variable, "", 3, "score"), Comparison::AtLeast).text(),
              "variable «score» should be at least 3");
}

}  // namespace
}  // namespace ounce
