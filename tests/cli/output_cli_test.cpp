// What happens when output has no room or nobody reads it: an error, never half a file and exit code 0.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "click_game.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;

class Output : public TempFolder {
  protected:
    void SetUp() override {
        project_ = write("game.scratch", kClickGame);
        suite_ = write("suite.json", R"({"ounce suite": 1, "tests": [
  {"name": "counts", "steps": 10, "events": [{"at": 1, "click": "Cat"}],
   "checks": [{"at": 5, "check": "variable", "name": "score", "is": 1}]}]})");
    }
    static void expectNoRoom(const std::string& command) {
        const Outcome outcome = runCommand("{ " + command + "; }");
        EXPECT_EQ(outcome.code, 2) << command;
        EXPECT_THAT(outcome.out, HasSubstr("cannot be written: No space left on device")) << command;
    }
    std::string project_, suite_;
};

TEST_F(Output, AFullDiskIsAnError) {
    const std::string ounce = OUNCE_PROGRAM;
    expectNoRoom(fmt::format("{} info {} --json >/dev/full", ounce, project_));
    expectNoRoom(fmt::format("{} show {} >/dev/full", ounce, project_));
    expectNoRoom(fmt::format("{} run {} >/dev/full", ounce, project_));
    expectNoRoom(fmt::format("{} run {} --trace - >/dev/full", ounce, project_));
    expectNoRoom(fmt::format("{} test {} {} --tap >/dev/full", ounce, project_, suite_));
    expectNoRoom(fmt::format("{} mutate {} {} --json >/dev/full", ounce, project_, suite_));
    expectNoRoom(fmt::format("{} generate {} --budget 20x --json >/dev/full", ounce, project_));
    expectNoRoom(fmt::format("{} run {} --trace /dev/full", ounce, project_));
}

TEST_F(Output, AReaderThatWentAwayIsAnError) {
    const Outcome outcome = runCommand(fmt::format(
        "bash -c '{} run {} --steps 3000 --trace - | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}'",
        OUNCE_PROGRAM, project_));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("standard output: cannot be written: Broken pipe"));
}

TEST_F(Output, ATraceIsThereWhenItIsWhole) {
    const std::string trace = path("t.jsonl");
    ASSERT_EQ(runOunce(fmt::format("run {} --steps 7 --trace {}", project_, trace)).code, 0);
    const std::string text = readFile(trace, 1 << 24).value_or("");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
    // A run that fails on the way leaves the old trace as it was, and nothing beside it.
    const Outcome failed =
        runOunce(fmt::format("run {} --steps 7 --trace {} --frames /dev/null/x", project_, trace));
    EXPECT_EQ(failed.code, 2);
    EXPECT_EQ(readFile(trace, 1 << 24).value_or(""), text);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
        files++;
        EXPECT_THAT(entry.path().string(), ::testing::Not(HasSubstr("jsonl."))) << entry.path();
    }
    EXPECT_EQ(files, 3u);
}

}  // namespace
}  // namespace ounce
