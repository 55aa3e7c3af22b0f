// ounce check as people call it: the Brain Game and its five variants, budgets, wrong input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"

namespace ounce {
namespace {

using testing::HasSubstr;

class CheckCommand : public TempFolder {
  protected:
    static std::string example(const std::string& name) {
        return std::string(OUNCE_SOURCE_DIR) + "/examples/brain-game/" + name;
    }
    static std::string spec() { return " --spec " + example("brain-game.props"); }
};

TEST_F(CheckCommand, TheCorrectBrainGameIsProved) {
    const Outcome out = runOunce("check " + example("brain-game.scratch") + spec() + " --require-proof");
    EXPECT_EQ(out.code, 0) << out.out;
    EXPECT_THAT(out.out, HasSubstr("0 of 4 properties violated, 4 proved"));
    EXPECT_THAT(out.out, HasSubstr("assuming:"));
}

TEST_F(CheckCommand, EachVariantBreaksItsProperty) {
    const std::pair<std::string, std::string> expected[] = {
        {"V1", "P1"}, {"V2", "P3"}, {"V3", "P2"}, {"V4", "P4"}, {"V5", "P4"}};
    for (const auto& [variant, property] : expected) {
        const std::string folder = path(variant);
        const Outcome out =
            runOunce("check " + example(variant + ".scratch") + spec() + " --budget 300states -o " + folder);
        EXPECT_EQ(out.code, 1) << out.out;
        EXPECT_THAT(out.out, HasSubstr("violated  " + property)) << variant;
        EXPECT_THAT(out.out, HasSubstr("1 of 4 properties violated")) << variant;
        const std::string witness = folder + "/" + property + ".witness.json";
        const Outcome again =
            runOunce("replay " + example(variant + ".scratch") + " " + witness + spec() + " --json");
        EXPECT_THAT(again.out, HasSubstr("\"reproduced\": true")) << variant;
        // On the correct program it does not happen.
        const Outcome correct =
            runOunce("replay " + example("brain-game.scratch") + " " + witness + spec() + " --json");
        EXPECT_THAT(correct.out, HasSubstr("\"reproduced\": false")) << variant;
    }
}

TEST_F(CheckCommand, TheSameBytesForAnyNumberOfThreads) {
    for (const char* threads : {"1", "2"}) {
        const Outcome out = runOunce("check " + example("V3.scratch") + spec() +
                                     " --budget 400states -q -j " + threads + " -o " + path(threads));
        EXPECT_EQ(out.code, 1);
    }
    const auto one = readFile(path("1/P2.witness.json"), 1 << 20),
               two = readFile(path("2/P2.witness.json"), 1 << 20);
    ASSERT_TRUE(one && two);
    EXPECT_EQ(*one, *two);
}

TEST_F(CheckCommand, PropertiesWithSimilarNamesHaveFilesOfTheirOwn) {
    write("twins.props", "a b: never Game.max = 100\na-b: never Game.score = 1\n");
    const Outcome out = runOunce("check " + example("brain-game.scratch") + " --spec " + path("twins.props") +
                                 " -o " + path("twins"));
    EXPECT_EQ(out.code, 1) << out.out;
    EXPECT_TRUE(std::filesystem::exists(path("twins/a-b.witness.json")));
    EXPECT_TRUE(std::filesystem::exists(path("twins/a-b-2.witness.json")));
}

TEST_F(CheckCommand, JsonSaysWhatScriptsRelyOn) {
    const Outcome out = runOunce("check " + example("V2.scratch") + spec() + " --json --budget 1000states");
    for (const char* field :
         {"\"properties\"", "\"name\": \"P1\"", "\"verdict\": \"safe\"", "\"verdict\": \"violated\"",
          "\"how\"", "\"steps\"", "\"states\"", "\"seconds\"", "\"witness\"", "\"assumptions\""})
        EXPECT_THAT(out.out, HasSubstr(field));
}

TEST_F(CheckCommand, WrongInputIsOneSentence) {
    write("empty.props", "# nothing\n");
    const std::string game = example("brain-game.scratch");
    for (const std::string& arguments :
         {"check " + game + " --spec " + path("missing.props"),
          "check " + game + " --spec " + path("empty.props"), "check " + game + spec() + " --budget soon",
          "check " + game + spec() + " --budget 0s", "check " + game, "check " + path("missing.sb3") + spec(),
          "check " + game + spec() + " --initial some"}) {
        const Outcome out = runOunce(arguments);
        EXPECT_EQ(out.code, 2) << arguments << "\n" << out.out;
        EXPECT_FALSE(out.out.empty()) << arguments;
    }
}

TEST_F(CheckCommand, APropertyOfAnotherProgramIsNotProved) {
    write("other.props", "lost: always Bowl.x > 0\nfine: always Game.max <= 100\n");
    const Outcome out = runOunce("check " + example("brain-game.scratch") + " --spec " + path("other.props"));
    EXPECT_EQ(out.code, 0);
    EXPECT_THAT(out.out, HasSubstr("unknown   lost"));
    EXPECT_THAT(out.out, HasSubstr("Bowl"));
    EXPECT_THAT(out.out, HasSubstr("safe      fine"));
}

TEST_F(CheckCommand, RangesAreEnoughForACounterThatNeverEnds) {
    const std::string clicker = std::string(OUNCE_SOURCE_DIR) + "/examples/clicker";
    const Outcome out =
        runOunce("check " + clicker + ".scratch --spec " + clicker + ".props --require-proof");
    EXPECT_EQ(out.code, 0) << out.out;
    EXPECT_THAT(out.out, HasSubstr("by intervals"));
    EXPECT_THAT(out.out, HasSubstr("points never falls"));
}

TEST_F(CheckCommand, WhatIsNearestToAViolationMayComeFirst) {
    const Outcome out =
        runOunce("check " + example("V5.scratch") + spec() + " --order nearest --budget 3000states");
    EXPECT_EQ(out.code, 1) << out.out;
    EXPECT_THAT(out.out, HasSubstr("violated  P4"));
}

}  // namespace
}  // namespace ounce
