// The same program: the same violation at the same step. Another program: as far as it fits.
#include "verify/replay.h"

#include <gmock/gmock.h>

#include "verify/test_programs.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

using testing::HasSubstr;
using Kind = InputEvent::Kind;

constexpr const char* kNeverFalls = "score never falls: always score >= prev(score)\n";

// Answers "wrong" to the first question, with the outcomes of the run written down.
Witness wrongAnswer(const Program& program) {
    Witness witness;
    witness.property = "score never falls";
    witness.programHash = hashOf(program);
    witness.log.steps = 30;
    witness.log.inputs = {input(0, Kind::GreenFlag), answerAt(10, "wrong")};
    witness.mocks = {{.function = MockedFunction::RandomBetween, .effects = {{.outcomes = {3}}}}};
    return settled(program, std::move(witness));
}

TEST(Replay, ViolatesAgainAtTheSameStep) {
    const auto program = programOf(kSums);
    const Witness witness = wrongAnswer(*program);
    const Replay replay = replayWitness(*program, monitorsOf(kNeverFalls, *program), witness);
    EXPECT_TRUE(replay.reproduced);
    EXPECT_EQ(replay.step, 11u);
    EXPECT_THAT(replay.message, HasSubstr("score = -1"));
    EXPECT_EQ(replay.steps, 11u);
    EXPECT_TRUE(replay.sameProgram);
    EXPECT_FALSE(replay.whereItStoppedFitting);
    ASSERT_EQ(replay.properties.size(), 1u);
    EXPECT_EQ(replay.properties[0].outcome, spec::Outcome::Violated);
    // And so does what is read from the file.
    const auto read = readWitness(writeWitness(witness, *program), "w.json", program.get());
    ASSERT_TRUE(read);
    const Replay again = replayWitness(*program, monitorsOf(kNeverFalls, *program), *read);
    EXPECT_TRUE(again.reproduced);
    EXPECT_EQ(again.step, 11u);
    EXPECT_FALSE(again.whereItStoppedFitting);
}

TEST(Replay, OnlyItsOwnPropertyCounts) {
    const auto program = programOf(kSums);
    Witness witness = wrongAnswer(*program);
    const auto monitors =
        monitorsOf("score never falls: always score > -5\nalways zero: always score = 0\n", *program);
    const Replay replay = replayWitness(*program, monitors, witness);
    EXPECT_FALSE(replay.reproduced);
    EXPECT_EQ(replay.properties[1].outcome, spec::Outcome::Violated);
    witness.property = "another one";
    EXPECT_TRUE(replayWitness(*program, monitors, witness).reproduced);
}

std::string changed(std::string program, const std::string& from, const std::string& to) {
    const std::size_t at = program.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return program.replace(at, from.size(), to);
}

Replay onChanged(const std::string& from, const std::string& to) {
    const auto original = programOf(kSums);
    const auto read = readWitness(writeWitness(wrongAnswer(*original), *original), "w.json", nullptr);
    const auto other = programOf(changed(kSums, from, to));
    return replayWitness(*other, monitorsOf(kNeverFalls, *other), *read);
}

TEST(Replay, AFixedProgramIsNotViolated) {
    const Replay replay = onChanged("change [score v] by (-1)", "change [score v] by (0)");
    EXPECT_FALSE(replay.reproduced);
    EXPECT_FALSE(replay.sameProgram);
    EXPECT_EQ(replay.steps, 30u);
    // The end differs from what was seen then.
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_EQ(replay.whereItStoppedFitting->what, "Stage.score is 0, not -1");
}

TEST(Replay, WhatDidNotChangeIsExpectedToStay) {
    // The file says where the cat is seen first; it says nothing more about that, because nothing changes.
    const auto original = programOf(kSums);
    const auto read = readWitness(writeWitness(wrongAnswer(*original), *original), "w.json", nullptr);
    const auto other = programOf(changed(kSums, "by (-1)", "by (-1)\n    hide"));
    const Replay replay = replayWitness(*other, {}, *read);
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_EQ(*replay.whereItStoppedFitting, (Misfit{30, "Cat.visible is false, not true"}));
}

TEST(Replay, SaysThatNobodyAsks) {
    const Replay replay = onChanged("ask [sum?] and wait", "wait (1) seconds");
    EXPECT_FALSE(replay.reproduced);
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_EQ(*replay.whereItStoppedFitting, (Misfit{10, "Cat.bubbleText is «», not «sum?»"}));
    // Also where nothing is known of what was seen on the way.
    const auto other = programOf(changed(kSums, "ask [sum?] and wait", "wait (1) seconds"));
    const Replay blind = replayWitness(*other, {}, wrongAnswer(*programOf(kSums)));
    ASSERT_TRUE(blind.whereItStoppedFitting);
    EXPECT_EQ(*blind.whereItStoppedFitting, (Misfit{10, "nobody asks for the answer «wrong»"}));
}

TEST(Replay, SaysThatAnOutcomeIsNotPossibleAnyMore) {
    const Replay replay = onChanged("(pick random (1) to (10))", "(pick random (20) to (30))");
    EXPECT_TRUE(replay.reproduced);  // any answer is wrong
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_EQ(replay.whereItStoppedFitting->step, 0u);
    EXPECT_THAT(replay.whereItStoppedFitting->what,
                HasSubstr("not possible any more: it lies between 20 and 30"));
}

TEST(Replay, SaysThatASpriteIsGone) {
    const auto program = programOf(kWell);
    Witness witness;
    witness.log.steps = 20;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(3, Kind::ClickSprite, "Dog")};
    const Replay replay = replayWitness(*program, {}, witness);
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_EQ(*replay.whereItStoppedFitting, (Misfit{3, "the program has no sprite «Dog»"}));
    EXPECT_FALSE(replay.reproduced);
    InputEvent clone = input(5, Kind::ClickSprite, "Cat");
    clone.clone = 1;
    witness.log.inputs[1] = clone;
    EXPECT_EQ(*replayWitness(*program, {}, witness).whereItStoppedFitting,
              (Misfit{5, "Cat has only 0 clones, not 2"}));
}

TEST(Replay, InitialValuesComeBeforeTheFlag) {
    const auto program = programOf(kWell);
    Witness witness;
    witness.log.steps = 5;
    InputEvent initial = input(0, Kind::SetVariable);
    initial.variable = "jumps";
    initial.value = Value(5.0);
    witness.log.inputs = {initial, input(0, Kind::GreenFlag)};
    EXPECT_TRUE(replayWitness(*program, monitorsOf("p: always jumps = 0\n", *program), witness).reproduced);
    initial.variable = "hops";
    witness.log.inputs[0] = initial;
    const Replay replay = replayWitness(*program, monitorsOf("p: always jumps = 0\n", *program), witness);
    EXPECT_FALSE(replay.reproduced);
    EXPECT_EQ(*replay.whereItStoppedFitting, (Misfit{0, "the stage has no variable «hops»"}));
}

TEST(Replay, AForeignWitnessIsToldByItsLastState) {
    const auto program = programOf(kWell);
    const auto expecting = [&](const std::string& actors) {
        const auto read = readWitness(fmt::format(R"({{"violations": ["the cat falls"], "steps": [
                {{"action": "WAIT", "waitMicros": 100}}, {{"action": "KEY_DOWN", "keyPressed": 39}},
                {{"action": "WAIT", "waitMicros": 100000}}, {{"action": "KEY_UP", "keyPressed": 39}},
                {{"action": "WAIT", "waitMicros": 10, "actors": {}}}]}})",
                                                  actors),
                                      "w.json", program.get());
        EXPECT_TRUE(read);
        return replayWitness(*program, {}, *read);
    };
    const Replay there =
        expecting(R"([{"name": "Cat", "variables": {"x": 30, "y": 0, "STAGE_WIDTH": 480}}])");
    EXPECT_TRUE(there.reproduced);
    EXPECT_EQ(there.step, 5u);
    EXPECT_FALSE(expecting(R"([{"name": "Cat", "variables": {"x": 40}}])").reproduced);
    // One sprite, one actor: they are the same, whatever they are called.
    EXPECT_TRUE(expecting(R"([{"name": "Puss", "variables": {"x": 30}}])").reproduced);
    // Nothing that could be told by is nothing.
    EXPECT_FALSE(expecting("[]").reproduced);
}

// ---- mocks ----

std::vector<double> outcomes(const Program& program, std::vector<Mock> mocks) {
    Witness witness;
    witness.foreign = true;
    witness.log.steps = 40;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = std::move(mocks);
    std::vector<double> all;
    const std::vector<spec::Monitor> none;
    ReplayRun run(program, none, witness);
    while (run.step()) all.push_back(run.machine().state.targets[0]->variables[0].asNumber());
    return all;
}

// A number every ten steps, and the sum of them.
constexpr const char* kDice = R"(stage
  variable die = 0
  variable throws = 0
  variable luck = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
forever
  set [die v] to (pick random (1) to (1000000))
  change [throws v] by (1)
  wait (0.3) seconds
end
)";

TEST(Mocks, OneAfterTheOther) {
    const auto program = programOf(kDice);
    const auto seen = outcomes(*program, {{.effects = {{.outcomes = {7}}, {.outcomes = {8}}}}});
    EXPECT_EQ(seen[0], 7);
    EXPECT_EQ(seen[12], 8);
    EXPECT_GT(seen[39], 8);  // chance again
}

TEST(Mocks, ByTime) {
    const auto program = programOf(kDice);
    const auto seen = outcomes(
        *program, {{.kind = Mock::Kind::Timed, .effects = {{.fromMs = 200, .toMs = 500, .outcomes = {5}}}}});
    EXPECT_NE(seen[0], 5);
    EXPECT_EQ(seen[12], 5);
    EXPECT_NE(seen[39], 5);
}

TEST(Mocks, ByCondition) {
    const auto program = programOf(kDice);
    const auto seen =
        outcomes(*program, {{.kind = Mock::Kind::Conditional,
                             .effects = {{.when = "throws = 0", .outcomes = {11}},
                                         {.when = "throws > 1 and Cat.visible", .outcomes = {12}}}}});
    EXPECT_EQ(seen[0], 11);
    EXPECT_NE(seen[12], 11);
    EXPECT_NE(seen[12], 12);
    EXPECT_EQ(seen[39], 12);
}

TEST(Mocks, SetVariables) {
    const auto program = programOf(kDice);
    Witness witness;
    witness.foreign = true;
    witness.log.steps = 2;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = {
        {.initially = {{.variable = "throws", .value = Value(40.0)}},
         .effects = {{.outcomes = {1}, .assigns = {{.variable = "luck", .value = Value(9.0)}}}}}};
    const std::vector<spec::Monitor> none;
    ReplayRun run(*program, none, witness);
    while (run.step()) {
    }
    const auto& variables = run.machine().state.targets[0]->variables;
    EXPECT_EQ(variables[0].asNumber(), 1);
    EXPECT_EQ(variables[1].asNumber(), 41);
    EXPECT_EQ(variables[2].asNumber(), 9);
}

TEST(Mocks, ThoseThatCannotBeUsedAreNamed) {
    const auto program = programOf(kDice);
    Witness witness;
    witness.foreign = true;
    witness.log.steps = 2;
    witness.mocks = {
        {.kind = Mock::Kind::Conditional, .effects = {{.when = "prev(throws) = 0", .outcomes = {1}}}},
        {.kind = Mock::Kind::Conditional, .effects = {{.when = "Dog.x = 0", .outcomes = {1}}}}};
    const Replay replay = replayWitness(*program, {}, witness);
    ASSERT_EQ(replay.notes.size(), 2u);
    EXPECT_THAT(replay.notes[0],
                HasSubstr("«prev(throws) = 0»: it must be a condition on the present alone"));
    EXPECT_THAT(replay.notes[1], HasSubstr("Dog"));
}

TEST(Mocks, AnImpossibleOutcomeIsSaidAndNotUsed) {
    const auto program = programOf(kSums);
    Witness witness;
    witness.foreign = true;
    witness.log.steps = 5;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = {{.effects = {{.outcomes = {11}}}}};
    const Replay replay = replayWitness(*program, {}, witness);
    ASSERT_TRUE(replay.whereItStoppedFitting);
    EXPECT_THAT(replay.whereItStoppedFitting->what, HasSubstr("cannot give 11: it lies between 1 and 10"));
}

TEST(Mocks, PositionsComeInPairs) {
    const auto program = programOf(kSums);
    Witness witness;
    witness.foreign = true;
    witness.log.steps = 5;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = {{.function = MockedFunction::GoToRandomPosition,
                      .actor = "Cat",
                      .effects = {{.outcomes = {-100, 50}}}}};
    const Witness exact = settled(*program, witness);
    EXPECT_TRUE(exact.mocks.empty());
    for (const Witness& one : {witness, exact}) {
        const Replay replay = replayWitness(*program, {}, one);
        EXPECT_FALSE(replay.whereItStoppedFitting);
        EXPECT_EQ(differenceFrom({{"Cat", {{"x", Value(-100.0)}, {"y", Value(50.0)}}}}, replay.actors), "");
    }
}

}  // namespace
}  // namespace ounce::verify
