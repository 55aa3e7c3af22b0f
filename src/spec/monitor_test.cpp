// Every word of the language on little programs: it holds, it is violated, it was never triggered.
#include "spec/monitor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/runner.h"

namespace ounce::spec {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "t.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

InputEvent input(std::uint64_t step, InputEvent::Kind kind, const std::string& name = {}) {
    InputEvent event;
    event.step = step;
    event.kind = kind;
    event.name = name;
    return event;
}
InputEvent flag(std::uint64_t step = 0) { return input(step, InputEvent::Kind::GreenFlag); }
InputEvent press(std::uint64_t step, const std::string& key) {
    return input(step, InputEvent::Kind::KeyDown, key);
}
InputEvent answer(std::uint64_t step, const std::string& text) {
    InputEvent event = input(step, InputEvent::Kind::Answer);
    event.value = Value(String(text));
    return event;
}

PropertyResult run(const std::shared_ptr<const Program>& program, const std::string& properties,
                   std::vector<InputEvent> inputs = {flag()}, int steps = 30) {
    const auto spec = parse(properties, "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    const std::vector<Monitor> monitors = bind(*spec, *program);
    Runner runner(program, {}, 1, std::move(inputs));
    Watch watch(monitors, runner.machine());
    for (int i = 0; i < steps; i++) {
        runner.step();
        watch.afterStep();
    }
    return watch.results().back();
}
std::string outcome(const std::shared_ptr<const Program>& program, const std::string& formula,
                    std::vector<InputEvent> inputs = {flag()}, int steps = 30) {
    const PropertyResult result = run(program, "p: " + formula, std::move(inputs), steps);
    if (result.outcome == Outcome::Error) return "error: " + result.message;
    return std::string(outcomeName(result.outcome));
}

// One step, one change: x goes up by 10, score by 1; in step 5 something is broadcast.
const std::shared_ptr<const Program>& counting() {
    static const std::shared_ptr<const Program> program = programOf(R"(stage
  backdrop "day" rect 480 360 #ffffff
  backdrop "night" rect 480 360 #000000
  variable score = 0
  variable my name = "Kim"
  list words = "cat", "dog", 3

when flag clicked
repeat (10)
  change [score v] by (1)
  wait (0) seconds
end

sprite Cat
  costume "cat" rect 20 20 #ff0000
  costume "dog" rect 20 20 #00ff00
  variable lives = 3

when flag clicked
repeat (5)
  change x by (10)
end
broadcast (half v)
next costume
repeat (5)
  change x by (10)
end
say [done]

when I receive [half v]
hide
change [lives v] by (-1)
wait (0.1) seconds
show
create clone of (myself v)

when I start as a clone
change x by (-200)
wait (0.1) seconds
delete this clone

when [space v] key pressed
set [ghost v] effect to (50)

when this sprite clicked
set size to (50) %

sprite Dog
  costume "dog" rect 20 20 #0000ff
  at x: 50 y: 0

when I receive [half v]
ask [How old?] and wait
say (answer)
)");
    return program;
}

struct Case {
    const char* formula;
    const char* expected;
};

class Formulas : public testing::TestWithParam<Case> {};
TEST_P(Formulas, EndAsTheyShould) {
    std::vector<InputEvent> inputs{flag(), press(3, " "), input(4, InputEvent::Kind::ClickSprite, "Cat"),
                                   answer(12, "7")};
    EXPECT_EQ(outcome(counting(), GetParam().formula, inputs), GetParam().expected) << GetParam().formula;
}
INSTANTIATE_TEST_SUITE_P(
    Values, Formulas,
    testing::Values(
        Case{"always Cat.x <= 100", "holds"}, Case{"always Cat.x < 100", "violated"},
        Case{"Cat.x <= 100", "holds"}, Case{"never Cat.x > 100", "holds"},
        Case{"never Cat.x = 100", "violated"}, Case{"always Cat.y = 0", "holds"},
        Case{"never Cat.y != 0", "holds"}, Case{"always Cat.direction = 90", "holds"},
        Case{"always Cat.size = 100", "violated"}, Case{"always Cat.size >= 50", "holds"},
        Case{"always Cat.visible", "violated"}, Case{"always Dog.visible", "holds"},
        Case{"always Cat.costume = \"cat\"", "violated"},
        Case{"always Cat.costume = \"CAT\" or Cat.costumeNumber = 2", "holds"},
        Case{"never Cat.say = \"done\"", "violated"}, Case{"never Cat.say = \"later\"", "holds"},
        Case{"always Cat.layer >= 0 and Cat.volume = 100", "holds"},
        Case{"always Cat.effect(ghost) = 0", "violated"}, Case{"always Cat.effect(color) = 0", "holds"},
        Case{"always Cat.lives >= 3", "violated"}, Case{"always Cat.lives >= 2", "holds"},
        Case{"always score <= 10", "holds"}, Case{"always score < 10", "violated"},
        Case{"always Stage.\"my name\" = \"kim\"", "holds"},
        Case{"always Stage.\"my name\" = \"Jo\"", "violated"}, Case{"always length(words) = 3", "holds"},
        Case{"never length(words) = 3", "violated"}, Case{"always item(2, words) = \"dog\"", "holds"},
        Case{"always item(9, words) = \"dog\"", "violated"}, Case{"always contains(words, \"Cat\")", "holds"},
        Case{"never contains(words, 3)", "violated"}, Case{"always length(Stage.\"my name\") = 3", "holds"},
        Case{"always item(1, \"abc\") = \"b\"", "violated"},
        Case{"always contains(\"abc\", \"BC\")", "holds"}, Case{"never answer = 7", "violated"},
        Case{"never answer = 8", "holds"}, Case{"never asked", "violated"},
        Case{"always asked => question = \"How old?\"", "holds"},
        Case{"always asked => question = \"What?\"", "violated"},
        Case{"always key(w) => score > 1", "untriggered"}, Case{"never timer > 0.5", "violated"},
        Case{"never timer > 2", "holds"}, Case{"never key(space)", "violated"},
        Case{"never key(left arrow)", "holds"}, Case{"never key(any)", "violated"},
        Case{"always mouseX = 0 and mouseY = 0 and not mouseDown", "holds"},
        Case{"always backdrop = \"day\"", "holds"}, Case{"never backdrop = \"day\"", "violated"},
        Case{"never touching(Cat, Dog)", "violated"}, Case{"never touching(Dog, edge)", "holds"},
        Case{"never touching(Dog, mouse)", "holds"}, Case{"never touching(Cat, #0000ff)", "violated"},
        Case{"never touching(Dog, #123456)", "holds"}, Case{"always distance(Cat, Dog) <= 50", "holds"},
        Case{"always distance(Cat, Dog) > 0", "violated"}, Case{"never clones(Cat) > 0", "violated"},
        Case{"never clones(Dog) > 0", "holds"}, Case{"always abs(Cat.x - 50) <= 50", "holds"},
        Case{"always abs(Cat.x - 50) <= 40", "violated"}, Case{"always min(score, 3) <= 3", "holds"},
        Case{"always max(score, 3) <= 3", "violated"}, Case{"always round(score / 3) <= 3", "holds"},
        Case{"always round(score / 2.1) < 5", "violated"}, Case{"always Cat.x mod 10 = 0", "holds"},
        Case{"always mod(Cat.x, 20) = 0", "violated"}, Case{"always -Cat.x <= 0", "holds"},
        Case{"always score * 2 + 1 <= 21", "holds"}, Case{"always 1 + 2 * 3 = 9", "violated"},
        Case{"always if Cat.visible then Cat.lives >= 2 else Cat.lives = 2", "holds"},
        Case{"always (if Cat.visible then 1 else 2) = 1", "violated"},
        Case{"always not Cat.visible implies Cat.lives = 2", "holds"}, Case{"always true", "holds"},
        Case{"always false", "violated"}, Case{"always every Cat (Cat.x > -250)", "holds"},
        Case{"always every Cat (Cat.x >= 0)", "violated"}, Case{"never some Cat (Cat.x < 0)", "violated"},
        Case{"never some Cat (Cat.x < -250)", "holds"},
        Case{"always every Cat (some Dog (Dog.x - Cat.x < 300))", "holds"},
        Case{"always Cat.x >= 0", "holds"}));
INSTANTIATE_TEST_SUITE_P(
    Events, Formulas,
    testing::Values(Case{"never flag", "violated"}, Case{"never stop", "holds"},
                    Case{"never broadcast \"half\"", "violated"},
                    Case{"never broadcast \"HALF\" and Cat.x > 50", "holds"},
                    Case{"never broadcast(\"half\") and Cat.x = 50", "violated"},
                    Case{"never answered", "violated"}, Case{"never answered and answer = 8", "holds"},
                    Case{"never clicked(Cat)", "violated"}, Case{"never clicked(Dog)", "holds"},
                    Case{"never clicked(Stage)", "holds"}, Case{"never pressed(space)", "violated"},
                    Case{"never pressed(any) and score > 5", "holds"}, Case{"never pressed(x)", "holds"},
                    Case{"never said(Cat)", "violated"}, Case{"never said(Dog) and Cat.x < 50", "holds"},
                    Case{"never cloned(Cat)", "violated"}, Case{"never cloned(Dog)", "holds"},
                    Case{"never deleted(Cat)", "violated"}, Case{"never deleted(Dog)", "holds"},
                    Case{"never rises(Cat.x > 50)", "violated"}, Case{"never rises(Cat.x > 150)", "holds"},
                    Case{"never falls(Cat.visible)", "violated"}, Case{"never falls(Dog.visible)", "holds"},
                    Case{"never changes(Cat.lives)", "violated"}, Case{"never changes(Dog.x)", "holds"},
                    Case{"always pressed(space) => score <= 4", "holds"},
                    Case{"always pressed(space) => score > 4", "violated"},
                    Case{"always pressed(x) => score > 4", "untriggered"},
                    Case{"always clicked(Cat) or pressed(x) => Cat.size = 100", "holds"},
                    Case{"always rises(not Cat.visible) => broadcast \"half\"", "holds"},
                    Case{"always changes(Cat.size) => broadcast \"half\"", "violated"},
                    Case{"never broadcast \"half\" and changes(Cat.lives)", "violated"},
                    Case{"never broadcast \"half\" and pressed(space)", "holds"}));
INSTANTIATE_TEST_SUITE_P(
    Time, Formulas,
    testing::Values(Case{"always score >= prev(score)", "holds"},
                    Case{"always score > prev(score)", "violated"},
                    Case{"always Cat.x - prev(Cat.x) <= 20", "holds"},
                    Case{"always prev(prev(Cat.x)) + 30 >= Cat.x", "holds"},
                    Case{"always prev(prev(Cat.x)) + 10 >= Cat.x", "violated"},
                    Case{"always score >= old(score)", "holds"},
                    Case{"after broadcast \"half\" within 200 ms Cat.visible", "holds"},
                    Case{"after broadcast \"half\" within 2 steps Cat.x = 1000", "violated"},
                    Case{"after broadcast \"half\" within 5 s Cat.x = 1000", "holds"},
                    Case{"after pressed(x) within 1 step false", "untriggered"},
                    Case{"after pressed(space) within 3 steps Cat.x > old(Cat.x) + 20", "holds"},
                    Case{"after pressed(space) within 1 step Cat.x > old(Cat.x) + 20", "violated"},
                    Case{"after clicked(Cat) within 1 s said(Cat)", "holds"},
                    Case{"after clicked(Cat) within 1 step said(Cat)", "violated"},
                    Case{"after Cat.x > 70 within 1 s Cat.say = \"done\"", "holds"},
                    Case{"after Cat.x > 700 within 1 s Cat.say = \"done\"", "untriggered"},
                    Case{"after clicked(Cat) for 1 s Cat.size = 50", "holds"},
                    Case{"after pressed(space) for 1 s Cat.size = 100", "violated"},
                    Case{"after pressed(space) for 1 step Cat.size = 100", "violated"},
                    Case{"after pressed(space) for 0 steps Cat.size = 100", "holds"},
                    Case{"after pressed(x) for 1 s false", "untriggered"},
                    Case{"after clicked(Cat) always Cat.size = 50", "holds"},
                    Case{"after pressed(space) always Cat.size = 50", "violated"},
                    Case{"after pressed(space) always Cat.size = 100 until clicked(Cat)", "holds"},
                    Case{"after pressed(x) always false", "untriggered"},
                    Case{"Cat.size = 100 until clicked(Cat)", "holds"},
                    Case{"Cat.size = 100 until said(Cat)", "violated"},
                    Case{"Cat.x < 60 until Cat.x >= 60", "holds"},
                    Case{"Cat.x < 50 until Cat.x >= 60", "violated"},
                    Case{"always Cat.x > 60 => (true since pressed(space))", "holds"},
                    Case{"always Cat.x > 20 => (true since pressed(space))", "violated"},
                    Case{"never (Cat.size = 100 since pressed(space)) and clicked(Cat)", "violated"},
                    Case{"never (Cat.size = 100 since pressed(space)) and said(Cat)", "holds"},
                    Case{"always count(changes(score) since flag) <= 10", "holds"},
                    Case{"always count(changes(score) since flag) <= 9", "violated"},
                    Case{"always count(changes(score)) = score", "holds"},
                    Case{"always count(pressed(space) since clicked(Cat)) = 0", "violated"},
                    Case{"after flag within 2 s count(said(Cat)) = 1", "holds"}));

// Whatever can happen, after which something holds, does not hold, or that does not happen at all.
class Triggers : public testing::TestWithParam<const char*> {};
TEST_P(Triggers, EndInAllThreeWays) {
    const std::string event = GetParam();
    const std::vector<InputEvent> inputs{flag(), press(3, " "),
                                         input(4, InputEvent::Kind::ClickSprite, "Cat"), answer(12, "7"),
                                         input(25, InputEvent::Kind::StopAll)};
    for (const char* duty : {"within 1 s {}", "for 3 steps {}", "always {}", "always {} until false"}) {
        const std::string formula = fmt::format("after {} {}", event, duty);
        const auto with = [&](const char* body) { return fmt::format(fmt::runtime(formula), body); };
        EXPECT_EQ(outcome(counting(), with("true"), inputs, 60), "holds") << formula;
        EXPECT_EQ(outcome(counting(), with("false"), inputs, 60), "violated") << formula;
        EXPECT_EQ(outcome(counting(), with("false"), {}, 60), "untriggered") << formula;
    }
    for (const char* format : {"always {} => {}", "never {} and not {}"}) {
        const auto with = [&](const char* body) { return fmt::format(fmt::runtime(format), event, body); };
        EXPECT_EQ(outcome(counting(), with("true"), inputs, 60), "holds") << format;
        EXPECT_EQ(outcome(counting(), with("false"), inputs, 60), "violated") << format;
    }
    EXPECT_EQ(outcome(counting(), fmt::format("always {} => false", event), {}, 60), "untriggered");
    EXPECT_EQ(outcome(counting(), fmt::format("true until {}", event), inputs, 60), "holds");
    EXPECT_EQ(outcome(counting(), fmt::format("always not (true since {})", event), inputs, 60), "violated");
    EXPECT_EQ(outcome(counting(), fmt::format("always not (true since {})", event), {}, 60), "holds");
    EXPECT_EQ(outcome(counting(), fmt::format("always count({}) = 0", event), inputs, 60), "violated");
    EXPECT_EQ(outcome(counting(), fmt::format("always count({}) = 0", event), {}, 60), "holds");
}
INSTANTIATE_TEST_SUITE_P(All, Triggers,
                         testing::Values("flag", "stop", "broadcast \"half\"", "answered", "clicked(Cat)",
                                         "pressed(space)", "said(Cat)", "cloned(Cat)", "deleted(Cat)",
                                         "rises(Cat.x > 50)", "falls(Cat.visible)", "changes(Cat.lives)"));

// The mouse goes to the Dog, presses, and lets go.
class WithMouse : public testing::TestWithParam<Case> {};
TEST_P(WithMouse, EndAsTheyShould) {
    InputEvent move = input(2, InputEvent::Kind::MouseMove);
    move.x = 50;
    move.y = 3;
    EXPECT_EQ(outcome(counting(), GetParam().formula, {flag(), move, input(4, InputEvent::Kind::MouseDown)}),
              GetParam().expected)
        << GetParam().formula;
}
INSTANTIATE_TEST_SUITE_P(
    Values, WithMouse,
    testing::Values(Case{"always mouseX = 0", "violated"}, Case{"always mouseX <= 50", "holds"},
                    Case{"always mouseY = 0", "violated"}, Case{"always mouseY <= 3", "holds"},
                    Case{"never mouseDown", "violated"}, Case{"always mouseDown => mouseX = 50", "holds"},
                    Case{"never touching(Dog, mouse)", "violated"},
                    Case{"always key(a) => mouseDown", "untriggered"},
                    Case{"always Cat.direction = 45", "violated"}, Case{"always Cat.layer < 0", "violated"},
                    Case{"always Cat.volume < 100", "violated"}, Case{"never Cat.y != 0", "holds"},
                    Case{"never Cat.y != 1", "violated"},
                    Case{"always every Cat (some Dog (Dog.x - Cat.x < 20))", "violated"},
                    Case{"always min(Cat.x, 30) < 30", "violated"},
                    Case{"always max(score, 3) <= 10", "holds"}, Case{"always -Cat.x > -20", "violated"},
                    Case{"always Cat.x / 2 <= 50", "holds"}, Case{"always Cat.x / 2 < 20", "violated"},
                    Case{"always not Cat.visible implies Cat.lives = 7", "violated"},
                    Case{"always distance(Cat, Dog) > 1000 => false", "untriggered"}));

TEST(Monitors, SayWhenAndWhatTheySaw) {
    const PropertyResult result = run(counting(), "# Cats stay home.\nhome: always Cat.x < 30 or score < 2");
    EXPECT_EQ(result.outcome, Outcome::Violated);
    EXPECT_EQ(result.name, "home");
    EXPECT_EQ(result.explanation, "Cats stay home.");
    EXPECT_EQ(result.step, 3u);
    EXPECT_DOUBLE_EQ(result.seconds(), 0.1);
    EXPECT_EQ(result.message, "«always Cat.x < 30 or score < 2» does not hold: Cat.x = 30, score = 2");
}

TEST(Monitors, SaySinceWhenSomethingWasOwed) {
    const PropertyResult result =
        run(counting(), "p: after pressed(space) within 100 ms Cat.size = 1", {flag(), press(3, " ")});
    EXPECT_EQ(result.step, 7u);  // the key goes down in the fourth step; three more may pass
    EXPECT_EQ(result.message,
              "after «pressed(space)» in step 4 (0.13 s), «Cat.size = 1» did not come within 3 steps: "
              "Cat.size = 100");
}

TEST(Monitors, CallMissingNamesAnErrorOfTheirOwn) {
    const auto messageOf = [](const std::string& formula) { return outcome(counting(), formula); };
    EXPECT_EQ(messageOf("Catt.x > 0"),
              "error: t.props: line 1, column 4: there is no sprite «Catt»; did you mean «Cat»?");
    EXPECT_EQ(messageOf("Cat.live > 0"),
              "error: t.props: line 1, column 4: Cat has no attribute or variable "
              "«live»; did you mean «lives»?");
    EXPECT_EQ(messageOf("scores > 0"),
              "error: t.props: line 1, column 4: there is no variable «scores» for "
              "all sprites; did you mean «score»?");
    EXPECT_THAT(messageOf("length(word) > 0"), HasSubstr("there is no list «word»"));
    EXPECT_THAT(messageOf("words > 0"), HasSubstr("«words» is a list"));
    EXPECT_THAT(messageOf("never broadcast \"hallf\""), HasSubstr("did you mean «half»?"));
    EXPECT_THAT(messageOf("never Cat.effect(spooky) > 1"), HasSubstr("no attribute or variable"));
    EXPECT_THAT(messageOf("some Cat (rises(Cat.visible))"), HasSubstr("cannot stand inside «some»"));
    EXPECT_THAT(messageOf("after flag within 1 s prev(old(score)) = 1"), HasSubstr("cannot stand inside"));
    const auto spec = parse("good: score >= 0\nbad: Nobody.x > 0", "t.props");
    const std::vector<Monitor> monitors = bind(*spec, *counting());
    EXPECT_EQ(monitors[0].error, "");
    EXPECT_NE(monitors[1].error, "");
}

TEST(Monitors, UnderstandLets) {
    EXPECT_EQ(run(counting(), "let much = score > limit\nlet limit = 9\np: never much").outcome,
              Outcome::Violated);
    EXPECT_EQ(run(counting(), "let out = Cat.x < -50\np: never some Cat (out)").outcome, Outcome::Violated);
    EXPECT_EQ(run(counting(), "let out = Cat.x < -50\np: never out").outcome, Outcome::Holds);
    EXPECT_THAT(run(counting(), "let a = b\nlet b = a\np: never a").message,
                HasSubstr("is explained by itself"));
}

// The next question is open before the step ends: what was answered must be looked at when it was.
TEST(Monitors, ReadValuesWhenTheEventHappens) {
    const auto program = programOf(R"(stage
  variable a = 0

when flag clicked
repeat (3)
  change [a v] by (1)
  ask (a) and wait
end
)");
    const std::vector<InputEvent> inputs{flag(), answer(2, "1"), answer(4, "2"), answer(6, "3")};
    EXPECT_EQ(outcome(program, "always answered => answer = a", inputs), "holds");
    EXPECT_EQ(outcome(program, "always answered => answer < a", inputs), "violated");
    EXPECT_EQ(outcome(program, "always count(rises(asked) since flag) <= 3", inputs), "holds");
    EXPECT_EQ(outcome(program, "always count(rises(asked) since flag) <= 2", inputs), "violated");
    // The flag closes a question and opens one in the same step.
    EXPECT_EQ(outcome(program, "always rises(asked) and count(rises(asked) since flag) = 1 => a = 1",
                      {flag(), answer(2, "1"), flag(4)}),
              "violated");
}

TEST(Monitors, StopIsTheRedButtonOrTheBlockButNotTheFlag) {
    const auto program = programOf("sprite Cat\n\nwhen [s v] key pressed\nstop [all v]\n");
    EXPECT_EQ(outcome(program, "never stop", {flag(), flag(3)}), "holds");
    EXPECT_EQ(outcome(program, "never stop", {flag(), press(3, "s")}), "violated");
    EXPECT_EQ(outcome(program, "never stop", {flag(), input(3, InputEvent::Kind::StopAll)}), "violated");
}

TEST(Monitors, AreValuesThatCanBeKeptAndRestored) {
    const auto spec = parse("p: after clicked(Cat) for 1 s Cat.x <= old(Cat.x) + 40", "t.props");
    const std::vector<Monitor> monitors = bind(*spec, *counting());
    Runner runner(counting(), {}, 1, {flag(), input(4, InputEvent::Kind::ClickSprite, "Cat")});
    Watch watch(monitors, runner.machine());
    const auto steps = [&](int count) {
        for (int i = 0; i < count; i++) {
            runner.step();
            watch.afterStep();
        }
    };
    steps(6);
    const State state = runner.state();
    const WatchState kept = watch.state();
    steps(10);
    const WatchState after = watch.state();
    EXPECT_TRUE(watch.anyViolated());
    runner.state() = state;
    watch.restore(kept);
    EXPECT_FALSE(watch.anyViolated());
    steps(10);
    EXPECT_EQ(watch.state(), after);
}

TEST(Monitors, KnowThatTheFlagWasClickedBeforeATest) {
    const auto spec = parse("p: after flag within 10 steps Cat.x = 100", "t.props");
    const std::vector<Monitor> monitors = bind(*spec, *counting());
    for (const bool clicked : {true, false}) {
        Runner runner(counting(), {}, 1, {});
        runner.machine().greenFlag();
        const Watch watch(monitors, runner.machine(), clicked);
        EXPECT_EQ(watch.results()[0].outcome, clicked ? Outcome::Holds : Outcome::Untriggered);
    }
}

}  // namespace
}  // namespace ounce::spec
