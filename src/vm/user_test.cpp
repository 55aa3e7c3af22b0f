// What a user does, and how long it lasts.
#include "vm/user.h"

#include <gtest/gtest.h>

#include "base/cast.h"
#include "project/load.h"
#include "vm/machine.h"

namespace ounce {
namespace {

// Counts the steps in which something is held.
constexpr const char* kCounter = R"(stage
  variable keys = 0
  variable presses = 0
  variable clicks = 0
  variable loud = 0

when flag clicked
forever
  if <key (left arrow v) pressed?> then
    change [keys v] by (1)
  end
  if <mouse down?> then
    change [presses v] by (1)
  end
  if <(loudness) > (5)> then
    change [loud v] by (1)
  end
end

sprite Cat
  costume "cat" rect 40 40 #ff0000

when this sprite clicked
change [clicks v] by (1)
)";

class UserTest : public ::testing::Test {
  protected:
    UserTest() {
        auto project = readText(kCounter, "counter.scratch", ".");
        EXPECT_TRUE(project) << project.error().message();
        program_ = *compile(std::move(*project));
        options_.mode = Mode::Whisker;
        state_ = initialState(*program_, options_, 1);
    }
    // Performs the event and waits; the value of the variable afterwards.
    double after(const UserEvent& event, std::int64_t steps, std::size_t variable) {
        Machine machine(*program_, state_, options_);
        machine.greenFlag();
        user_.perform(machine, event);
        user_.steps(machine, steps);
        return toNumber(state_.targets[0]->variables[variable]);
    }
    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    State state_;
    User user_;
};

TEST_F(UserTest, AKeyIsHeldForExactlyItsSteps) {
    EXPECT_EQ(after({.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 3}, 10, 0), 3);
    EXPECT_TRUE(user_.holdsNothing());
}

TEST_F(UserTest, AKeyWithoutStepsStaysDown) {
    EXPECT_EQ(after({.kind = UserEvent::Kind::KeyPress, .name = "left arrow"}, 10, 0), 10);
}

TEST_F(UserTest, AKeyPressedAgainIsHeldToTheEndOfTheLastPress) {
    Machine machine(*program_, state_, options_);
    machine.greenFlag();
    for (int i = 0; i < 5; i++) {
        user_.perform(machine, {.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 1});
        user_.step(machine);
    }
    user_.steps(machine, 5);
    EXPECT_EQ(toNumber(state_.targets[0]->variables[0]), 5);
    EXPECT_TRUE(user_.holdsNothing());
}

TEST_F(UserTest, AKeyPressedAgainEarlierIsLetGoOfWhenTheFirstPressEnds) {
    Machine machine(*program_, state_, options_);
    machine.greenFlag();
    user_.perform(machine, {.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 4});
    user_.step(machine);
    user_.perform(machine, {.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 6});
    user_.steps(machine, 10);
    EXPECT_EQ(toNumber(state_.targets[0]->variables[0]), 4);
    EXPECT_TRUE(user_.holdsNothing());
}

TEST_F(UserTest, AClickPressesWhatLiesThere) {
    EXPECT_EQ(after({.kind = UserEvent::Kind::ClickAt, .x = 5, .y = 5, .steps = 2}, 10, 1), 2);
    EXPECT_EQ(toNumber(state_.targets[0]->variables[2]), 1);
}

TEST_F(UserTest, ASpriteIsClickedWhereverTheMouseIs) {
    EXPECT_EQ(after({.kind = UserEvent::Kind::ClickSprite, .name = "Cat"}, 2, 2), 1);
}

TEST_F(UserTest, ASoundEnds) {
    EXPECT_EQ(after({.kind = UserEvent::Kind::Sound, .volume = 50, .steps = 4}, 10, 3), 4);
}

TEST_F(UserTest, IsAValueBesideTheState) {
    Machine machine(*program_, state_, options_);
    machine.greenFlag();
    user_.perform(machine, {.kind = UserEvent::Kind::KeyPress, .name = "left arrow", .steps = 5});
    user_.steps(machine, 2);
    State copy = state_;
    User other = user_;
    Machine continued(*program_, copy, options_);
    user_.steps(machine, 10);
    other.steps(continued, 10);
    EXPECT_EQ(copy, state_);
    EXPECT_EQ(other, user_);
}

TEST(Drags, AGlideStartsAnewFromWhereTheSpriteWasPutButOnlyInWhiskersMachine) {
    for (const Mode mode : {Mode::Whisker, Mode::Scratch}) {
        auto project = readText(R"(sprite Cat
  costume "cat" rect 10 10 #ff0000

when flag clicked
glide (1) secs to x: (100) y: (0)
)",
                                "glide.scratch", ".");
        ASSERT_TRUE(project) << project.error().message();
        const auto program = *compile(std::move(*project));
        MachineOptions options;
        options.mode = mode;
        State state = initialState(*program, options, 1);
        Machine machine(*program, state, options);
        User user;
        machine.greenFlag();
        user.steps(machine, 15);
        UserEvent drag{.kind = UserEvent::Kind::DragSprite};
        drag.name = "Cat", drag.x = 0, drag.y = -100;
        user.perform(machine, drag);
        user.steps(machine, 1);
        const double y = state.targets[1]->y;
        if (mode == Mode::Whisker) {
            EXPECT_LT(y, -30);
        } else {
            EXPECT_EQ(y, 0);
        }
    }
}

}  // namespace
}  // namespace ounce
