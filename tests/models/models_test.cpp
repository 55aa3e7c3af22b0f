// ounce model as people call it; the model files of the corpus; the example.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../shared_folder.h"
#include "../temp_folder.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* kGame = R"(stage
  variable score = 0

sprite Cat

when flag clicked
go to x: (0) y: (0)
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
    change [score v] by (1)
  end
end
)";
constexpr const char* kModels = R"(program model walk
  init -> go when elapsed 100 ms
  go -> go as right when key right arrow and Cat.x < 200 then Cat.x increases and Stage.score changes by +1
user model player
  a -> a when chance 0.5 do press right arrow
  a -> a
)";

class ModelCommand : public TempFolder {};

std::string contentOf(const fs::path& file) { return readFile(file.string(), 1 << 24).value_or(""); }

Json jsonOf(const Outcome& outcome) {
    Json json = Json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << outcome.out;
    return json;
}

TEST_F(ModelCommand, PassesFailsAndSaysWhich) {
    const std::string models = write("m.model", kModels);
    Outcome good =
        runOunce("model " + write("good.scratch", kGame) + " " + models + " --json --repetitions 3");
    EXPECT_EQ(good.code, 0) << good.out;
    Json json = jsonOf(good);
    EXPECT_EQ(json["status"], "pass");
    EXPECT_EQ(json["repetitions"], 3);
    EXPECT_EQ(json["coverage"]["walk"]["covered"], 2);
    EXPECT_EQ(json["coverage"]["walk"]["total"], 2);
    std::string faulty = kGame;
    faulty.replace(faulty.find("by (10)"), 7, "by (0) ");
    Outcome bad =
        runOunce("model " + write("bad.scratch", faulty) + " " + models + " --json --repetitions 3");
    EXPECT_EQ(bad.code, 1);
    json = jsonOf(bad);
    EXPECT_EQ(json["status"], "fail");
    ASSERT_EQ(json["fails"].size(), 1u);
    EXPECT_EQ(json["fails"][0]["model"], "walk");
    EXPECT_EQ(json["fails"][0]["edge"], "right");
    EXPECT_THAT(json["fails"][0]["message"], HasSubstr("AttrChange(Cat,x,+)"));
    EXPECT_GT(json["fails"][0]["step"], 0);
}

TEST_F(ModelCommand, GivesTheSameBytesForAnyNumberOfThreads) {
    const std::string arguments = "model " + write("g.scratch", kGame) + " " + write("m.model", kModels) +
                                  " --json --path --repetitions 7 -j ";
    EXPECT_EQ(runOunce(arguments + "1").out, runOunce(arguments + "3").out);
}

TEST_F(ModelCommand, RefusesBrokenFilesWithASentence) {
    const std::string game = write("g.scratch", kGame);
    const Outcome outcome =
        runOunce("model " + game + " " + write("m.json", R"([{"usage": "program", "id": "m",
        "startNodeId": "a", "nodeIds": ["a"], "edges": [{"id": "e", "from": "a", "to": "b", "conditions": []}]}])"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("model «m»: edge «e»: «to» is «b»"));
    EXPECT_EQ(runOunce("model " + game).code, 2);
    EXPECT_EQ(runOunce("model " + write("n.model", kModels)).code, 2);
}

TEST_F(ModelCommand, RunsJavaScriptFunctionsElsewhere) {
    const std::string game = write("g.scratch", kGame);
    const auto statusOf = [&](const std::string& function) {
        const Outcome outcome = runOunce(
            "model " + game + " " +
            write("f.model", "program model m\n  a -> b as e when js \"" + function + "\" by 1 s\n") +
            " --json --duration 2");
        return jsonOf(outcome)["status"].get<std::string>();
    };
    EXPECT_EQ(statusOf("(t) => t.getSprite('Cat').x === 0"), "pass");
    EXPECT_EQ(statusOf("(t) => t.getSprite('Cat').x === 1"), "fail");
    EXPECT_EQ(statusOf("(t) => t.nothing.there"), "error");
}

TEST_F(ModelCommand, WritesReportsAndRecords) {
    const std::string game = write("g.scratch", kGame), models = write("m.model", kModels);
    const Outcome outcome =
        runOunce("model " + game + " " + models + " --duration 2 --html " + path("r.html") + " --junit " +
                 path("r.xml") + " --csv " + path("r.csv") + " --record " + path("suite.json"));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_THAT(*readFile(path("r.html"), 1 << 20), HasSubstr("<svg"));
    EXPECT_THAT(*readFile(path("r.xml"), 1 << 20), HasSubstr("name=\"walk\""));
    EXPECT_THAT(*readFile(path("r.csv"), 1 << 20), HasSubstr("g,walk,program,right,1,1,0,0,"));
    // What was played is a test that reaches the same blocks; the models may go along with it.
    const Outcome test = runOunce("test " + game + " " + path("suite.json") + " --models " + models);
    EXPECT_EQ(test.code, 0) << test.out;
    EXPECT_THAT(test.out, HasSubstr("(100.0 %)"));
}

TEST_F(ModelCommand, GoesAlongWithSuites) {
    std::string faulty = kGame;
    faulty.replace(faulty.find("by (10)"), 7, "by (-1)");
    const std::string game = write("bad.scratch", faulty), models = write("m.model", kModels);
    const std::string suite = write("suite.js",
                                    "module.exports = [{name: 'walks', test: async t => {\n"
                                    "  t.keyPress('right arrow', 5);\n  await t.runForSteps(20);\n}}];");
    EXPECT_EQ(runOunce("test " + game + " " + suite).code, 0);
    const Outcome outcome = runOunce("test " + game + " " + suite + " --models " + models);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("the models say: walk-right: AttrChange(Cat,x,+)"));
}

TEST_F(ModelCommand, FindsMutants) {
    const Outcome outcome = runOunce("mutate " + write("g.scratch", kGame) + " --models " +
                                     write("m.model", kModels) + " --repetitions 2 --json");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_GE(jsonOf(outcome)["killed"], 2);
}

TEST_F(ModelCommand, ConvertsBetweenFormats) {
    const std::string models = write("m.model", kModels);
    EXPECT_EQ(runOunce("convert " + models + " " + path("m.json")).code, 0);
    EXPECT_EQ(runOunce("convert " + path("m.json") + " " + path("n.model")).code, 0);
    EXPECT_EQ(runOunce("convert " + path("n.model") + " " + path("n.json")).code, 0);
    EXPECT_EQ(*readFile(path("m.json"), 1 << 20), *readFile(path("n.json"), 1 << 20));
    EXPECT_EQ(runOunce("convert " + models + " " + path("m.dot")).code, 0);
    EXPECT_THAT(*readFile(path("m.dot"), 1 << 20), HasSubstr("digraph"));
    EXPECT_EQ(runOunce("convert " + models + " " + path("m.svg")).code, 0);
    EXPECT_EQ(runOunce("convert " + models + " " + path("m.txt")).code, 2);
}

// ---- the corpus ----

TEST_F(ModelCommand, TheExampleHasAProjectOfItsOwn) {
    const fs::path folder = fs::path(OUNCE_SOURCE_DIR) / "examples/fruit-catching";
    const std::string models = (folder / "fruit-catching.model").string();
    const Outcome good = runOunce("model " + (folder / "fruit-catching.scratch").string() + " " + models +
                                  " --repetitions 30 --json");
    EXPECT_EQ(good.code, 0) << good.out;
    const Json json = jsonOf(good);
    EXPECT_EQ(json["coverage"].size(), 21u);
    EXPECT_EQ(json["programCoverage"]["ratio"], 1.0);
    // A pupil who gives four points for an apple, and forgets to stop the game.
    std::string text = contentOf(folder / "fruit-catching.scratch");
    for (const auto& [right, wrong] : {std::pair{"change [points v] by (5)", "change [points v] by (4)"},
                                       std::pair{"say [Game over!] for (1) seconds\n    stop [all v]",
                                                 "say [Game over!] for (1) seconds"}}) {
        ASSERT_NE(text.find(right), std::string::npos);
        text.replace(text.find(right), std::string(right).size(), wrong);
    }
    for (const char* picture : {"garden.svg", "bowl.svg", "apple.svg", "bananas.svg"})
        write(picture, contentOf(folder / picture));
    const Outcome bad =
        runOunce("model " + write("pupil.scratch", text) + " " + models + " --repetitions 10");
    EXPECT_EQ(bad.code, 1) << bad.out;
    EXPECT_THAT(bad.out, HasSubstr("apple-five points"));
}

// ---- inference ----

constexpr const char* kCatching = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 orange

when flag clicked
go to x: (0) y: (-100)
set [score v] to [0]
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
  end
  if <key (left arrow v) pressed?> then
    change x by (-10)
  end
end

sprite Ball
  costume "ball" circle 30 blue

when flag clicked
go to x: (pick random (-200) to (200)) y: (150)
repeat until <(score) = [-3]>
  change y by (-5)
  if <touching (Cat v)?> then
    change [score v] by (2)
    go to x: (pick random (-200) to (200)) y: (150)
  end
  if <(y position) < [-150]> then
    change [score v] by (-1)
    go to x: (pick random (-200) to (200)) y: (150)
  end
end
say [Over] for (1) seconds
stop [all v]
)";

TEST_F(ModelCommand, InfersModelsThatHoldAndFindFaults) {
    const std::string game = write("game.scratch", kCatching);
    const std::string folder = path("models");
    const Outcome outcome = runOunce("model --infer " + game + " -o " + folder + " --repetitions 200");
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const std::string program = contentOf(fs::path(folder) / "program.model");
    // One sentence of each kind.
    EXPECT_THAT(program, HasSubstr("# The game is over when"));
    EXPECT_THAT(program, HasSubstr("# Only when Ball touches Cat: score rises by 2. (amount)\n"));
    EXPECT_THAT(program, HasSubstr("# Only when Ball touches Cat: score rises.\n"));
    EXPECT_THAT(program, HasSubstr("# Only when the key right arrow is held: x of Cat rises by 10."));
    EXPECT_THAT(program, HasSubstr("# As long as the key left arrow is held, x of Cat falls by 10"));
    EXPECT_THAT(program, HasSubstr("# At first x of Cat is 0, y of Cat is -100."));
    EXPECT_THAT(program, HasSubstr("# Each new x of Ball is another one, without a pattern."));
    EXPECT_THAT(program, HasSubstr("# When the game is over, Ball stays as it is."));
    const std::string both = (fs::path(folder) / "program.model").string() + " " +
                             (fs::path(folder) / "player.model").string() + " --repetitions 40 --seed 777";
    EXPECT_EQ(runOunce("model " + game + " " + both).code, 0);
    const auto complaints = [&](const std::string& right, const std::string& wrong) {
        std::string text = kCatching;
        EXPECT_NE(text.find(right), std::string::npos);
        text.replace(text.find(right), right.size(), wrong);
        return runOunce("model " + write("faulty.scratch", text) + " " + both).out;
    };
    EXPECT_THAT(complaints("score v] by (2)", "score v] by (3)"), HasSubstr("score"));
    EXPECT_THAT(complaints("change x by (10)", "change x by (9)"), HasSubstr("x of Cat"));
    EXPECT_THAT(complaints("change y by (-5)", "change y by (-6)"), HasSubstr("y of Ball"));
    EXPECT_THAT(complaints("go to x: (0) y: (-100)", "go to x: (5) y: (-100)"), HasSubstr("Cat at first"));
    EXPECT_THAT(complaints("seconds\nstop [all v]", "seconds"), HasSubstr("after the end"));
    EXPECT_THAT(complaints("touching (Cat v)", "touching (edge v)"), HasSubstr("because Ball touches Cat"));
}

TEST_F(ModelCommand, InfersTheSameForAnyNumberOfThreads) {
    const std::string game = write("game.scratch", kCatching);
    const auto inferred = [&](const std::string& jobs) {
        const std::string folder = path("models" + jobs);
        EXPECT_EQ(runOunce("model --infer " + game + " -o " + folder + " --repetitions 20 -j " + jobs).code,
                  0);
        return contentOf(fs::path(folder) / "program.model") + contentOf(fs::path(folder) / "player.model");
    };
    EXPECT_EQ(inferred("1"), inferred("3"));
}

// Night falls in one of many games: the runs that rules are made from do not show it, only a trial does.
TEST_F(ModelCommand, InfersExceptionsThatOnlyAFailureShows) {
    const std::string game = write("night.scratch", R"(stage
  backdrop "Day" rect 480 360 white
  backdrop "Night" rect 480 360 black

when flag clicked
switch backdrop to (Day v)
wait (pick random (1) to (3)) seconds
if <(pick random (1) to (170)) = [1]> then
  switch backdrop to (Night v)
end

sprite Moon
  at x: -150 y: 120

when flag clicked
forever
  turn right (5) degrees
end

sprite Cat
  costume "cat" rect 40 40 orange

when flag clicked
go to x: (0) y: (-100)
forever
  if <<key (right arrow v) pressed?> and <(backdrop [name v]) = [Day]>> then
    change x by (3)
  end
  if <<key (left arrow v) pressed?> and <(backdrop [name v]) = [Day]>> then
    change x by (-3)
  end
end
)");
    const std::string folder = path("models");
    ASSERT_EQ(runOunce("model --infer " + game + " -o " + folder + " --repetitions 400").code, 0);
    EXPECT_THAT(contentOf(fs::path(folder) / "program.model"),
                testing::ContainsRegex("As long as the key left arrow is held, x of Cat falls by 3, unless "
                                       "[^\n]*the backdrop is Night"));
}

constexpr const char* kSpinning = R"(stage

sprite Horse
  at x: -23 y: -30

when flag clicked
forever
  if <touching (mouse-pointer v)?> then
    repeat (10)
      turn right (36) degrees
    end
  end
  wait (1) seconds
end
)";

TEST_F(ModelCommand, AmountsAreOnlyLeftOutWhereModelsAreInferred) {
    const std::string game = write("horse.scratch", kSpinning);
    const Outcome outcome = runOunce("model " + game + " " + write("m.model", "") + " --no-amounts");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("--no-amounts is about what --infer proposes (add --infer SOLUTION)"));
}

TEST_F(ModelCommand, InfersWhatMustHappenAndNothingOfWhereTheFilePlacesThings) {
    const std::string folder = path("models"), game = write("horse.scratch", kSpinning);
    ASSERT_EQ(runOunce("model --infer " + game + " -o " + folder + " --no-amounts --repetitions 100").code,
              0);
    const std::string program = contentOf(fs::path(folder) / "program.model");
    EXPECT_THAT(program,
                HasSubstr("# When Horse touches the mouse pointer, then direction of Horse changes"));
    // An amount, and what no block writes.
    EXPECT_THAT(program, testing::Not(HasSubstr("by 36")));
    EXPECT_THAT(program, testing::Not(HasSubstr("x of Horse")));
    const std::string both = (fs::path(folder) / "program.model").string() + " " +
                             (fs::path(folder) / "player.model").string() + " --repetitions 10 --seed 99";
    EXPECT_EQ(runOunce("model " + game + " " + both).code, 0);
    const std::string empty = write("empty.scratch", "stage\n\nsprite Horse\n\nwhen flag clicked\n");
    EXPECT_THAT(runOunce("model " + empty + " " + both).out, HasSubstr("direction of Horse changes"));
    EXPECT_TRUE(fs::exists(fs::path(folder) / "dropped.txt"));
}

// Hundreds of clones that move in every step: who looks at all of them for each movement never ends.
TEST_F(ModelCommand, SeesEveryMeetingOfManyClones) {
    const std::string game = write("clones.scratch", R"(stage
  variable met = 0

sprite Wall
  at x: 0 y: -150
  costume "wall" rect 480 20 red

sprite Drop
  at x: -200 y: 150
  costume "drop" circle 8 blue

when flag clicked
set [met v] to [0]
repeat (100)
  create clone of (_myself_ v)
  change x by (4)
end

when I start as a clone
forever
  change y by (-7)
  if <touching (Wall v)?> then
    change [met v] by (1)
    set y to (150)
  end
end
)");
    const std::string both = write("n.model", R"(program model drops
  init -> play when elapsed 100 ms
  play -> play when Stage.met increases then Drop touches Wall
program model colour
  init -> play when elapsed 100 ms
  play -> play when Stage.met increases then Drop touches #ff0000
)");
    const Outcome outcome = runOunce("model " + game + " " + both + " --duration 8 --json");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(jsonOf(outcome)["coverage"]["drops"]["covered"], 2);
}

// ---- generation ----

TEST_F(ModelCommand, AUserModelShowsASearchHowToPlay) {
    // Nobody presses these keys in this order by accident.
    std::string steps = "when flag clicked\nset [step v] to [0]\nforever\n";
    const std::string keys[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    for (std::size_t i = 0; i < 8; i++)
        steps += "  if <<(step) = [" + std::to_string(i) + "]> and <key (" + keys[i] +
                 " v) pressed?>> then\n    wait until <not <key (" + keys[i] +
                 " v) pressed?>>\n    change [step v] by (1)\n  else\n    if <key (" + keys[i] +
                 " v) pressed?> then\n      set [step v] to [0]\n      wait until <not <key (" + keys[i] +
                 " v) pressed?>>\n    end\n  end\n";
    const std::string game =
        write("lock.scratch", "stage\n  variable step = 0\n\nsprite Cat\n\n" + steps +
                                  "  if <(step) = [8]> then\n    say [open]\n  end\nend\n");
    std::string player = "user model player\n";
    for (std::size_t i = 0; i < 8; i++)
        player += "  s" + std::to_string(i) + " -> s" + std::to_string(i + 1) +
                  " when after 200 ms do press " + keys[i] + "\n";
    const std::string model = write("player.model", player);
    const auto covered = [&](const std::string& more) {
        const Json json = jsonOf(runOunce("generate " + game + " --budget 150x --seed 3 --json" + more));
        return json["projects"][0]["coverage"]["ratio"].get<double>();
    };
    EXPECT_LT(covered(""), 1.0);
    EXPECT_EQ(covered(" --user-model " + model), 1.0);
    const Outcome none = runOunce("generate " + game + " --budget 1x --user-model " +
                                  write("p.model", "program model m\n  a -> b when always\n"));
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.out, HasSubstr("there is no user model"));
}

class ModelCorpus : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(corpus())) GTEST_SKIP() << "no corpus at " << corpus();
    }
};

TEST_F(ModelCorpus, ModelTestsPassWithAllEdgesInBothModes) {
    const std::pair<const char*, const char*> pairs[] = {
        {"ColorEvent", "ColorEvent"},       {"SpriteTouchingEvent", "SpriteTouchingEvent"},
        {"VariableEvent", "VariableEvent"}, {"MoveEvent", "MoveEventChange"},
        {"MoveEvent", "MoveEventComp"},     {"MoveEvent", "MoveEventExpr"},
        {"MoveEvent", "MoveEventFunction"}};
    for (const auto& [project, models] : pairs) {
        for (const char* mode : {"", " --strict-whisker"}) {
            const Json json = jsonOf(
                runOunce("model " + (corpus() / "whisker/model" / project).string() + ".sb3 " +
                         (corpus() / "aux/whisker/model-tests" / models).string() + ".json --json" + mode));
            EXPECT_EQ(json["status"], "pass") << models << mode;
            for (const auto& [model, coverage] : json["coverage"].items())
                EXPECT_EQ(coverage["covered"], coverage["total"]) << models << mode;
        }
    }
}

TEST_F(ModelCorpus, TheLargeModelsFindNothingInTheSample) {
    for (const char* models : {"fruitcatcher", "fruitcatcher-follow-apple", "fruitcatcher-move-away",
                               "fruitcatcher-random-fruit"}) {
        const Outcome outcome =
            runOunce("model " + (corpus() / "whisker/examples/FruitCatching.sb3").string() + " " +
                     (corpus() / "aux/whisker/models" / models).string() + ".json --repetitions 20 -q");
        EXPECT_EQ(outcome.code, 0) << models << "\n" << outcome.out;
    }
}

TEST_F(ModelCorpus, TheExampleFindsNothingInTheSamples) {
    const std::string models = OUNCE_SOURCE_DIR "/examples/fruit-catching/fruit-catching.model";
    for (const char* project : {"whisker/examples/FruitCatching.sb3", "whisker/models/fruitcatcher.sb3",
                                "fse2019/data/data/time/sample-0.sb3"}) {
        const Outcome outcome =
            runOunce("model " + (corpus() / project).string() + " " + models + " --repetitions 100");
        EXPECT_EQ(outcome.code, 0) << outcome.out;
    }
}

}  // namespace
}  // namespace ounce
