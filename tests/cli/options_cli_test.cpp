// Options as people mistype them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "click_game.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;

class Options : public TempFolder {
  protected:
    void SetUp() override { project_ = write("game.scratch", kClickGame); }
    static void refused(const std::string& arguments, const std::string& why) {
        const Outcome outcome = runOunce(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments;
        EXPECT_THAT(outcome.out, HasSubstr(why)) << arguments;
    }
    std::string project_;
};

TEST_F(Options, NumbersThatMeanNothingAreRefused) {
    for (const char* seconds : {"-1", "0", "nan", "inf", "1e300", "soon"})
        refused(fmt::format("run {} --seconds {}", project_, seconds), "--seconds");
    for (const char* steps : {"-5", "0", "1.5", "many"})
        refused(fmt::format("run {} --steps {}", project_, steps), "--steps");
    refused(fmt::format("run {} --steps 5 --seconds 1", project_), "excludes");
    refused(fmt::format("run {} --seed -1", project_), "«-1» is not a whole number, 0 or more");
    refused(fmt::format("mutate {} --min-score nan", project_), "«nan» is not a number");
    EXPECT_EQ(runOunce(fmt::format("run {} --seconds 0.5", project_)).code, 0);
    EXPECT_EQ(runOunce(fmt::format("run {} --steps 5", project_)).code, 0);
}

TEST_F(Options, SlipsAreNoticed) {
    refused(fmt::format("rnu {}", project_), "there is no command «rnu» (did you mean «run»?)");
    refused(fmt::format("run {} --sedd 3", project_),
            "ounce run has no option «--sedd» (did you mean «--seed»?)");
    refused(fmt::format("run {} --sceonds=3", project_), "(did you mean «--seconds»?)");
    refused("frobnicate", "ounce help lists them");
    const Outcome json =
        runCommand(fmt::format("{{ {} run {} --sedd 3 --json 2>/dev/null; }}", OUNCE_PROGRAM, project_));
    EXPECT_EQ(json.code, 2);
    EXPECT_THAT(json.out, HasSubstr("\"error\": \"ounce run has no option «--sedd»"));
}

TEST_F(Options, HelpIsACommandToo) {
    EXPECT_EQ(runOunce("help").out, runOunce("--help").out);
    EXPECT_EQ(runOunce("help run").out, runOunce("run --help").out);
    EXPECT_EQ(runOunce("help run").code, 0);
    EXPECT_EQ(runOunce("run --no-color --help").code, 0);
}

}  // namespace
}  // namespace ounce
