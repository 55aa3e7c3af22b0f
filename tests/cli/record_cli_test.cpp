// ounce run --record and --replay, as people call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/file.h"

namespace ounce {
namespace {

using testing::HasSubstr;

std::string program(const std::string& more) {
    return "sprite Dice\n\nwhen flag clicked\nrepeat (5)\n  set [eyes v] to (pick random (1) to (6))\n  wait "
           "(0.1) "
           "seconds\nend\n" +
           more;
}

class Record : public TempFolder {
  protected:
    void SetUp() override { write("game.scratch", program("")); }

    std::string read(const std::string& name) { return readFile(path(name), 1 << 20).value_or("(missing)"); }
    // Runs the game; what comes behind is options.
    Outcome run(const std::string& options) {
        return runOunce("run " + path("game.scratch") + " " + options);
    }
    Outcome replay(const std::string& log) {
        write("log.json", log);
        return run("--replay " + path("log.json"));
    }
};

TEST_F(Record, AReplayIsTheSameRun) {
    const Outcome recorded = run("--seed 7 --steps 40 --mode whisker --record " + path("log.json") +
                                 " --trace " + path("first.jsonl"));
    ASSERT_EQ(recorded.code, 0) << recorded.out;
    const Outcome replayed = run("--replay " + path("log.json") + " --trace " + path("second.jsonl"));
    EXPECT_EQ(replayed.code, 0);
    EXPECT_EQ(replayed.out, recorded.out);
    EXPECT_EQ(read("second.jsonl"), read("first.jsonl"));
    EXPECT_THAT(run("--json --replay " + path("log.json")).out, HasSubstr(R"("fits": true)"));
}

TEST_F(Record, AnEditedProgramIsToldWhereItDiffers) {
    ASSERT_EQ(run("--seed 7 --record " + path("log.json")).code, 0);
    write("game.scratch", program("set [more v] to (pick random (1) to (6))\n"));
    const Outcome replayed = run("--replay " + path("log.json"));
    EXPECT_EQ(replayed.code, 0);
    EXPECT_THAT(replayed.out, HasSubstr("the log does not fit the program: 1 random numbers were drawn"));
    EXPECT_THAT(run("--json -q --replay " + path("log.json")).out, HasSubstr(R"("fits": false)"));
}

TEST_F(Record, ARecordingIsATest) {
    ASSERT_EQ(run("--seed 7 --steps 40 --mode whisker --date 2000-02-29 --record " + path("log.json")).code,
              0);
    EXPECT_THAT(runOunce("test " + path("game.scratch") + " " + path("log.json")).out,
                HasSubstr("recorded run"));
    ASSERT_EQ(runOunce("convert " + path("log.json") + " " + path("suite.json")).code, 0);
    const std::string suite = read("suite.json");
    EXPECT_THAT(suite, HasSubstr(R"("start date": "2000-02-29")"));
    EXPECT_THAT(suite, HasSubstr(R"("outcomes":[)"));
    EXPECT_EQ(runOunce("test " + path("game.scratch") + " " + path("suite.json")).code, 0);
    const Outcome wrong = run("--date tomorrow");
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.out, HasSubstr("«tomorrow» is no date"));
}

TEST_F(Record, WhatALogSaysCannotBeSaidBesideIt) {
    ASSERT_EQ(run("--record " + path("log.json")).code, 0);
    EXPECT_EQ(run("--seed 3 --replay " + path("log.json")).code, 2);
    EXPECT_EQ(run("--mode whisker --replay " + path("log.json")).code, 2);
}

TEST_F(Record, HostileLogsAreRefusedWithASentence) {
    ASSERT_EQ(run("--record " + path("log.json")).code, 0);
    const std::string good = read("log.json");
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string changed = good;
        const auto at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return changed.replace(at, from.size(), to);
    };
    const struct {
        std::string log, sentence;
    } cases[] = {
        {"", "is not a log of a run"},
        {"[]", "is not a log of a run"},
        {"{}", "is not a log of a run (write one with ounce run --record)"},
        {good.substr(0, good.size() / 2), "is not a log of a run"},
        {with("\"version\":2", "\"version\":3"), "is of version 3; this Ounce reads up to version 2"},
        {with("\"seed\":1", "\"seed\":-1"), "«seed» must be a whole number from 0 to 4294967295"},
        {with("\"steps\":300", "\"steps\":1e300"), "«steps» must be a whole number"},
        {with("\"steps\":300", "\"steps\":18446744073709551615"), "«steps» must be a whole number"},
        {with("\"scratch\"", "\"fast\""), "«mode» must be «scratch» or «whisker»"},
        {with("\"passes\":1000", "\"passes\":0"), "«passes» must be a whole number from 1"},
        {with("\"greenFlag\"", "\"redFlag\""), "«redFlag» is not an event"},
        {with("\"outcomes\":[", "\"numbers\":[1,"), "draws 0: random numbers are at least 0 and less than 1"},
        {with("\"outcomes\":[", "\"outcomes\":[[],"), "draws 0: outcomes are numbers"},
        {with("\"complete\":true", "\"complete\":1"), "«complete» must be true or false"},
    };
    for (const auto& [log, sentence] : cases) {
        const Outcome outcome = replay(log);
        EXPECT_EQ(outcome.code, 2) << outcome.out;
        EXPECT_THAT(outcome.out, HasSubstr(sentence));
        EXPECT_THAT(outcome.out, HasSubstr("log.json"));
    }
    EXPECT_EQ(run("--replay " + path("nowhere.json")).code, 2);
}

}  // namespace
}  // namespace ounce
