// Networks as people call them: generate, test, mutate.
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

using testing::HasSubstr;

class NeatestCommand : public TempFolder {
  protected:
    void SetUp() override { project_ = write("game.scratch", kClickGame); }

    Outcome generate(const std::string& folder, const std::string& more = "") {
        return runOunce(fmt::format("generate {} --algorithm neatest --budget 60000steps --json -q -o {} {}",
                                    project_, path(folder), more));
    }
    std::string text(const std::string& file) { return readFile(path(file), 1 << 24).value_or(""); }

    std::string project_;
};

TEST_F(NeatestCommand, WritesNetworksAndWhatTheyReachReliably) {
    const Outcome outcome = generate("out");
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const auto json = nlohmann::json::parse(outcome.out);
    const auto& project = json["projects"][0];
    EXPECT_EQ(project["algorithm"], "neatest");
    EXPECT_GT(project["reliableCoverage"]["covered"], 0);
    EXPECT_LE(project["reliableCoverage"]["covered"], project["coverage"]["covered"]);
    for (const char* file : {"dynamic.json", "suite.json", "suite.js", "report.html"})
        EXPECT_FALSE(text(fmt::format("out/{}", file)).empty()) << file;
    EXPECT_THAT(text("out/report.html"), HasSubstr("<svg class=\"network\""));

    const Outcome played =
        runOunce(fmt::format("test {} {} --seed 3 --json", project_, path("out/dynamic.json")));
    EXPECT_LE(played.code, 1) << played.out;
    const auto results = nlohmann::json::parse(played.out);
    EXPECT_EQ(results["tests"].size(), project["networks"].size());
    EXPECT_EQ(results["tests"][0]["seed"], 3);
    EXPECT_GT(results["coverage"]["covered"], 0);
}

TEST_F(NeatestCommand, GivesTheSameBytesForAnyNumberOfThreads) {
    ASSERT_EQ(generate("one", "-j 1").code, 0);
    ASSERT_EQ(generate("two", "-j 2").code, 0);
    EXPECT_EQ(text("one/dynamic.json"), text("two/dynamic.json"));
    EXPECT_EQ(text("one/suite.json"), text("two/suite.json"));
}

TEST_F(NeatestCommand, RunsWhiskersConfigurations) {
    const std::string config =
        write("neatest.json", R"({"testGenerator":"neuroevolution","algorithm":"neatest",
        "populationSize":10,"stoppingCondition":{"type":"fixedIteration","iterations":2},
        "networkFitness":{"type":"reliableStatement","timeout":300,"stableCount":3}})");
    const Outcome outcome = runOunce(fmt::format("generate {} --config {} --json -q", project_, config));
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["projects"][0]["stableCount"], 3);
}

TEST_F(NeatestCommand, JudgesMutants) {
    ASSERT_EQ(generate("out").code, 0);
    const Outcome outcome = runOunce(fmt::format("mutate {} {} --sample 4 --reference 40 --check 5 --json -q",
                                                 project_, path("out/dynamic.json")));
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["mutants"].size(), 4u);
    EXPECT_LE(json["killed"], 4);
    EXPECT_LE(json["killedOfDiffering"], json["differing"]);
    EXPECT_GT(json["falseAlarms"]["verdicts"], 0);
}

TEST_F(NeatestCommand, SaysWhatDoesNotGoTogether) {
    const Outcome kill = runOunce(fmt::format("generate {} --algorithm neatest --kill", project_));
    EXPECT_EQ(kill.code, 2);
    EXPECT_THAT(kill.out, HasSubstr("--kill is for tests without networks"));
    const std::string broken =
        write("dynamic.json", R"({"Networks":{"Network 0":{"Nodes":{"Node 0":{"id":"x"}}}}})");
    const Outcome test = runOunce(fmt::format("test {} {}", project_, broken));
    EXPECT_EQ(test.code, 2);
    EXPECT_THAT(test.out, HasSubstr("a node needs a whole number as its id"));
}

}  // namespace
}  // namespace ounce
