// ounce generate as people call it.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/file.h"
#include "click_game.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class GenerateCommand : public TempFolder {
  protected:
    void SetUp() override { project_ = write("game.scratch", kClickGame); }

    std::string generated(const std::string& name, const std::string& arguments) {
        const std::string out = path(name);
        const Outcome outcome = runOunce(fmt::format("generate {} -o {} {}", project_, out, arguments));
        EXPECT_EQ(outcome.code, 0) << outcome.out;
        std::string all;
        for (const char* file : {"suite.json", "suite.js", "statistics.csv", "report.html"}) {
            const auto text = readFile((fs::path(out) / file).string(), 1 << 24);
            EXPECT_TRUE(text && !text->empty()) << file;
            all += text.value_or("");
        }
        return all;
    }

    std::string project_;
};

// What the document says of its only project.
nlohmann::json only(const Outcome& outcome) {
    const auto document = nlohmann::json::parse(outcome.out, nullptr, false);
    if (!document.is_object() || document["schema"] != 1 || document["projects"].size() != 1) return {};
    return document["projects"][0];
}

TEST_F(GenerateCommand, LooksForWhatViolatesAProperty) {
    const std::string spec =
        write("game.props", "few points: always score < 1\nno debts: always score >= 0\n");
    const std::string out = path("suite");
    const Outcome outcome =
        runOunce(fmt::format("generate {} --spec {} --budget 200x -o {} --json", project_, spec, out));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    const auto properties = only(outcome)["properties"];
    ASSERT_EQ(properties.size(), 2u) << outcome.out;
    EXPECT_EQ(properties[0]["status"], "violated");
    EXPECT_EQ(properties[0]["test"], "violates few points");
    EXPECT_EQ(properties[0]["distance"], 0);
    EXPECT_EQ(properties[1]["status"], "holds");
    // The suite fails by itself, and with whatever else is to be watched.
    const Outcome alone = runOunce(fmt::format("test {} {}/suite.json", project_, out));
    EXPECT_EQ(alone.code, 1);
    EXPECT_THAT(alone.out, HasSubstr("property «few points» is violated"));
    const Outcome good = runOunce(fmt::format("generate {} --spec {} --budget 50x", project_,
                                              write("g.props", "p: always score >= 0")));
    EXPECT_EQ(good.code, 0);
    EXPECT_THAT(good.out, HasSubstr("no test violates «p»"));
    EXPECT_EQ(runOunce(fmt::format("generate {} --spec {}", project_, path("none.props"))).code, 2);
}

TEST_F(GenerateCommand, JsonHasTheFieldsThatScriptsRelyOn) {
    const Outcome outcome = runOunce(fmt::format("generate {} --budget 500x --json", project_));
    EXPECT_EQ(outcome.code, 0);
    const auto json = only(outcome);
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json["coverage"]["covered"], 4);
    EXPECT_EQ(json["coverage"]["total"], 4);
    EXPECT_EQ(json["coverage"]["ratio"], 1);
    EXPECT_FALSE(json["tests"].empty());
    EXPECT_TRUE(json["uncovered"].empty());
    for (const char* key : {"executions", "steps", "seconds"}) EXPECT_TRUE(json[key].is_number()) << key;
}

TEST_F(GenerateCommand, WritesTheSameBytesForTheSameSeedWithAnyNumberOfThreads) {
    const std::string one = generated("one", "--budget 200x --seed 3 -j1");
    EXPECT_EQ(one, generated("again", "--budget 200x --seed 3 -j3"));
    EXPECT_THAT(one, HasSubstr("clickSprite"));
}

TEST_F(GenerateCommand, TellsEachTestAsAStoryWithPictures) {
    generated("story", "--budget 500x");
    const std::string page = readFile(path("story/report.html"), 1 << 24).value_or("");
    EXPECT_THAT(page, HasSubstr("<div>click the green flag, then"));
    EXPECT_THAT(page, HasSubstr("<div>click the sprite Cat, then"));
    EXPECT_THAT(page, HasSubstr("<li>Cat: <code>say [won]</code></li>"));
    EXPECT_THAT(page, HasSubstr("<li>✓ variable «score» should be 3</li>"));
    EXPECT_THAT(page, HasSubstr("alt=\"the stage at second 0.0\" src=\"data:image/png;base64,iVBOR"));
    EXPECT_THAT(page, HasSubstr("<span class=\"script\">4 of 4</span>"));
    EXPECT_THAT(page, Not(HasSubstr("http")));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    // Whether tags are closed in the order in which they were opened, and the plot is XML.
    const std::string check = write("check.py", R"(import html.parser, re, sys, xml.etree.ElementTree
text = open(sys.argv[1], encoding='utf-8').read()
class Page(html.parser.HTMLParser):
    open = []
    def handle_starttag(self, tag, attributes):
        if tag not in ('meta', 'img'): self.open.append(tag)
    def handle_endtag(self, tag):
        last = self.open.pop()
        if last != tag: sys.exit(f'{last} ends with {tag} in line {self.getpos()[0]}')
page = Page()
page.feed(text)
plot = xml.etree.ElementTree.fromstring(re.search('<svg.*?</svg>', text, re.S).group())
print(len(page.open), plot.find("path[@class='curve']").get('d')[0]))");
    EXPECT_EQ(runCommand(fmt::format("python3 {} {}", check, path("story/report.html"))).out, "0 M\n");
}

TEST_F(GenerateCommand, TestsPassOnTheProgramTheyWereMadeFor) {
    generated("suite", "--budget 500x");
    const Outcome outcome = runOunce(fmt::format("test {} {}/suite/suite.json", project_, folder_.string()));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
}

TEST_F(GenerateCommand, CoversBothOutcomesOfDecisions) {
    const Outcome outcome =
        runOunce(fmt::format("generate {} --budget 500x --goals branches --json", project_));
    const auto json = only(outcome);
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json["goals"], "branches");
    EXPECT_EQ(json["coverage"]["total"], 3);  // the script, the decision's two outcomes
    EXPECT_EQ(json["coverage"]["covered"], 3);
}

TEST_F(GenerateCommand, DoesAFolderAndOneProjectThatFailsDoesNotStopTheOthers) {
    fs::create_directories(folder_ / "class/b");
    fs::copy_file(project_, folder_ / "class/anna.scratch");
    fs::copy_file(project_, folder_ / "class/b/ben.scratch");
    write("class/broken.sb3", "this is no project");
    const std::string out = path("out");
    const Outcome outcome =
        runOunce(fmt::format("generate {}/class --budget 200x -o {}", folder_.string(), out));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("2 of 3 projects, mean coverage 100.0 %"));
    EXPECT_THAT(outcome.out, HasSubstr("broken.sb3: is no Scratch project"));
    const std::string summary = readFile(out + "/summary.csv", 1 << 20).value_or("");
    EXPECT_THAT(summary, HasSubstr("\nanna,4,4,1.0000,"));
    EXPECT_THAT(summary, HasSubstr("\nb/ben,4,4,1.0000,"));
    for (const char* suite : {"/anna/suite.json", "/b/ben/suite.js"}) EXPECT_TRUE(fs::exists(out + suite));
    EXPECT_FALSE(fs::exists(out + "/broken"));
}

TEST_F(GenerateCommand, GivesProjectsOfTheSameNameFoldersOfTheirOwn) {
    fs::create_directories(folder_ / "b");
    fs::copy_file(project_, folder_ / "b/game.scratch");
    const std::string out = path("out");
    const Outcome outcome = runOunce(
        fmt::format("generate {} {}/b/game.scratch -q --budget 50x -o {}", project_, folder_.string(), out));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_TRUE(fs::exists(out + "/game/suite.json"));
    EXPECT_TRUE(fs::exists(out + "/game-2/suite.json"));
}

TEST_F(GenerateCommand, KeepsWhatItHasWhenItIsInterrupted) {
    const std::string endless = write("endless.scratch", R"(sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
say [hello]
if <(1) = (2)> then
  say [never]
end
)");
    const std::string out = path("out");
    // In the foreground, so that the signal comes once: the second one ends the program at once.
    const Outcome outcome = runCommand(
        fmt::format("timeout --foreground --preserve-status -s INT 1 {} generate {} --budget 10min -o {}",
                    OUNCE_PROGRAM, endless, out));
    EXPECT_EQ(outcome.code, 130) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("coverage 3 of 4 blocks"));
    EXPECT_THAT(outcome.out, HasSubstr("interrupted; this is what was found so far"));
    EXPECT_TRUE(fs::exists(out + "/suite.json"));
}

TEST_F(GenerateCommand, GoesOnWhereItWasInterrupted) {
    fs::create_directories(folder_ / "class");
    for (const char* name : {"anna", "ben", "cem"})
        fs::copy_file(project_, folder_ / "class" / (std::string(name) + ".scratch"));
    const std::string out = path("out");
    const std::string call = fmt::format("generate {}/class --budget 100x -o {}", folder_.string(), out);
    ASSERT_EQ(runOunce(call).code, 0);
    const auto suite = [&](const char* name) { return out + "/" + name + "/suite.json"; };
    const auto text = [&](const char* name) { return readFile(suite(name), 1 << 20).value_or(""); };
    // As if ben had never been done, and as if cem had another program now.
    fs::remove(out + "/ben/result.json");
    for (const char* name : {"anna", "ben", "cem"}) ASSERT_TRUE(writeFile(suite(name), "mine"));
    std::string changed = readFile(path("class/cem.scratch"), 1 << 20).value_or("");
    ASSERT_TRUE(writeFile(path("class/cem.scratch"), changed + "\nwhen flag clicked\nhide\n"));
    const Outcome resumed = runOunce(call + " --resume");
    EXPECT_EQ(resumed.code, 0) << resumed.out;
    EXPECT_THAT(resumed.out, HasSubstr("1 of 3 projects were done before"));
    EXPECT_EQ(text("anna"), "mine");
    EXPECT_NE(text("ben"), "mine");
    EXPECT_NE(text("cem"), "mine");
    const std::string summary = readFile(out + "/summary.csv", 1 << 20).value_or("");
    for (const char* row : {"\nanna,4,4,1.0000,", "\nben,4,4,1.0000,", "\ncem,"})
        EXPECT_THAT(summary, HasSubstr(row));
    EXPECT_EQ(runOunce(fmt::format("generate {} --resume", project_)).code, 2);
}

TEST_F(GenerateCommand, CountsTheEventsOfTestsThatWereAddedForMutants) {
    const std::string out = path("out");
    const Outcome outcome = runOunce(fmt::format(
        "generate {}/examples/maze.scratch --budget 100x --kill --json -o {}", OUNCE_SOURCE_DIR, out));
    const auto json = only(outcome);
    ASSERT_TRUE(json.is_object()) << outcome.out;
    ASSERT_GT(json["mutants"]["newTests"], 0);
    std::size_t events = 0;  // without waits, which statistics count too
    for (const auto& test : json["tests"]) events += test["events"].get<std::size_t>();
    const std::string csv = readFile(out + "/statistics.csv", 1 << 20).value_or("");
    std::istringstream header(csv.substr(0, csv.find('\n'))), row(csv.substr(csv.find('\n') + 1));
    std::string name, value;
    while (std::getline(header, name, ',') && std::getline(row, value, ',') &&
           name != "testsuiteEventCount") {
    }
    EXPECT_GE(std::stoul(value), events);
}

TEST_F(GenerateCommand, RefusesWhatItDoesNotUnderstand) {
    const std::string config = write("c.json", R"({"algorithm": "mio", "populationsize": 3})");
    for (const auto& [arguments, sentence] : {
             std::pair<std::string, std::string>{"--budget soon", "'soon' is not a budget"},
             {"--kill --no-assertions", "contradict each other"},
             {"--learn play.json", "are for networks"},
             {"--goals paths", "paths"},
             {"--algorithm magic", "there is no algorithm 'magic'"},
             {"--config " + config, "populationsize: is not a key that Ounce knows"},
             {"--config missing.json", "missing.json"},
         }) {
        const Outcome outcome = runOunce(fmt::format("generate {} {}", project_, arguments));
        EXPECT_EQ(outcome.code, 2) << arguments;
        EXPECT_THAT(outcome.out, HasSubstr(sentence));
    }
}

// A cat at a random place, a counter, clones that cover each other, a pointer that is asked for, a pen.
constexpr const char* kChanceGame = R"(stage
  variable score = 0
  variable luck = 0

when [space v] key pressed
set [luck v] to (pick random (1) to (6))
change [score v] by (1)

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
go to x: (pick random (-200) to (200)) y: (10)
create clone of (myself v)
create clone of (myself v)
forever
  if <touching (mouse-pointer v)?> then
    say [found]
  end
  change x by (2)
end

when this sprite clicked
go to [front v] layer
say [hello]

when I receive [never v]
say [nobody says so]
)";

TEST_F(GenerateCommand, BothSuitesDrawWhiskersNumbersAndPass) {
    project_ = write("chance.scratch", kChanceGame);
    const std::string all = generated("tests", "--budget 100x");
    EXPECT_THAT(all, HasSubstr("\"numbers\": \"whisker\""));
    EXPECT_THAT(all, Not(HasSubstr("mulberry32")));
    const std::string suite = path("tests/suite.js");
    const Outcome outcome = runOunce(fmt::format("test {} {}", project_, suite));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    // Another generator, another suite, which both runners understand, too.
    EXPECT_THAT(generated("others", "--budget 100x --numbers mulberry32"), HasSubstr("random: 'mulberry32'"));
}

TEST_F(GenerateCommand, SaysHowManyBlocksThereAreAndHowManyAreReachable) {
    project_ = write("chance.scratch", kChanceGame);
    const Outcome made = runOunce(fmt::format("generate {} --budget 100x --json -o {}", project_, path("t")));
    const auto generate = only(made)["coverage"];
    const Outcome tested = runOunce(fmt::format("test {} {} --json", project_, path("t/suite.json")));
    const auto test = nlohmann::json::parse(tested.out)["projects"][0]["coverage"];
    EXPECT_EQ(generate["blocks"], test["blocks"]);
    EXPECT_EQ(generate["reachable"], test["reachable"]);
    EXPECT_EQ(generate["blocks"].get<int>() - generate["reachable"].get<int>(), 2)
        << "the message never comes";
    EXPECT_THAT(runOunce(fmt::format("generate {} --budget 100x", project_)).out,
                HasSubstr("reachable blocks (100.0 %); 2 blocks can never run, "));
    EXPECT_THAT(runOunce(fmt::format("test {} {}", project_, path("t/suite.json"))).out,
                HasSubstr(fmt::format(", {} of them reachable", test["reachable"].get<int>())));
}

TEST_F(GenerateCommand, StableSuitesPassWithAnySeed) {
    project_ = write("chance.scratch", kChanceGame);
    const std::string all = generated("tests", "--budget 100x --stable");
    EXPECT_THAT(all, HasSubstr("change since"));
    const std::string json = path("tests/suite.json"), script = path("tests/suite.js");
    for (const std::string& suite : {json, script}) {
        const Outcome outcome = runOunce(fmt::format("test {} {} --seed 1000 --repeat 20", project_, suite));
        EXPECT_EQ(outcome.code, 0) << outcome.out;
    }
    EXPECT_EQ(all, generated("again", "--budget 100x --stable -j 2")) << "whatever the number of threads";
}

TEST_F(GenerateCommand, ForWhiskerLeavesOutWhatItsResetBreaks) {
    project_ = write("chance.scratch", kChanceGame);
    const Outcome outcome =
        runOunce(fmt::format("generate {} --budget 100x --for whisker -o {} --json", project_, path("t")));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    const auto text = readFile(path("t/suite.js"), 1 << 24);
    EXPECT_THAT(text.value_or(""), Not(HasSubstr("layerOrder"))) << "the program changes layers";
    EXPECT_GT(only(outcome)["leftOut"]["layers"].get<int>(), 0);
    EXPECT_EQ(runOunce(fmt::format("generate {} --for whisker --numbers mulberry32", project_)).code, 2);
}

}  // namespace
}  // namespace ounce
