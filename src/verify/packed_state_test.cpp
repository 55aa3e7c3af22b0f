// States come back as they were, and take little room.
#include "verify/packed_state.h"

#include <gtest/gtest.h>

#include "project/load.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

TEST(StatePacker, GivesTheSameStateInLittleRoom) {
    std::string text = "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  list l = 1\n\n";
    for (int i = 0; i < 8; i++) {
        text += "sprite S" + std::to_string(i) +
                "\n  costume \"c\" rect 20 20 #ff0000\n  variable v = 0\n\nwhen flag clicked\nforever\n"
                "  change [v v] by (pick random (1) to (9))\n  move (v) steps\n  if on edge, bounce\n"
                "  add (v) to [l v]\n  say (v)\nend\n\nwhen [space v] key pressed\ncreate clone of (myself "
                "v)\n\n";
    }
    auto project = readText(text, "t.scratch", "");
    ASSERT_TRUE(project) << project.error().message();
    const auto program = compile(std::move(*project));
    ASSERT_TRUE(program);
    State state = initialState(**program, {}, 1);
    Machine machine(**program, state, {});
    StatePacker packer(*program, state);
    machine.greenFlag();
    for (int i = 0; i < 40; i++) {
        InputEvent space;
        space.kind = InputEvent::Kind::KeyDown;
        space.name = " ";
        machine.step(std::span(&space, i % 10 == 5 ? 1 : 0));
        const std::string packed = packer.pack(state);
        EXPECT_EQ(packer.unpack(packed), state) << i;
        EXPECT_LT(packed.size(), 6000) << i;
    }
}

}  // namespace
}  // namespace ounce::verify
