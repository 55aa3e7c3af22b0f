// What is left is little, slow enough for a person, and still violates the property.
#include "verify/minimise.h"

#include <gmock/gmock.h>

#include "verify/replay.h"
#include "verify/test_programs.h"

namespace ounce::verify {
namespace {

using Kind = InputEvent::Kind;

std::vector<std::string> shown(const Witness& witness) {
    std::vector<std::string> lines;
    for (const InputEvent& event : witness.log.inputs) {
        std::string what =
            event.name + (event.value.type() == Type::Undefined ? "" : toText(event.value).utf8());
        lines.push_back(
            fmt::format("{} {}{}", event.step, static_cast<int>(event.kind), what.empty() ? "" : " " + what));
    }
    return lines;
}

TEST(Minimise, LeavesOutWhatIsNotNeeded) {
    const auto program = programOf(kWell);
    const auto monitors = monitorsOf("first: always Cat.x >= 0\nno jump: always jumps = 0\n", *program);
    Witness witness;
    witness.property = "no jump";
    witness.log.steps = 100;
    witness.log.inputs = {input(0, Kind::GreenFlag),           input(1, Kind::KeyDown, "ArrowRight"),
                          input(5, Kind::KeyUp, "ArrowRight"), input(7, Kind::KeyDown, "ArrowDown"),
                          input(20, Kind::KeyUp, "ArrowDown"), input(60, Kind::KeyDown, "j"),
                          input(61, Kind::KeyUp, "j"),         input(90, Kind::KeyDown, "ArrowRight")};
    const Witness small = minimise(*program, monitors, 1, witness);
    EXPECT_THAT(shown(small), testing::ElementsAre("0 0", "6 2 j"));
    EXPECT_EQ(small.violationStep, 7u);
    EXPECT_EQ(small.log.steps, 7u);
    EXPECT_EQ(small.property, "no jump");
    EXPECT_EQ(small.programHash, hashOf(*program));
    const Replay replay = replayWitness(*program, monitors, small);
    EXPECT_TRUE(replay.reproduced);
    EXPECT_EQ(replay.step, 7u);
    EXPECT_FALSE(replay.whereItStoppedFitting);
}

TEST(Minimise, TypesLittleAndSlowly) {
    const auto program = programOf(kSums);
    const auto monitors = monitorsOf("p: always score >= prev(score)\n", *program);
    Witness witness;
    witness.log.steps = 300;
    witness.log.inputs = {input(0, Kind::GreenFlag), answerAt(1, "1234567"), answerAt(200, "4711")};
    const Witness small = minimise(*program, monitors, 0, witness);
    EXPECT_THAT(shown(small), testing::ElementsAre("0 0", "6 7 0"));
    EXPECT_EQ(small.log.draws.size(), 3u);
    EXPECT_FALSE(replayWitness(*program, monitors, small).whereItStoppedFitting);
}

TEST(Minimise, KeepsATimeThatMatters) {
    const auto program = programOf(kWell);
    // Three steps to the right and no more.
    const auto monitors = monitorsOf("p: never Cat.x = 30 and Cat.y = -20\n", *program);
    Witness witness;
    witness.log.steps = 60;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(2, Kind::KeyDown, "ArrowRight"),
                          input(5, Kind::KeyUp, "ArrowRight"), input(6, Kind::KeyDown, "ArrowDown")};
    const Witness small = minimise(*program, monitors, 0, witness);
    ASSERT_TRUE(replayWitness(*program, monitors, small).reproduced);
    EXPECT_THAT(shown(small),
                testing::ElementsAre("0 0", "6 2 ArrowRight", "9 3 ArrowRight", "15 2 ArrowDown"));
}

TEST(Minimise, IsDeterministicAndBounded) {
    const auto program = programOf(kSums);
    const auto monitors = monitorsOf("p: always score >= prev(score)\n", *program);
    Witness witness;
    witness.log.steps = 300;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    for (std::uint64_t i = 0; i < 50; i++) witness.log.inputs.push_back(answerAt(1 + 5 * i, "wrong"));
    const std::string text = writeWitness(minimise(*program, monitors, 0, witness), *program);
    EXPECT_EQ(writeWitness(minimise(*program, monitors, 0, witness), *program), text);
    // One run is allowed: it is what it was, up to the violation.
    const Witness one = minimise(*program, monitors, 0, witness, {.runs = 1});
    EXPECT_THAT(shown(one), testing::ElementsAre("0 0", "1 7 wrong"));
}

TEST(Minimise, WhatViolatesNothingStays) {
    const auto program = programOf(kSums);
    const auto monitors = monitorsOf("p: always score >= prev(score)\n", *program);
    Witness witness;
    witness.log.steps = 30;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(3, Kind::KeyDown, "a")};
    EXPECT_EQ(writeLog(minimise(*program, monitors, 0, witness).log), writeLog(witness.log));
}

}  // namespace
}  // namespace ounce::verify
