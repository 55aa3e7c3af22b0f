// ounce mutate as people call it.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/file.h"
#include "click_game.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class MutateCommand : public TempFolder {
  protected:
    void SetUp() override {
        project_ = write("game.scratch", kClickGame);
        suite_ = write("suite.json", R"({"ounce suite": 1, "tests": [
  {"name": "counts", "steps": 10, "events": [{"at": 1, "click": "Cat"}],
   "checks": [{"at": 5, "check": "variable", "name": "score", "is": 1}]},
  {"name": "is wrong", "steps": 10, "checks": [{"at": 5, "check": "variable", "name": "score", "is": 9}]}
]})");
        script_ = write("suite.js", R"(const counts = async function (t) {
    t.greenFlag();
    await t.runForSteps(2);
    t.clickSprite('Cat');
    await t.runForSteps(5);
    t.assert.equal(t.getStage().getVariable('score').value, 1);
};
const wins = async function (t) {
    t.greenFlag();
    for (let i = 0; i < 3; i++) {
        t.clickSprite('Cat');
        await t.runForSteps(5);
    }
    t.assert.equal(t.getSprite('Cat').sayText, 'won');
};
const fails = async function (t) {
    t.assert.ok(false);
};
module.exports = [
    {test: counts, name: 'counts'}, {test: wins, name: 'wins'}, {test: fails, name: 'fails'}
];
)");
    }

    nlohmann::json jsonOf(const std::string& arguments) {
        const Outcome outcome = runOunce("mutate " + project_ + " " + arguments + " --json");
        EXPECT_EQ(outcome.code, 0);
        auto json = nlohmann::json::parse(outcome.out, nullptr, false);
        EXPECT_TRUE(json.is_object()) << outcome.out;
        return json;
    }

    std::string project_, suite_, script_;
};

TEST_F(MutateCommand, JsonHasTheFieldsThatScriptsRelyOn) {
    const auto json = jsonOf(suite_);
    // SDM, SBD of change and say, ROR, NCM; there is no other variable.
    EXPECT_EQ(json["mutants"], 5);
    EXPECT_EQ(json["killed"], 2);
    EXPECT_DOUBLE_EQ(json["score"], 0.4);
    EXPECT_EQ(json["falsePositives"], 1);
    EXPECT_EQ(json["operators"]["SBD"]["mutants"], 2);
    EXPECT_EQ(json["leftOut"][0]["name"], "is wrong");
    EXPECT_EQ(json["results"][0]["name"], "SDM:Cat:1:1:whenthisspriteclicked");
    EXPECT_EQ(json["results"][0]["reason"], "assertion");
}

TEST_F(MutateCommand, RunsJavaScriptSuites) {
    const auto json = jsonOf(script_);
    EXPECT_EQ(json["falsePositives"], 1);
    // Nobody notices when the cat says «won» too early.
    EXPECT_EQ(json["killed"], 3);
    EXPECT_EQ(json["results"][0]["killedBy"], "counts");
    // Saying «won» is looked at by the second test only.
    for (const auto& mutant : json["results"]) {
        const bool saysNothing = mutant["name"] == "SBD:Cat:1:6:say";
        if (saysNothing) {
            EXPECT_EQ(mutant["killedBy"], "wins");
        }
    }
}

TEST_F(MutateCommand, KillsByPropertiesInJavaScript) {
    const std::string script = write("clicks.js", R"(module.exports = [{name: 'clicks', test: async t => {
    t.clickSprite('Cat');
    await t.runForSteps(5);
}}];)");
    const std::string props =
        write("game.props", "counts: after clicked(Cat) within 3 steps score = old(score) + 1\n");
    EXPECT_EQ(jsonOf(script)["killed"], 0);
    const auto json = jsonOf(script + " --spec " + props);
    EXPECT_EQ(json["falsePositives"], 0);
    EXPECT_GT(json["killed"], 0);
    EXPECT_THAT(json.dump(), HasSubstr("property «counts» is violated"));
}

TEST_F(MutateCommand, TakesSuitesOfBothKindsTogether) {
    const auto json = jsonOf(fmt::format("{} {} --full-matrix", suite_, script_));
    EXPECT_EQ(json["killed"], 3);
    EXPECT_EQ(json["tests"].size(), 3u);
    EXPECT_EQ(json["results"][0]["tests"], (nlohmann::json{"assertion", "assertion", "assertion"}));
}

TEST_F(MutateCommand, WritesTheSameReportsWithAnyNumberOfThreads) {
    std::string all[2];
    for (int i = 0; i < 2; i++) {
        const fs::path out = folder_ / fmt::format("out{}", i);
        EXPECT_EQ(
            runOunce(fmt::format("mutate {} {} -j{} -o {}", project_, suite_, 1 + 2 * i, out.string())).code,
            0);
        for (const char* file : {"report.html", "mutants.csv", "mutants.json"}) {
            const auto text = readFile((out / file).string(), 1 << 24);
            EXPECT_TRUE(text && !text->empty()) << file;
            all[i] += text.value_or("");
        }
    }
    EXPECT_EQ(all[0], all[1]);
    // What a teacher need not know is folded away.
    EXPECT_THAT(all[0], HasSubstr("<td title=\"NCM\">not around a condition</td>"));
    EXPECT_THAT(all[0], HasSubstr("<details><summary>the whole table</summary>"));
}

TEST_F(MutateCommand, ListsAndWritesMutantsWithoutASuite) {
    const Outcome list = runOunce(fmt::format("mutate {} --list --operators NCM", project_));
    EXPECT_EQ(list.code, 0);
    EXPECT_EQ(list.out,
              "NCM:Cat:1:4:not-gt\n    when this sprite clicked\n    change [score v] by (1)\n  - if "
              "<(score) > [2]> "
              "then\n  + if <not <(score) > [2]>> then\n");
    const fs::path out = folder_ / "mutants";
    EXPECT_EQ(runOunce(fmt::format("mutate {} --write {} --operators NCM", project_, out.string())).code, 0);
    const Outcome shown = runOunce(fmt::format("show {}", (out / "0001-NCM-Cat-1-4-not-gt.sb3").string()));
    EXPECT_EQ(shown.code, 0);
    EXPECT_THAT(shown.out, HasSubstr("if <not <(score) > [2]>> then"));
}

TEST_F(MutateCommand, WrittenMutantsFailTheTestsThatKillThem) {
    const fs::path out = folder_ / "all";
    EXPECT_EQ(runOunce(fmt::format("mutate {} --write {} --operators all+", project_, out.string())).code, 0);
    const auto mutants = jsonOf(suite_ + " --operators all+ --full-matrix")["results"];
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(out)) files.push_back(entry.path().string());
    std::ranges::sort(files);
    ASSERT_EQ(files.size(), mutants.size());
    for (std::size_t i = 0; i < files.size(); i++) {
        const Outcome outcome = runOunce(fmt::format("test {} {} --filter counts", files[i], suite_));
        EXPECT_EQ(outcome.code == 1, mutants[i]["fate"] == "killed") << mutants[i]["name"] << outcome.out;
    }
}

TEST_F(MutateCommand, SaysWhatIsWrongWithItsArguments) {
    const Outcome noSuite = runOunce(fmt::format("mutate {}", project_));
    EXPECT_EQ(noSuite.code, 2);
    EXPECT_THAT(noSuite.out, HasSubstr("there is no suite"));
    const Outcome noOperator = runOunce(fmt::format("mutate {} {} --operators XYZ", project_, suite_));
    EXPECT_EQ(noOperator.code, 2);
    EXPECT_THAT(noOperator.out, HasSubstr("«XYZ» is no mutation operator"));
    EXPECT_EQ(runOunce(fmt::format("mutate {} {} --budget soon", project_, suite_)).code, 2);
}

TEST_F(MutateCommand, ExitsWithOneWhenTheScoreIsTooLow) {
    EXPECT_EQ(runOunce(fmt::format("mutate {} {} --min-score 90", project_, suite_)).code, 1);
    EXPECT_EQ(runOunce(fmt::format("mutate {} {} --min-score 30", project_, suite_)).code, 0);
}

TEST_F(MutateCommand, AGateThatCannotBeDecidedIsNotPassed) {
    const Outcome cut = runOunce(fmt::format("mutate {} {} --min-score 30 --budget 1x", project_, suite_));
    EXPECT_EQ(cut.code, 1);
    EXPECT_THAT(cut.out, HasSubstr("4 mutants were not run, so --min-score cannot be decided"));
}

}  // namespace
}  // namespace ounce
