// ounce test and ounce convert of suites as people call them.
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../shared_folder.h"
#include "../temp_folder.h"
#include "base/base64.h"
#include "base/file.h"
#include "cli/file_watch.h"
#include "stage/bitmap.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr const char* kGame = R"(stage
  variable score = 0
  list log
  variable luck = 0

when flag clicked
set [luck v] to (pick random (1) to (2))
forever
  wait (1) seconds
  change [score v] by (1)
end

sprite Bowl
  costume "bowl" rect 60 20 #aa3300

when flag clicked
go to x: (0) y: (-100)
forever
  if <key (right arrow v) pressed?> then
    change x by (10)
  end
end

when this sprite clicked
say [Ouch]
add [hit] to [log v]
create clone of (myself v)

when I start as a clone
go to x: (200) y: (100)
point in direction (-179)
set [ghost v] effect to (30)
)";

constexpr const char* kGoodSuite = R"({"ounce suite": 1, "tests": [
  {"name": "the bowl moves", "steps": 30, "events": [{"at": 2, "press": "right arrow", "steps": 5}],
   "checks": [{"at": 2, "check": "x", "sprite": "Bowl", "is": 0}, {"at": 30, "check": "position", "sprite": "Bowl", "is": [50, -100]},
              {"at": 30, "check": "touching edge", "sprite": "Bowl", "is": false},
              {"at": 30, "check": "variable", "name": "score", "is": 0, "within": 1}]},
  {"name": "a click makes a clone", "steps": 10, "events": [{"at": 3, "click": "Bowl"}],
   "checks": [{"at": 3, "check": "clones", "sprite": "Bowl", "is": 0}, {"at": 3, "check": "bubble", "sprite": "Bowl", "is": false},
              {"at": 8, "check": "clones", "sprite": "Bowl", "is": 1}, {"at": 8, "check": "bubble", "sprite": "Bowl", "is": "Ouch"},
              {"at": 8, "check": "list", "name": "log", "is": ["hit"]}, {"at": 8, "check": "list length", "name": "log", "is": 1},
              {"at": 8, "check": "x", "sprite": "Bowl", "clone": 1, "is": 200},
              {"at": 8, "check": "direction", "sprite": "Bowl", "clone": 1, "is": 180},
              {"at": 8, "check": "effect", "name": "ghost", "sprite": "Bowl", "clone": 1, "is": 30},
              {"at": 8, "check": "visible", "sprite": "Bowl", "is": true}, {"at": 8, "check": "size", "sprite": "Bowl", "is": 100},
              {"at": 8, "check": "costume", "sprite": "Bowl", "is": 1}, {"at": 8, "check": "costume", "sprite": "Bowl", "is": "bowl"},
              {"at": 8, "check": "backdrop", "is": 1}, {"at": 8, "check": "volume", "sprite": "Bowl", "is": 100},
              {"at": 8, "check": "layer", "sprite": "Bowl", "at least": 1}]}
]})";

constexpr const char* kBadSuite = R"({"ounce suite": 1, "tests": [
  {"name": "waits, \"long\" <b>", "steps": 90, "checks": [{"at": 75, "check": "variable", "name": "score", "is": 5}]},
  {"name": "wrong place", "steps": 9, "checks": [{"at": 5, "check": "position", "sprite": "Bowl", "is": [9, 9]}]},
  {"name": "no such clone", "steps": 9, "checks": [{"at": 5, "check": "x", "sprite": "Bowl", "clone": 3, "is": 9}]},
  {"name": "no such sprite", "steps": 9, "checks": [{"at": 5, "check": "visible", "sprite": "Bowle", "is": true}]},
  {"name": "no such variable", "steps": 9, "checks": [{"at": 5, "check": "variable", "name": "points", "is": 0}]},
  {"name": "lucky", "steps": 9, "checks": [{"at": 5, "check": "variable", "name": "luck", "is": 1}]},
  {"name": "later", "skip": true}
]})";

constexpr const char* kTwoThings = R"({"ounce suite": 1, "tests": [
  {"name": "luck is more than the score", "steps": 9, "checks": [
    {"at": 9, "check": "variable", "name": "luck", "always since": 2, "minus": {"check": "variable", "name": "score"}, "at least": 1},
    {"at": 9, "check": "y", "sprite": "Bowl", "minus": {"check": "x", "sprite": "Bowl"}, "is": -100}]},
  {"name": "as much luck as points", "steps": 9, "checks": [
    {"at": 5, "check": "variable", "name": "luck", "minus": {"check": "variable", "name": "score"}, "is": 0}]}
]})";

class TestCommand : public TempFolder {
  protected:
    void SetUp() override {
        game_ = write("game.scratch", kGame);
        good_ = write("good.json", kGoodSuite);
        bad_ = write("bad.json", kBadSuite);
    }
    static std::string read(const std::string& path) {
        return readFile(path, 1 << 24).value_or("unreadable");
    }
    static std::string python(const std::string& code) {
        return runCommand(fmt::format("python3 -c '{}'", code)).out;
    }
    std::string game_, good_, bad_;
};

TEST_F(TestCommand, PassesAndFailsWithItsExitCode) {
    const Outcome good = runOunce(fmt::format("test {} {}", game_, good_));
    EXPECT_EQ(good.code, 0) << good.out;
    EXPECT_THAT(good.out, HasSubstr("2 tests: 2 passed"));
    EXPECT_THAT(good.out, HasSubstr("coverage 17 of 18 blocks (94.4 %)"));
    const Outcome bad = runOunce(fmt::format("test {} {}", game_, bad_));
    EXPECT_EQ(bad.code, 1);
    EXPECT_THAT(bad.out, HasSubstr("variable «score» should be 5, but was 2"));
    EXPECT_THAT(bad.out, HasSubstr("at second 2.50 (step 75)"));
    EXPECT_THAT(bad.out, HasSubstr("block    «change [score v] by (1)» of Stage"));
    EXPECT_THAT(bad.out, Not(HasSubstr("\x1b")));
}

TEST_F(TestCommand, GivesTheSameBytesWithAnyNumberOfThreads) {
    const std::string command = fmt::format("test {} {} {} --json", game_, good_, bad_);
    EXPECT_EQ(runOunce(command + " -j1").out, runOunce(command + " -j4").out);
}

TEST_F(TestCommand, BothFormsOfASuiteComeToTheSameVerdicts) {
    for (const std::string& suite : {good_, bad_, write("two.json", kTwoThings)}) {
        const std::string script = path("suite.js");
        const Outcome converted = runOunce(fmt::format("convert {} {}", suite, script));
        ASSERT_EQ(converted.code, 0) << converted.out;
        const Json data = Json::parse(runOunce(fmt::format("test {} {} --json", game_, suite)).out);
        const Json js = Json::parse(runOunce(fmt::format("test {} {} --json", game_, script)).out);
        ASSERT_EQ(data["tests"].size(), js["tests"].size());
        for (std::size_t i = 0; i < data["tests"].size(); i++) {
            EXPECT_EQ(data["tests"][i]["name"], js["tests"][i]["name"]);
            EXPECT_EQ(data["tests"][i]["status"], js["tests"][i]["status"]) << js["tests"][i].dump(2);
            // A test that reaches its end takes another step in JavaScript: t.end() is one.
            if (data["tests"][i]["status"] == "fail") {
                EXPECT_EQ(data["tests"][i]["steps"], js["tests"][i]["steps"]);
            }
        }
        EXPECT_EQ(data["coverage"], js["coverage"]);
    }
}

TEST_F(TestCommand, WritesXmlAndCsvThatOthersRead) {
    const Outcome outcome =
        runOunce(fmt::format("test {} {} --junit {} --csv {}", game_, bad_, path("r.xml"), path("r.csv")));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_EQ(
        python(fmt::format("import xml.etree.ElementTree as e; r = e.parse(\"{}\").getroot();"
                           "print(r.get(\"tests\"), r.get(\"skipped\"), r[0][0].get(\"name\"), len(r[0]))",
                           path("r.xml"))),
        "7 1 waits, \"long\" <b> 7\n");
    EXPECT_EQ(python(fmt::format(
                  "import csv; rows = list(csv.reader(open(\"{}\", newline=\"\")));"
                  "print(len(rows), len(rows[0]) == len(rows[1]), rows[0][4], rows[1][4], rows[1][10])",
                  path("r.csv"))),
              "2 True waits, \"long\" <b> fail skip\n");
}

TEST_F(TestCommand, PrintsTap) {
    const Outcome outcome = runOunce(fmt::format("test {} {} --tap", game_, good_));
    EXPECT_EQ(
        outcome.out.rfind("TAP version 13\n1..2\nok 1 - the bowl moves\nok 2 - a click makes a clone\n", 0),
        0u)
        << outcome.out;
}

TEST_F(TestCommand, WritesAPageWithPictures) {
    const Outcome outcome = runOunce(fmt::format("test {} {} -q --html {}", game_, bad_, path("r.html")));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    const std::string page = read(path("r.html"));
    EXPECT_THAT(page, HasSubstr("data:image/png;base64,iVBOR"));
    EXPECT_THAT(page, HasSubstr("waits, &quot;long&quot; &lt;b&gt;"));
    EXPECT_THAT(
        page,
        HasSubstr(
            "title=\"no test came here\"><i class=\"missed\">✗</i> add <span class=\"words\">hit</span> to "
            "<span class=\"menu\">log ▾</span></div>"));
}

TEST_F(TestCommand, ShowsTheStageOfFailingTestsInJavaScript) {
    const std::string suite = write("suite.js", R"(module.exports = [
  async t => { await t.runForSteps(3); t.assert.ok(true); },
  async t => { await t.runForSteps(3); t.assert.equal(t.getSprite('Bowl').x, 77); },
  async t => { await t.runForSteps(3); nobody.knows(); },
];)");
    const Outcome outcome = runOunce(fmt::format("test {} {} -q --html {}", game_, suite, path("r.html")));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    const std::string page = read(path("r.html"));
    std::vector<std::string> pictures;
    constexpr std::string_view kBefore = "src=\"data:image/png;base64,";
    for (std::size_t at = page.find(kBefore); at != std::string::npos; at = page.find(kBefore, at + 1))
        pictures.push_back(fromBase64(
            page.substr(at + kBefore.size(), page.find('"', at + kBefore.size()) - at - kBefore.size())));
    ASSERT_EQ(pictures.size(), 2u) << "one for each test that does not pass";
    for (const std::string& picture : pictures) {
        const auto shown = decodeBitmap(picture);
        ASSERT_TRUE(shown) << shown.error().message();
        EXPECT_EQ(shown->width, 480);
        EXPECT_EQ(shown->height, 360);
        // The middle of the bowl, at (0, -100).
        const std::size_t pixel = static_cast<std::size_t>((280 * 480 + 240) * 4);
        EXPECT_EQ(shown->rgba[pixel], 0xAA);
        EXPECT_EQ(shown->rgba[pixel + 1], 0x33);
    }
}

TEST_F(TestCommand, WatchesPropertiesInSuitesOfBothKinds) {
    const std::string props = write("game.props",
                                    "# Nobody is that fast.\n"
                                    "slow: always score < 2\n"
                                    "rare: after pressed(x) within 1 s score = 0\n");
    const std::string script = write("suite.js", R"(module.exports = [
  {name: 'short', test: async t => { await t.runForSteps(20); }},
  {name: 'long', test: async t => { await t.runForSteps(90); }}];)");
    const std::string data = write("suite.json", R"({"ounce suite": 1, "mode": "whisker", "tests": [
  {"name": "short", "steps": 20}, {"name": "long", "steps": 90}]})");
    Json rows[2];
    for (int i = 0; i < 2; i++) {
        const std::string suite = i == 0 ? script : data;
        const Outcome out =
            runOunce(fmt::format("test {} {} --spec {} --json --junit {} --csv {} --html {}", game_, suite,
                                 props, path("t.xml"), path("t.csv"), path("t.html")));
        EXPECT_EQ(out.code, 1) << out.out;
        const Json json = Json::parse(out.out);
        const Json& tests = json["tests"];
        ASSERT_EQ(tests.size(), 2u) << out.out;
        EXPECT_EQ(tests[0]["properties"][0]["status"], "holds");
        EXPECT_EQ(tests[0]["properties"][1]["status"], "untriggered");
        EXPECT_EQ(tests[1]["properties"][0]["status"], "violated");
        EXPECT_EQ(tests[1]["properties"][0]["explanation"], "Nobody is that fast.");
        EXPECT_THAT(tests[1]["message"], HasSubstr("property «slow» is violated: «always score < 2»"));
        rows[i] = {tests[0]["properties"], tests[1]["properties"], tests[1]["message"]};
        EXPECT_THAT(read(path("t.xml")), HasSubstr("type=\"PropertyViolation\""));
        EXPECT_THAT(read(path("t.csv")), HasSubstr("violated,untriggered"));
        EXPECT_THAT(read(path("t.html")), HasSubstr("Nobody is that fast."));
        const Outcome tap = runOunce(fmt::format("test {} {} --spec {} --tap", game_, suite, props));
        EXPECT_THAT(tap.out, HasSubstr("\"rare\": untriggered"));
    }
    EXPECT_EQ(rows[0], rows[1]);
}

TEST_F(TestCommand, SaysWhereAFileThatIsGivenAsPropertiesIsNone) {
    const std::string readme = write("README.md", "# Game\n\nThis is a game.\n");
    for (const std::string command : {"run", "test", "check"}) {
        const Outcome out = runOunce(fmt::format("{} {} {} --spec {}", command, game_,
                                                 command == "test" ? good_ : std::string(), readme));
        EXPECT_EQ(out.code, 2);
        EXPECT_THAT(out.out,
                    HasSubstr("README.md: line 3, column 1: this is no file of properties: expected a "
                              "property, «name: formula»"));
    }
}

TEST_F(TestCommand, MakesOneTableOfSeveralProjects) {
    fs::create_directories(folder_ / "class");
    write("class/ann.scratch", kGame);
    write("class/bob.scratch", "stage\n\nsprite Bowl\n");
    const Outcome outcome = runOunce(fmt::format("test {} {}", path("class"), good_));
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("ann       ✓ ✓     2/2    94.4 %"));
    EXPECT_THAT(outcome.out, HasSubstr("bob       ✗ ✗     0/2"));
    write("class/cyd.sb3", "nonsense");
    EXPECT_EQ(runOunce(fmt::format("test {} {}", path("class"), good_)).code, 2);
}

TEST_F(TestCommand, FindsTestsThatDependOnLuck) {
    const Outcome outcome = runOunce(fmt::format("test {} {} --filter lucky --repeat 10", game_, bad_));
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("flaky: it depends on the random numbers"));
    EXPECT_THAT(outcome.out, HasSubstr("1 test: 1 failed"));
    const Outcome steady = runOunce(fmt::format("test {} {} --repeat 5", game_, good_));
    EXPECT_EQ(steady.code, 0);
    EXPECT_THAT(steady.out, Not(HasSubstr("flaky")));
}

TEST_F(TestCommand, RefusesBadInputWithOneSentence) {
    const auto sentence = [](const std::string& arguments, const std::string& part) {
        const Outcome outcome = runOunce("test " + arguments);
        EXPECT_EQ(outcome.code, 2) << arguments;
        EXPECT_THAT(outcome.out, HasSubstr(part));
        EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
    };
    sentence(game_, "there is no suite");
    sentence(good_, "there is no project to test");
    sentence(game_ + " " + path("none.json"), "none.json");
    sentence(path("none.sb3") + " " + good_, "none.sb3");
    sentence(fmt::format("{} {}", game_, write("broken.json", "{\"ounce suite\": 1, ")),
             "broken.json: line 1");
    sentence(fmt::format("{} {}", game_, write("cut.json", "{")), "cut.json: line 1");
    sentence(fmt::format("{} {}", game_, write("other.json", R"({"tests": []})")), "is not a suite of Ounce");
    sentence(fmt::format("{} {} --filter nothing", game_, good_), "no test is left by --filter «nothing»");
    const Outcome both =
        runCommand(fmt::format("{{ {} test {} {} --json --tap 2>/dev/null; }}", OUNCE_PROGRAM, game_, good_));
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(Json::parse(both.out, nullptr, false)["error"].get<std::string>(), HasSubstr("choose one"));
    sentence(fmt::format("{} {} --csv {}/no/such/folder.csv", game_, good_, path("")), "folder.csv");
    sentence(fmt::format("{} {}", game_, write("broken.js", "module.exports = [")), "broken.js");
}

TEST_F(TestCommand, SaysWhereJavaScriptFailsAndWhatItLogged) {
    const std::string suite = write("places.js", R"(module.exports = [
    {name: 'asks', test: async t => {
        console.log('looking');
        const bowl = t.getSprite('Bowwl');
        t.assert.equal(bowl.x, 0);
    }},
    {name: 'passes', test: async t => { console.log('silent'); }},
];
)");
    for (const char* option : {"", "--tap"}) {
        const Outcome outcome = runOunce(fmt::format("test {} {} {}", game_, suite, option));
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.out, HasSubstr("there is no sprite «Bowwl»; did you mean «Bowl»?"));
        EXPECT_THAT(outcome.out, HasSubstr("places.js:5:"));
        EXPECT_THAT(outcome.out, HasSubstr("looking"));
    }
}

TEST_F(TestCommand, NothingIsNoSuccess) {
    const std::string none = write("none.json", R"({"ounce suite": 1, "tests": []})");
    const std::string noneScript = write("none.js", "module.exports = [];");
    for (const std::string& suite : {none, noneScript}) {
        const Outcome outcome = runOunce(fmt::format("test {} {}", game_, suite));
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.out, HasSubstr("there are no tests, so nothing has passed"));
    }
    const std::string empty = write("empty.scratch", "sprite Cat\n");
    const std::string waits =
        write("waits.json", R"({"ounce suite": 1, "tests": [{"name": "waits", "steps": 3}]})");
    EXPECT_THAT(runOunce(fmt::format("test {} {}", empty, waits)).out,
                HasSubstr("coverage 0 of 0 blocks (–)"));
    const auto json =
        Json::parse(runOunce(fmt::format("test {} {} --json", empty, waits)).out, nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_TRUE(json["coverage"]["ratio"].is_null());
    EXPECT_THAT(runOunce(fmt::format("run {}", empty)).out, HasSubstr("coverage 0 of 0 blocks (–)"));
    EXPECT_THAT(runOunce(fmt::format("generate {} --budget 5x", empty)).out, HasSubstr("(–)"));
}

TEST_F(TestCommand, TellsPupilsApartWhoseFilesHaveTheSameName) {
    write("class/Anna_1/game.scratch", kGame);
    write("class/Ben_2/game.scratch", kGame);
    const std::string call = fmt::format("test {} {}", path("class"), bad_);
    const Outcome table = runOunce(
        fmt::format("{} --csv {} --junit {} --html {}", call, path("r.csv"), path("r.xml"), path("r.html")));
    EXPECT_EQ(table.code, 1);
    for (const char* name : {"Anna_1/game", "Ben_2/game"}) {
        EXPECT_THAT(table.out, HasSubstr(name));
        EXPECT_THAT(runOunce(call + " --tap").out, HasSubstr(name));
        for (const char* file : {"r.csv", "r.xml", "r.html"}) EXPECT_THAT(read(path(file)), HasSubstr(name));
    }
}

TEST_F(TestCommand, WatchesFiles) {
    FileWatch watch({game_, path("later.json")});
    EXPECT_FALSE(watch.changed());
    write("later.json", "{}");
    EXPECT_TRUE(watch.changed());
    EXPECT_FALSE(watch.changed());
    write("later.json", "{ }");
    EXPECT_TRUE(watch.changed());
}

TEST_F(TestCommand, WatchesWhatComesToAFolderAndGoes) {
    FileWatch watch({folder_.string()});
    write("notes.txt", "no project");
    EXPECT_FALSE(watch.changed());
    fs::create_directories(folder_ / "class");
    const std::string late = write("class/late.scratch", kGame);
    EXPECT_TRUE(watch.changed());
    EXPECT_FALSE(watch.changed());
    fs::rename(late, path("class/later.scratch"));
    EXPECT_TRUE(watch.changed());
    fs::remove_all(folder_ / "class");
    EXPECT_TRUE(watch.changed());
    fs::remove(game_);  // the last one
    EXPECT_TRUE(watch.changed());
}

TEST_F(TestCommand, RunsAgainWithWhatCameToTheFolder) {
    const std::string command =
        fmt::format("echo $$; exec {} test --watch {} {} 2>&1", OUNCE_PROGRAM, folder_.string(), good_);
    FILE* pipe = popen(command.c_str(), "r");
    ASSERT_TRUE(pipe);
    const auto readUntil = [&](std::string_view end) {
        std::string text;
        while (!text.ends_with(end)) {
            const int c = std::fgetc(pipe);
            if (c == EOF) break;
            text += static_cast<char>(c);
        }
        return text;
    };
    const pid_t process = std::stoi(readUntil("\n"));
    EXPECT_THAT(readUntil("waiting for a change"), HasSubstr("2 tests: 2 passed"));
    write("late.scratch", kGame);
    write("game.scratch", std::string(kGame) + "\n");  // is noticed in any case
    EXPECT_THAT(readUntil("waiting for a change"), HasSubstr("2 projects, 4 tests: 4 passed"));
    kill(process, SIGTERM);
    pclose(pipe);
}

// The suites of tests/suites on the games that they were written for.
class GameSuites : public ::testing::TestWithParam<const char*> {};

TEST_P(GameSuites, Pass) {
    const std::string game = GetParam();
    const fs::path project = corpus() / "whisker/examples" / (game + ".sb3");
    if (!fs::exists(project)) GTEST_SKIP() << project << " is not there";
    const std::string suite = fmt::format("{}/tests/suites/{}.js", OUNCE_SOURCE_DIR, game);
    const Outcome outcome = runOunce(fmt::format("test {} {} --json", project.string(), suite));
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const Json report = Json::parse(outcome.out);
    EXPECT_GE(report["tests"].size(), 6u);
}

INSTANTIATE_TEST_SUITE_P(Games, GameSuites,
                         ::testing::Values("FruitCatching", "Pong", "Snake", "Garten", "Papagei"),
                         [](const auto& game) { return std::string(game.param); });

}  // namespace
}  // namespace ounce
