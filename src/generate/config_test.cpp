#include "generate/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string problemWith(std::string_view json) {
    const auto config = parseSearchConfig(json, "c.json");
    return config ? "none" : config.error().message();
}

TEST(SearchConfig, HasTheTunedValuesOfThePaperAsDefaults) {
    const SearchConfig config;
    EXPECT_EQ(config.encoding.minSample, 2u);
    EXPECT_EQ(config.encoding.maxSample, 20u);
    EXPECT_EQ(config.encoding.maxLength, 20u);
    EXPECT_EQ(config.mosa.populationSize, 30u);
    EXPECT_EQ(config.mosa.crossover.probability, 0.7);
    EXPECT_EQ(config.mio.startOfFocusedPhase, 1);
    EXPECT_EQ(config.mio.randomSelection.start, 0.9);
    EXPECT_EQ(config.mio.localSearch.extension, 0.3);
    EXPECT_EQ(config.mio.localSearch.reduction, 0.3);
    EXPECT_EQ(config.durations.press, 5);
}

TEST(SearchConfig, ReadsEveryKeyOfASearch) {
    const auto config = parseSearchConfig(R"({
        "testGenerator": "manyObjective", "algorithm": "mio", "extractor": "static", "eventSelector": "clustering",
        "startOfFocusedPhase": 0.5, "populationSize": 7,
        "chromosome": {"type": "variableLengthTest", "minSampleLength": 3, "maxSampleLength": 9, "maxLength": 11},
        "mutation": {"operator": "eventBiased", "gaussianMutationPower": 8, "maxMutationCountStart": 1,
                     "maxMutationCountFocusedPhase": 4},
        "localSearch": [{"type": "Extension", "probability": 0.1, "newEventProbability": 0.2}],
        "selection": {"randomSelectionProbabilityStart": 0.8, "randomSelectionProbabilityFocusedPhase": 0.4},
        "archive": {"maxArchiveSizeStart": 6, "maxArchiveSizeFocusedPhase": 2},
        "integerRange": {"min": 1, "max": 99},
        "fitnessFunction": {"type": "statement", "targets": ["a-Cat", "b-Dog"]},
        "stoppingCondition": {"type": "combined", "conditions": [
            {"type": "fixedTime", "duration": 2500}, {"type": "evaluations", "maxEvaluations": 40},
            {"type": "combined", "conditions": [{"type": "events", "max-events": 5}]}]},
        "durations": {"waitStepUpperBound": 50, "pressDuration": 4},
        "seed": "42", "minimize": false, "debugLogging": true})",
                                          "c.json");
    ASSERT_TRUE(config) << config.error().message();
    EXPECT_EQ(config->algorithm, Algorithm::Mio);
    EXPECT_EQ(config->extraction, Extraction::Static);
    EXPECT_EQ(config->eventSelection, EventSelection::Clustering);
    EXPECT_EQ(config->mio.startOfFocusedPhase, 0.5);
    EXPECT_EQ(config->encoding.maxLength, 11u);
    EXPECT_EQ(config->mio.mutation.kind, MutationOperator::EventBiased);
    EXPECT_EQ(config->mio.mutations.focused, 4);
    EXPECT_EQ(config->mio.localSearch.extension, 0.1);
    EXPECT_EQ(config->mio.localSearch.reduction, 0) << "a local search that is not listed is not done";
    EXPECT_EQ(config->newEventProbability, 0.2);
    EXPECT_EQ(config->mio.archiveSize.start, 6);
    EXPECT_EQ(config->encoding.max, 99);
    EXPECT_THAT(config->targets, ElementsAre("a-Cat", "b-Dog"));
    EXPECT_EQ(config->budget.seconds, 2.5);
    EXPECT_EQ(config->budget.executions, 40);
    EXPECT_EQ(config->budget.events, 5);
    EXPECT_FALSE(config->stopWhenComplete) << "there is no condition 'optimal'";
    EXPECT_EQ(config->durations.press, 4);
    EXPECT_EQ(config->durations.click, 10) << "Whisker's value for what is not given";
    EXPECT_EQ(config->seed, 42u);
    EXPECT_FALSE(config->minimize);
}

TEST(SearchConfig, SaysWhatIsWrong) {
    EXPECT_EQ(problemWith("["), "c.json: this is not JSON (is it a configuration file of Whisker?)");
    EXPECT_EQ(problemWith("[]"), "c.json: must be an object { … }");
    EXPECT_EQ(problemWith(R"({"algorithm": "simpleGA"})"),
              "c.json: algorithm: must be one of random, mosa, mio, onePlusOne");
    EXPECT_EQ(problemWith(R"({"algoritm": "mio"})"), "c.json: algoritm: is not a key that Ounce knows");
    EXPECT_EQ(problemWith(R"({"crossover": {"probability": 1.5}})"),
              "c.json: crossover: probability: must be a number between 0 and 1");
    EXPECT_EQ(problemWith(R"({"populationSize": 2.5})"),
              "c.json: populationSize: must be a whole number between 1 and 100000");
    EXPECT_EQ(problemWith(R"({"populationSize": "many"})"),
              "c.json: populationSize: must be a whole number between 1 and 100000");
    EXPECT_EQ(problemWith(R"({"integerRange": {"min": 5, "max": 5}})"),
              "c.json: integerRange: max: must be greater than min");
    EXPECT_EQ(problemWith(R"({"minimize": "yes"})"), "c.json: minimize: must be true or false");
    EXPECT_THAT(problemWith(R"({"algorithm": "mio", "selection": {"operator": "rank"}})"),
                HasSubstr("not possible with the algorithm mio"));
    EXPECT_THAT(problemWith(R"({"testGenerator": "neuroevolution"})"), HasSubstr("neuroevolution"));
    EXPECT_THAT(problemWith(R"({"stoppingCondition": {"type": "fixedTime"}})"),
                HasSubstr("duration: is missing"));
    EXPECT_THAT(problemWith(R"({"seed": "abc"})"), HasSubstr("seed: must be a whole number"));
}

TEST(SearchConfig, EndsWithConditionsNestedWithoutEnd) {
    std::string json;
    for (int i = 0; i < 100000; i++) json += R"({"type":"combined","conditions":[)";
    for (int i = 0; i < 100000; i++) json += "]}";
    EXPECT_THAT(problemWith("{\"stoppingCondition\":" + json + "}"), HasSubstr("nested too deeply"));
}

TEST(Budget, IsReadFromTheCommandLine) {
    EXPECT_EQ(parseBudget("30s")->seconds, 30);
    EXPECT_EQ(parseBudget("1.5min")->seconds, 90);
    EXPECT_EQ(parseBudget("2000x")->executions, 2000);
    EXPECT_EQ(parseBudget("500000steps")->steps, 500000);
    EXPECT_EQ(parseBudget("30s,100x")->executions, 100);
    for (const char* wrong : {"", "30", "x", "-1s", "0x", "30 s", "30s,", "1e99x", "nans"}) {
        EXPECT_FALSE(parseBudget(wrong)) << wrong;
    }
}

TEST(Algorithm, HasANameThatCanBeRead) {
    EXPECT_EQ(parseAlgorithm("mosa"), Algorithm::Mosa);
    EXPECT_EQ(algorithmName(Algorithm::OnePlusOne), "onePlusOne");
    EXPECT_FALSE(parseAlgorithm("magic"));
}

}  // namespace
}  // namespace ounce
