// Every step of every program ends: mutants of all games do no more in a step than a step may do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cases.h"
#include "mutation/mutant.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

// A script that was there before has a small turn even when the work of a step is done, and the last thing of
// a turn may be a costly one (a search in a long list): twice the work is what a step can come to.
constexpr std::uint64_t kMost = 2 * Interpreter::kStepWork;

std::string played(const Program& program, const properties::Case& one, Mode mode) {
    MachineOptions options = one.options;
    options.mode = mode;
    options.passes = 1000;
    State state = initialState(program, options, 5);
    Machine machine(program, state, options);
    std::size_t next = 0;
    while (state.step < one.steps) {
        std::vector<InputEvent> now;
        for (; next < one.inputs.size() && one.inputs[next].step <= state.step; next++)
            now.push_back(one.inputs[next]);
        machine.step(now);
        const std::uint64_t work = machine.interpreter().work();
        if (work > kMost) return fmt::format("step {} did {} blocks", state.step, work);
    }
    return {};
}

TEST(Work, EveryStepOfEveryMutantOfEveryGameEnds) {
    constexpr std::uint64_t kSteps = 12;
    constexpr std::size_t kMutantsOfAGame = 6;
    const auto games = properties::games(kSteps, 1000);
    if (games.empty()) GTEST_SKIP() << "no games at " << corpus();
    std::size_t count = 0;
    for (const properties::Case& game : games) {
        auto mutants =
            sampled(mutantsOf(game.program->project, *parseOperators("all+"), 1), kMutantsOfAGame, 1);
        for (const Mutant& mutant : mutants) {
            const auto program = compile(applied(game.program->project, mutant));
            if (!program) continue;
            const Mode mode = count++ % 2 == 0 ? Mode::Scratch : Mode::Whisker;
            EXPECT_EQ(played(**program, game, mode), "") << game.name << " " << mutant.name;
        }
    }
    EXPECT_GE(count, games.size());
    fmt::print("{} mutants of {} games\n", count, games.size());
}

// The mutant of a game that ran for ever before the work of a step was bounded, in few lines.
TEST(Work, AClonesCloneThatDeletesItselfEndsTheStep) {
    auto project = readText(
        "sprite A\n\nwhen flag clicked\ncreate clone of (myself v)\n\nwhen I start as a clone\n"
        "create clone of (myself v)\ndelete this clone\n",
        "test", "");
    ASSERT_TRUE(project);
    const auto program = compile(std::move(*project));
    ASSERT_TRUE(program);
    properties::Case one;
    one.inputs = properties::play(3);
    one.steps = 3;
    for (const Mode mode : {Mode::Scratch, Mode::Whisker}) EXPECT_EQ(played(**program, one, mode), "");
}

}  // namespace
}  // namespace ounce
