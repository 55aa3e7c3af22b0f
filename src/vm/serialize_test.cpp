// States as bytes: what comes back is the same, and nothing else is believed.
#include "vm/serialize.h"

#include <gtest/gtest.h>

#include "project/load.h"
#include "vm/runner.h"

namespace ounce {
namespace {

// Something of everything: clones that share a list, a bubble, pen, a question, a call, a wait, texts of both
// kinds.
constexpr const char* kProgram = R"(
stage
  variable score = 0
  list names = "Ada", 7, true

sprite Cat
  costume "cat" circle 40 orange
  variable word = "日本"
  list own = 1, 2.5, "x"

define jump (height) (name)
change y by (height)
wait (0.1) seconds
say (name)

when flag clicked
pen down
go to x: (30) y: (pick random (1) to (50))
create clone of (myself v)
create clone of (myself v)
set [ghost v] effect to (30)
repeat (3)
  jump (10) (join (word) [!])
  change [score v] by (0.5)
end

when I start as a clone
forever
  turn cw (7) degrees
  if <touching (edge v)?> then
    delete this clone
  end
end

when flag clicked
ask [Who?] and wait
add (answer) to [names v]
)";

std::shared_ptr<const Program> compiled(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    return *program;
}

class Serialize : public testing::Test {
  protected:
    State after(int steps) {
        Runner runner(program_, {}, 1, {InputEvent{}});
        for (int i = 0; i < steps; i++) runner.step();
        return runner.state();
    }
    std::string refusal(std::string_view bytes) {
        const auto state = format_.read(bytes);
        return state ? "" : state.error().message();
    }

    std::shared_ptr<const Program> program_ = compiled(kProgram);
    StateFormat format_{program_};
};

TEST_F(Serialize, AStateComesBackAsItWas) {
    for (int steps = 0; steps < 30; steps++) {
        const State state = after(steps);
        const auto again = format_.read(format_.write(state));
        ASSERT_TRUE(again) << again.error().message();
        EXPECT_TRUE(*again == state) << "after " << steps << " steps";
        EXPECT_EQ(again->hash(), state.hash());
        EXPECT_EQ(format_.write(*again), format_.write(state));
    }
}

TEST_F(Serialize, SharedListsStayShared) {
    const State state = after(3);
    const auto again = format_.read(format_.write(state));
    ASSERT_TRUE(again);
    ASSERT_GT(again->targets.size(), 2u);
    ASSERT_EQ(state.targets[1]->lists[0].begin(), state.targets[2]->lists[0].begin());
    EXPECT_EQ(again->targets[1]->lists[0].begin(), again->targets[2]->lists[0].begin());
}

TEST_F(Serialize, WhatIsCutOffIsRefused) {
    const std::string bytes = format_.write(after(5));
    for (std::size_t size = 0; size < bytes.size(); size++)
        ASSERT_NE(refusal(std::string_view(bytes).substr(0, size)), "") << size << " bytes";
    EXPECT_EQ(refusal(bytes + "x"), "the state is damaged (write it again)");
}

TEST_F(Serialize, AStateOfAnotherProgramIsRefused) {
    const StateFormat other(compiled(std::string(kProgram) + "\nwhen flag clicked\nhide\n"));
    EXPECT_EQ(refusal(other.write(after(1))),
              "the state belongs to another program (use the project it was written for, unchanged)");
    EXPECT_EQ(refusal("PK\3\4"), "this is not a state of Ounce's machine");
}

// Whatever a byte becomes, the state is refused or can be run.
TEST_F(Serialize, ChangedBytesAreRefusedOrHarmless) {
    const std::string bytes = format_.write(after(5));
    int accepted = 0;
    for (std::size_t at = 0; at < bytes.size(); at++) {
        for (const char value : {'\0', '\1', '\x7F', '\xFF'}) {
            std::string changed = bytes;
            changed[at] = value;
            auto state = format_.read(changed);
            if (!state) continue;
            accepted++;
            const MachineOptions options{.passes = 5, .userName = {}};
            Machine machine(*program_, *state, options);
            for (int i = 0; i < 2; i++) machine.step();
        }
    }
    EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace ounce
