// The Brain Game and its five variants, played by fixed rules: each variant violates the property that it was
// made to violate, and no other; the right program violates none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/load_program.h"
#include "vm/machine.h"

namespace ounce {
namespace {

const std::string kFolder = OUNCE_SOURCE_DIR "/examples/brain-game/";

// r: a right answer, w: a wrong one, f: the green flag; half a second between them.
std::string violatedBy(const std::string& variant, const std::string& play, Mode mode) {
    const auto program = loadProgram(kFolder + variant + ".scratch");
    EXPECT_TRUE(program) << program.error().message();
    const auto properties = spec::load(kFolder + "brain-game.props");
    EXPECT_TRUE(properties) << properties.error().message();
    const std::vector<spec::Monitor> monitors = spec::bind(*properties, **program);
    MachineOptions options;
    options.mode = mode;
    State state = initialState(**program, options, 7);
    Machine machine(**program, state, options);
    spec::Watch watch(monitors, machine);
    const auto& game = (*program)->sprites[1];
    const auto variable = [&](const std::string& name) {
        for (std::size_t i = 0; i < game.variables.size(); i++) {
            if (game.variables[i].name == name) return toNumber(state.targets[1]->variables[i]);
        }
        ADD_FAILURE() << name;
        return 0.0;
    };
    for (const char action : fmt::format("f{}", play)) {
        InputEvent event;
        event.kind = action == 'f' ? InputEvent::Kind::GreenFlag : InputEvent::Kind::Answer;
        if (action != 'f') event.value = Value(variable("a") + variable("b") + (action == 'w' ? 1 : 0));
        machine.step(std::span(&event, 1));
        watch.afterStep();
        for (int i = 0; i < 14; i++) {
            machine.step();
            watch.afterStep();
        }
    }
    std::string violated;
    for (const spec::PropertyResult& result : watch.results()) {
        EXPECT_NE(result.outcome, spec::Outcome::Error) << result.message;
        if (result.outcome == spec::Outcome::Violated) violated += result.name;
    }
    return violated;
}

struct Expectation {
    const char *variant, *play, *violated;
};
class BrainGame : public testing::TestWithParam<Expectation> {};

TEST_P(BrainGame, ViolatesWhatItShould) {
    const auto [variant, play, violated] = GetParam();
    for (const Mode mode : {Mode::Scratch, Mode::Whisker})
        EXPECT_EQ(violatedBy(variant, play, mode), violated) << variant << " " << play;
}

INSTANTIATE_TEST_SUITE_P(
    AllSix, BrainGame,
    testing::Values(Expectation{"brain-game", "rrrrr", ""}, Expectation{"brain-game", "rw", ""},
                    Expectation{"brain-game", "w", ""}, Expectation{"brain-game", "rrfrrrrr", ""},
                    Expectation{"V1", "rrrrr", ""}, Expectation{"V1", "rw", ""},
                    Expectation{"V1", "rf", "P1"}, Expectation{"V1", "rwf", "P1"},
                    Expectation{"V2", "rrrrr", ""}, Expectation{"V2", "w", "P3"},
                    Expectation{"V2", "rw", "P3"}, Expectation{"V3", "rrrr", ""},
                    Expectation{"V3", "rrrrr", "P2"}, Expectation{"V3", "rw", ""},
                    Expectation{"V4", "rrrrr", ""}, Expectation{"V4", "w", "P4"},
                    Expectation{"V4", "rw", "P4"}, Expectation{"V5", "rrrrr", ""}, Expectation{"V5", "w", ""},
                    Expectation{"V5", "rw", "P4"}, Expectation{"V5", "rf", ""}));

}  // namespace
}  // namespace ounce
