// Which tests ounce test runs, and when it is content.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "click_game.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class TestOptions : public TempFolder {
  protected:
    void SetUp() override {
        setenv("OUNCE_CACHE", path("cache").c_str(), 1);
        game_ = write("game.scratch", kClickGame);
        suite_ = write("suite.json", suite(1));
        script_ = write("suite.js", R"(
const wait = n => async t => { await t.runForSteps(n); };
module.exports = [
  {name: 'first js', test: wait(3)},
  {name: 'second js', test: async t => { await t.runForSteps(3); t.assert.ok(false); }},
  {name: 'third js', test: async t => { await t.runForSteps(3); t.assert.ok(false); }},
  {name: 'long js', test: wait(300)},
];)");
    }
    static std::string suite(int score) {
        return fmt::format(R"({{"ounce suite": 1, "tests": [
  {{"name": "ends", "steps": 10}},
  {{"name": "counts", "steps": 10, "events": [{{"at": 1, "click": "Cat"}}], "checks": [{{"at": 5, "check": "variable", "name": "score", "is": {}}}]}},
  {{"name": "counts two", "steps": 10, "checks": [{{"at": 5, "check": "variable", "name": "score", "is": 2}}]}},
  {{"name": "counts three", "steps": 10, "checks": [{{"at": 5, "check": "variable", "name": "score", "is": 3}}]}},
  {{"name": "long", "steps": 300}}]}})",
                           score);
    }
    // The names of the tests with their verdicts.
    std::string verdicts(const std::string& options, const std::string& suite) {
        const Outcome run = runOunce(fmt::format("test {} {} --json {}", game_, suite, options));
        const Json json = Json::parse(run.out, nullptr, false);
        if (json.is_discarded() || !json.contains("tests")) return run.out;
        std::string text;
        for (const Json& test : json["tests"])
            text += (text.empty() ? "" : ", ") + test["name"].get<std::string>() + " " +
                    test["status"].get<std::string>();
        return text;
    }
    std::string game_, suite_, script_;
};

TEST_F(TestOptions, SeveralFiltersAndWhatIsForbidden) {
    EXPECT_EQ(verdicts("--filter counts", suite_), "counts pass, counts two fail, counts three fail");
    EXPECT_EQ(verdicts("--filter counts --filter '!two'", suite_), "counts pass, counts three fail");
    EXPECT_EQ(verdicts("--filter two --filter Ends", suite_), "ends pass, counts two fail");
    EXPECT_EQ(verdicts("--filter '!counts'", suite_), "ends pass, long pass");
    EXPECT_EQ(verdicts("--filter js --filter '!long'", script_),
              "first js pass, second js fail, third js fail");
    const Outcome none = runOunce(fmt::format("test {} {} --filter nothing", game_, suite_));
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.out, HasSubstr("no test is left by --filter «nothing»"));
}

TEST_F(TestOptions, EnoughFailuresEndTheRun) {
    for (const char* jobs : {"-j1", "-j4"}) {
        EXPECT_EQ(verdicts(fmt::format("--maxfail 1 {}", jobs), suite_),
                  "ends pass, counts pass, counts two fail, counts three skip, long skip");
        EXPECT_EQ(verdicts(fmt::format("--maxfail 2 {}", jobs), suite_),
                  "ends pass, counts pass, counts two fail, counts three fail, long skip");
        EXPECT_EQ(verdicts(fmt::format("--maxfail 1 {}", jobs), script_),
                  "first js pass, second js fail, third js skip, long js skip");
    }
    EXPECT_THAT(runOunce(fmt::format("test {} {} --maxfail 1", game_, suite_)).out,
                HasSubstr("was not run: enough tests have failed"));
}

TEST_F(TestOptions, LastFailedRunsWhatFailed) {
    EXPECT_THAT(runOunce(fmt::format("test {} {} --last-failed", game_, suite_)).out,
                HasSubstr("no test failed the last time"));
    verdicts("", suite_);
    EXPECT_EQ(verdicts("--last-failed", suite_), "counts two fail, counts three fail");
    EXPECT_EQ(verdicts("--last-failed --filter three", suite_), "counts three fail");
    EXPECT_EQ(verdicts("--last-failed", suite_),
              "counts two fail, counts three fail");  // the other one is still open
    write(
        "suite.json",
        R"({"ounce suite": 1, "tests": [{"name": "counts two", "steps": 3}, {"name": "counts three", "steps": 3}]})");
    EXPECT_EQ(verdicts("--last-failed", suite_), "counts two pass, counts three pass");
    EXPECT_EQ(runOunce(fmt::format("test {} {} --last-failed", game_, suite_)).code, 0);
    EXPECT_THAT(runOunce(fmt::format("test {} {} --last-failed", game_, suite_)).out,
                HasSubstr("no test failed"));
}

TEST_F(TestOptions, ATestHasSoMuchTimeAndNoMore) {
    EXPECT_THAT(verdicts("--timeout 2", suite_), HasSubstr("long fail"));
    EXPECT_THAT(verdicts("--timeout 2", suite_), HasSubstr("ends pass"));
    EXPECT_THAT(verdicts("--timeout 11", suite_), HasSubstr("long pass"));
    EXPECT_THAT(verdicts("--timeout 2", script_), Not(HasSubstr("long js pass")));
    EXPECT_THAT(verdicts("--timeout 2", script_), HasSubstr("first js pass"));
    EXPECT_EQ(runOunce(fmt::format("test {} {} --timeout 0", game_, suite_)).code, 2);
}

TEST_F(TestOptions, TooLittleCoverageIsNoSuccess) {
    const std::string good =
        write("good.json", R"({"ounce suite": 1, "tests": [{"name": "ends", "steps": 10}]})");
    EXPECT_EQ(runOunce(fmt::format("test {} {}", game_, good)).code, 0);
    const Outcome low = runOunce(fmt::format("test {} {} --min-coverage 50", game_, good));
    EXPECT_EQ(low.code, 1);
    EXPECT_THAT(low.out, HasSubstr("game: coverage 0.0 % is below 50 % (--min-coverage)"));
    EXPECT_EQ(runOunce(fmt::format("test {} {} --min-coverage 0", game_, good)).code, 0);
    EXPECT_EQ(runOunce(fmt::format("test {} {} --min-coverage 101", game_, good)).code, 2);
}

TEST_F(TestOptions, ReportsForMachines) {
    const std::string xml = path("coverage.xml");
    const Outcome run =
        runOunce(fmt::format("test {} {} {} --cobertura {} --github", game_, suite_, script_, xml));
    const std::string text = readFile(xml, 1 << 20).value_or("");
    EXPECT_THAT(text, HasSubstr("<coverage line-rate=\"0.7500\""));
    EXPECT_THAT(text, HasSubstr("<class name=\"Cat\" filename=\"" + game_ + "/Cat\""));
    EXPECT_EQ(runCommand(
                  fmt::format(
                      "python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' {}", xml))
                  .code,
              0);
    // The line is that of the text that people see.
    EXPECT_THAT(text, HasSubstr("<line number=\"8\" hits=\"0\"/>"));
    EXPECT_THAT(runCommand(fmt::format("{} show {} --sprite Cat | sed -n 8p", OUNCE_PROGRAM, game_)).out,
                HasSubstr("say [won]"));
    EXPECT_THAT(run.out, HasSubstr("::error file=" + game_ +
                                   ",title=game%3A counts two::variable «score» should be 2, but was 0%0A"));
    EXPECT_THAT(run.out, HasSubstr("suite.js,line=5,col="));
    const Outcome csv = runOunce(fmt::format("test {} {} --csv -", game_, suite_));
    EXPECT_TRUE(csv.out.starts_with("projectName,")) << csv.out;
    EXPECT_EQ(csv.out.find("tests:"), std::string::npos);
    EXPECT_EQ(runOunce(fmt::format("test {} {} --csv - --tap", game_, suite_)).code, 2);
}

}  // namespace
}  // namespace ounce
