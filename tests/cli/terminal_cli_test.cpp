// Manners at a terminal: strangers' names are shown, not obeyed; colours only where they are wanted.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "click_game.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Terminal : public TempFolder {
  protected:
    void SetUp() override {
        game_ = write("game.scratch", kClickGame);
        suite_ = write("suite.json", R"({"ounce suite": 1, "tests": [{"name": "ends", "steps": 10},
  {"name": "counts", "steps": 10, "checks": [{"at": 5, "check": "variable", "name": "score", "is": 3}]}]})");
    }
    // As if a person sat there.
    static std::string atTerminal(const std::string& environment, const std::string& command) {
        return runCommand(
                   fmt::format("{} script -qec \"{} {}\" /dev/null", environment, OUNCE_PROGRAM, command))
            .out;
    }
    std::string game_, suite_;
};

// ESC ] 0 ; title BEL, a screen cleared by C1's CSI, and a half of a surrogate pair.
constexpr const char* kHostile =
    R"({"targets":[{"isStage":true,"name":"Stage","variables":{"v":["s\u001b]0;owned\u0007\u009b2J",0]},"lists":{},"broadcasts":{},
 "blocks":{},"comments":{},"currentCostume":0,"costumes":[],"sounds":[],"volume":100,"layerOrder":0},
 {"isStage":false,"name":"Cat\u001b[2J\u009b31m\u0085\u001b]52;c;AAAA\u0007","variables":{},"lists":{},"broadcasts":{},
 "blocks":{"h":{"opcode":"event_whenflagclicked","next":"s","parent":null,"inputs":{},"fields":{},"shadow":false,"topLevel":true,"x":0,"y":0},
 "s":{"opcode":"looks_say","next":"w","parent":"h","inputs":{"MESSAGE":[1,[10,"hi\u001b[2Jthere\u009bm\ud800"]]},"fields":{},"shadow":false,"topLevel":false},
 "w":{"opcode":"data_setvariableto","next":null,"parent":"s","inputs":{"VALUE":[1,[10,"x\u001b[1A\r"]]},"fields":{"VARIABLE":["s","v"]},"shadow":false,"topLevel":false}},
 "comments":{"c":{"blockId":"s","x":0,"y":0,"width":1,"height":1,"minimized":false,"text":"note\u001b[2J\u009bm"}},
 "currentCostume":0,"costumes":[],"sounds":[],"volume":100,"layerOrder":1,"visible":true,"x":0,"y":0,"size":100,"direction":90,"draggable":false,"rotationStyle":"all around"}],
 "monitors":[],"extensions":["pen\u001b[2J"],"meta":{}})";

void expectTame(const std::string& command) {
    const std::string out = runOunce(command).out;
    EXPECT_FALSE(out.empty()) << command;
    for (std::size_t i = 0; i < out.size(); i++) {
        const auto byte = static_cast<unsigned char>(out[i]);
        const bool c1 = byte == 0xC2 && i + 1 < out.size() && (out[i + 1] & 0xE0) == 0x80;
        ASSERT_FALSE((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F || c1)
            << command << " prints a control character: " << out.substr(i > 40 ? i - 40 : 0, 80);
    }
}

TEST_F(Terminal, NamesAreShownAndNotObeyed) {
    const std::string project = write("hostile.json", kHostile);
    const std::string suite = write("names.json", R"({"ounce suite": 1, "tests": [
  {"name": "t\u001b[2J\u009bm\ud800", "steps": 9, "checks": [{"at": 5, "check": "visible", "sprite": "Cat\u001b[2J\u009b31m\u0085\u001b]52;c;AAAA\u0007", "is": false}]}]})");
    for (const char* form : {"", " --json"}) {
        for (const char* command :
             {"info {0}{1}", "info {0} --events{1}", "info {0} --goals{1}", "show {0}{1}",
              "run {0} --steps 5{1}", "test {0} {2}{1}", "mutate {0} {2}{1}", "mutate {0} --list{1}",
              "generate {0} --budget 5x{1}", "convert {0} {3}{1}"}) {
            expectTame(fmt::format(fmt::runtime(command), project, form, suite, path("out.scratch")));
        }
    }
    expectTame(fmt::format("test {} {} --tap", project, suite));
    expectTame(fmt::format("test {} {} --csv -", project, suite));
    expectTame(fmt::format("test {} {} --junit -", project, suite));
    expectTame(fmt::format("test {} {} --html -", project, suite));
    expectTame(fmt::format("run {} --steps 3 --trace -", project));
    expectTame(fmt::format("run '{}'", write("no\x1b[2Jproject.sb3", "x")));
    expectTame(fmt::format("show {} --color", write("plain.scratch", "hide\n")).substr(0, 0) +
               fmt::format("show {} --no-color", project));
}

TEST_F(Terminal, WithColoursOnlyOwnOnesPass) {
    const Outcome shown = runOunce(fmt::format("show {} --color", write("hostile.json", kHostile)));
    EXPECT_THAT(shown.out, HasSubstr("\x1b[38;2;"));
    EXPECT_THAT(shown.out, Not(HasSubstr("\x1b[2J")));
    EXPECT_THAT(shown.out, Not(HasSubstr("\x1b]")));
    EXPECT_THAT(shown.out, HasSubstr("\\u{1b}[2J"));
}

TEST_F(Terminal, WhatIsShownCanBeReadAgain) {
    const std::string project = write("hostile.json", kHostile);
    const std::string shown = write("again.scratch", runOunce(fmt::format("show {}", project)).out);
    EXPECT_EQ(runOunce(fmt::format("show {}", shown)).out, runOunce(fmt::format("show {}", project)).out);
}

TEST_F(Terminal, ColoursAreForThoseWhoWantThem) {
    const std::string command = fmt::format("test {} {}", game_, suite_);
    EXPECT_THAT(atTerminal("env -u NO_COLOR TERM=xterm", command), HasSubstr("\x1b[32m"));
    EXPECT_THAT(atTerminal("NO_COLOR=1 TERM=xterm", command), Not(HasSubstr("\x1b[3")));
    EXPECT_THAT(atTerminal("env -u NO_COLOR TERM=dumb", command), Not(HasSubstr("\x1b")));
    EXPECT_THAT(atTerminal("NO_COLOR=1 TERM=xterm", command + " --color"), HasSubstr("\x1b[32m"));
}

TEST_F(Terminal, ANarrowTerminalShortensNames) {
    std::string files;
    for (const char* name :
         {"a-pupil-with-a-rather-long-name-indeed/game", "b-pupil-with-a-rather-long-name-indeed/game"})
        files += write(std::string(name) + ".scratch", kClickGame) + ' ';
    const Outcome narrow = runCommand(fmt::format("COLUMNS=40 {} test {} {}", OUNCE_PROGRAM, files, suite_));
    EXPECT_THAT(narrow.out, HasSubstr("\n…"));
    const Outcome wide = runCommand(fmt::format("COLUMNS=120 {} test {} {}", OUNCE_PROGRAM, files, suite_));
    EXPECT_THAT(wide.out, HasSubstr("\na-pupil-with-a-rather-long-name-indeed/game "));
}

TEST_F(Terminal, EqualFailuresAreToldOnce) {
    std::string files;
    for (const char* name : {"anna/game", "ben/game", "cleo/game"})
        files += write(std::string(name) + ".scratch", kClickGame) + ' ';
    const std::string out = runOunce(fmt::format("test {} {}", files, suite_)).out;
    EXPECT_THAT(out, HasSubstr("✗ counts  (3 projects)\n  anna/game, ben/game, cleo/game\n"));
    const std::size_t first = out.find("should be 3");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(out.find("should be 3", first + 1), std::string::npos);
    EXPECT_THAT(out, HasSubstr("passed by 3 0\n"));
    EXPECT_TRUE(out.ends_with("3 projects, 6 tests: 3 passed, 3 failed\n")) << out;
}

TEST_F(Terminal, VersionAndCompletions) {
    EXPECT_THAT(runOunce("--version").out, HasSubstr("ounce 0."));
    const Outcome bash = runOunce("completions bash");
    EXPECT_THAT(bash.out, HasSubstr("--last-failed"));
    const std::string script = write("completions.bash", bash.out);
    const Outcome completed = runCommand(fmt::format(
        "bash -c 'source {}; COMP_WORDS=(ounce test --last); COMP_CWORD=2; _ounce; echo ${{COMPREPLY[@]}}'",
        script));
    EXPECT_EQ(completed.out, "--last-failed\n");
    EXPECT_EQ(runOunce("completions tcsh").code, 2);
}

}  // namespace
}  // namespace ounce
