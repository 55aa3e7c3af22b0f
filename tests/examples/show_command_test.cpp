// ounce show, as a user runs it.
#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

namespace {

struct Outcome {
    std::string output;
    int exitCode = -1;
};

Outcome run(const std::string& arguments) {
    Outcome result;
    FILE* pipe = ::popen((std::string(OUNCE_PROGRAM) + " " + arguments + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return result;
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe))
        result.output.append(buffer.data(), got);
    const int status = ::pclose(pipe);
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

const std::string kCatch = std::string(OUNCE_SOURCE_DIR) + "/examples/catch.scratch";

TEST(ShowCommand, PrintsTheWholeProgram) {
    const Outcome shown = run("show " + kCatch);
    EXPECT_EQ(shown.exitCode, 0);
    EXPECT_NE(shown.output.find("sprite Bowl\n  costume \"bowl\" rect 80 24 #c0392b"), std::string::npos)
        << shown.output;
    EXPECT_NE(shown.output.find("\nwhen I receive [game over v]\nstop [other scripts in sprite v]\n"),
              std::string::npos);
    EXPECT_EQ(shown.output.find('\x1b'), std::string::npos) << "no colours in a pipe";
}

TEST(ShowCommand, PrintsOneSprite) {
    const Outcome shown = run("show --sprite \"Rotten Apple\" " + kCatch);
    EXPECT_EQ(shown.exitCode, 0);
    EXPECT_TRUE(shown.output.starts_with("sprite Rotten Apple\n")) << shown.output;
    EXPECT_EQ(shown.output.find("sprite Bowl"), std::string::npos);
    EXPECT_NE(run("show --color --sprite Bowl " + kCatch).output.find("\x1b["), std::string::npos);
}

TEST(ShowCommand, SaysWhichSpritesThereAre) {
    const Outcome shown = run("show --sprite Nobody " + kCatch);
    EXPECT_EQ(shown.exitCode, 2);
    EXPECT_NE(shown.output.find("there is no sprite «Nobody» (it has Stage, Bowl, Apple, Rotten Apple)"),
              std::string::npos)
        << shown.output;
}

TEST(ShowCommand, GivesJson) {
    const Outcome shown = run("show --json " + kCatch);
    EXPECT_EQ(shown.exitCode, 0);
    EXPECT_TRUE(shown.output.starts_with("{\n  \"name\": \"catch\",\n  \"text\": \"// A catching game."))
        << shown.output;
}

}  // namespace
