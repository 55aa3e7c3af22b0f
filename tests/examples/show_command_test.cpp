// ounce show, as a user runs it.
#include <gtest/gtest.h>
#include <string>

#include "../run_ounce.h"

namespace ounce {
namespace {

const std::string kCatch = std::string(OUNCE_SOURCE_DIR) + "/examples/catch.scratch";

TEST(ShowCommand, PrintsTheWholeProgram) {
    const Outcome shown = runOunce("show " + kCatch);
    EXPECT_EQ(shown.code, 0);
    EXPECT_NE(shown.out.find("sprite Bowl\n  costume \"bowl\" rect 80 24 #c0392b"), std::string::npos)
        << shown.out;
    EXPECT_NE(shown.out.find("\nwhen I receive [game over v]\nstop [other scripts in sprite v]\n"),
              std::string::npos);
    EXPECT_EQ(shown.out.find('\x1b'), std::string::npos) << "no colours in a pipe";
}

TEST(ShowCommand, PrintsOneSprite) {
    const Outcome shown = runOunce("show --sprite \"Rotten Apple\" " + kCatch);
    EXPECT_EQ(shown.code, 0);
    EXPECT_TRUE(shown.out.starts_with("sprite Rotten Apple\n")) << shown.out;
    EXPECT_EQ(shown.out.find("sprite Bowl"), std::string::npos);
    EXPECT_NE(runOunce("show --color --sprite Bowl " + kCatch).out.find("\x1b["), std::string::npos);
}

TEST(ShowCommand, SaysWhichSpritesThereAre) {
    const Outcome shown = runOunce("show --sprite Nobody " + kCatch);
    EXPECT_EQ(shown.code, 2);
    EXPECT_NE(shown.out.find("there is no sprite «Nobody» (it has Stage, Bowl, Apple, Rotten Apple)"),
              std::string::npos)
        << shown.out;
}

TEST(ShowCommand, GivesJson) {
    const Outcome shown = runOunce("show --json " + kCatch);
    EXPECT_EQ(shown.code, 0);
    EXPECT_TRUE(shown.out.starts_with(
        "{\n  \"schema\": 1,\n  \"name\": \"catch\",\n  \"text\": \"// A catching game."))
        << shown.out;
}

}  // namespace
}  // namespace ounce
