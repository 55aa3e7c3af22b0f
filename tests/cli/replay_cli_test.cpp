// ounce replay as people call it, and what is exported beside a witness.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/json_reader.h"
#include "spec/parse.h"
#include "verify/export.h"
#include "verify/replay.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

using testing::HasSubstr;

constexpr const char* kDice = R"(stage
  variable sum = 0

sprite Dice
  costume "dice" rect 40 40 #ff0000

when flag clicked
go to (random position v)
set [sum v] to (0)
repeat (3)
  change [sum v] by (pick random (1) to (6))
end
wait (0.5) seconds
forever
  if <key (space v) pressed?> then
    change [sum v] by (1)
  end
end
)";
constexpr const char* kProperty = "small: always sum <= 18\n";

class ReplayCommand : public TempFolder {
  protected:
    // Three sixes, then the space key.
    void SetUp() override {
        write("dice.scratch", kDice);
        write("dice.props", kProperty);
        const auto program = loadProgram(path("dice.scratch"));
        ASSERT_TRUE(program);
        const auto spec = spec::parse(kProperty, "dice.props");
        ASSERT_TRUE(spec);
        const std::vector<spec::Monitor> monitors = spec::bind(*spec, **program);
        verify::Witness witness;
        witness.property = "small";
        witness.spec = kProperty;
        witness.log.machine.mode = Mode::Whisker;
        witness.log.inputs.resize(2);
        witness.log.inputs[1].step = 40;
        witness.log.inputs[1].kind = InputEvent::Kind::KeyDown;
        witness.log.inputs[1].name = " ";
        witness.log.steps = 50;
        witness.mocks = {{.effects = {{.outcomes = {6}}, {.outcomes = {6}}, {.outcomes = {6}}}}};
        witness = verify::settled(**program, witness);
        const verify::Replay replay = verify::replayWitness(**program, monitors, witness);
        ASSERT_TRUE(replay.reproduced);
        witness.violationStep = witness.log.steps = replay.step;
        const auto exported = verify::exportWitness(path("out"), "small", **program, monitors, 0, witness);
        ASSERT_TRUE(exported) << exported.error().message();
        EXPECT_EQ(exported->files.size(), 5u);
        EXPECT_THAT(exported->notes, testing::IsEmpty());
    }

    std::string game(const std::string& from = {}, const std::string& to = {}) {
        std::string text = kDice;
        if (!from.empty()) text.replace(text.find(from), from.size(), to);
        return write("game.scratch", text);
    }
};

TEST_F(ReplayCommand, SaysThatItHappensAgain) {
    const Outcome outcome = runOunce("replay " + game() + " " + path("out/small.witness.json"));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("is violated again in step 41 (1.37 s): «"));
    const Outcome json = runOunce("replay " + game() + " " + path("out/small.witness.json") +
                                  " --json --spec " + path("dice.props"));
    EXPECT_EQ(json.code, 1);
    JsonDocument document;
    ASSERT_EQ(document.parse(json.out), JsonProblem::None) << json.out;
    const JsonObject root = document.root().object();
    bool reproduced = false;
    std::uint64_t step = 0;
    JsonArray properties;
    EXPECT_TRUE(root.get("reproduced", reproduced) && reproduced);
    EXPECT_TRUE(root.get("step", step));
    EXPECT_EQ(step, 41u);
    EXPECT_TRUE(root.get("properties", properties));
    EXPECT_EQ(properties.size(), 1u);
}

TEST_F(ReplayCommand, SaysThatItDoesNotHappenAnyMore) {
    const Outcome outcome = runOunce("replay " + game("change [sum v] by (1)", "change [sum v] by (0)") +
                                     " " + path("out/small.witness.json"));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("is not violated in the 41 steps of the witness"));
    EXPECT_THAT(outcome.out, HasSubstr("written for another version of the program"));
    EXPECT_THAT(outcome.out, HasSubstr("it stops fitting after step 41: Stage.sum is 18, not 19"));
}

TEST_F(ReplayCommand, DrawsAVideo) {
    const Outcome outcome =
        runOunce("replay " + game() + " " + path("out/small.witness.json") + " --video " + path("film.gif"));
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_GT(std::filesystem::file_size(path("film.gif")), 100u);
}

TEST_F(ReplayCommand, BadInputIsASentence) {
    const Outcome outcome = runOunce("replay " + game() + " " + write("w.json", "{}"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("is not a witness: it has no list «steps»"));
    EXPECT_EQ(runOunce("replay " + game() + " " + path("missing.json")).code, 2);
}

TEST_F(ReplayCommand, TheTestsFailUntilTheProgramIsMended) {
    for (const std::string ending : {".test.json", ".test.js"}) {
        const std::string suite = path("out/small" + ending);
        const Outcome broken = runOunce("test " + game() + " " + suite);
        EXPECT_EQ(broken.code, 1) << ending << "\n" << broken.out;
        const Outcome mended =
            runOunce("test " + game("change [sum v] by (1)", "change [sum v] by (0)") + " " + suite);
        EXPECT_EQ(mended.code, 0) << ending << "\n" << mended.out;
    }
}

TEST_F(ReplayCommand, TheInputsAreThoseOfRun) {
    const Outcome outcome =
        runOunce("run " + game() + " --steps 60 --inputs " + path("out/small.inputs.json"));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
}

}  // namespace
}  // namespace ounce
