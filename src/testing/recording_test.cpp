// A recorded run as a test, and tests that say everything a log says.
#include "testing/recording.h"

#include <gmock/gmock.h>

#include "project/load.h"
#include "testing/suite_json.h"
#include "testing/test_player.h"
#include "vm/runner.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = InputEvent::Kind;
using Does = UserEvent::Kind;

InputEvent input(std::uint64_t step, Kind kind, const std::string& name = {}) {
    InputEvent event;
    event.step = step;
    event.kind = kind;
    event.name = name;
    return event;
}

TEST(RecordedTest, JoinsPressesWithReleases) {
    Log log;
    log.steps = 60;
    InputEvent move = input(20, Kind::MouseMove), other = input(40, Kind::MouseDown);
    move.x = 10, move.y = 20;
    other.y = -5;
    InputEvent answer = input(30, Kind::Answer);
    answer.value = Value(String("seven"));
    log.inputs = {input(0, Kind::GreenFlag),
                  input(3, Kind::KeyDown, "ArrowLeft"),
                  input(5, Kind::KeyDown, "a"),
                  input(9, Kind::KeyUp, "ArrowLeft"),
                  move,
                  input(20, Kind::MouseDown),
                  input(24, Kind::MouseUp),
                  answer,
                  other,
                  input(50, Kind::GreenFlag),
                  input(55, Kind::StopAll)};
    const RecordedTest made = recordedTest(log);
    EXPECT_THAT(made.notes, IsEmpty());
    const std::vector<TimedEvent> expected = {{3, {.kind = Does::KeyPress, .name = "left arrow", .steps = 6}},
                                              {5, {.kind = Does::KeyPress, .name = "a"}},
                                              {20, {.kind = Does::ClickAt, .x = 10, .y = 20, .steps = 4}},
                                              {30, {.kind = Does::TypeText, .text = "seven"}},
                                              {40, {.kind = Does::ClickAt, .x = 10, .y = -5}},
                                              {50, {.kind = Does::GreenFlag}},
                                              {55, {.kind = Does::StopAll}}};
    EXPECT_EQ(made.test.events, expected);
    EXPECT_EQ(made.test.steps, 60u);
}

TEST(RecordedTest, SaysWhatATestCannotDo) {
    Log log;
    log.steps = 10;
    log.machine.turbo = true;
    InputEvent late = input(3, Kind::SetVariable);
    late.variable = "score";
    log.inputs = {late};
    EXPECT_THAT(recordedTest(log).notes,
                ElementsAre(HasSubstr("«score»"), HasSubstr("green flag"), HasSubstr("turbo")));
}

// Whoever draws, asks for the date or begins with another value does the same as a test.
constexpr const char* kProgram = R"(stage
  variable score = 0
  variable dice = 0
  variable year = 0
  variable name = ""

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [year v] to (current (year v))
set [name v] to (username)
repeat (5)
  set [dice v] to (join (dice) (pick random (1) to (6)))
  go to (random position v)
  change [score v] by (1)
end
forever
  if <key (space v) pressed?> then
    set [dice v] to (pick random (1) to (1000000))
  end
end
)";

std::shared_ptr<const Program> program() {
    auto project = readText(kProgram, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    return *compile(std::move(*project));
}

TEST(RecordedTest, DoesWhatTheRunDid) {
    const auto game = program();
    Log log;
    log.seed = 7;
    log.steps = 40;
    log.machine.startDate = 946684800000;  // the year 2000
    log.machine.userName = "Ann";
    InputEvent score = input(0, Kind::SetVariable);
    score.variable = "score";
    score.value = Value(41);
    log.inputs = {score, input(0, Kind::GreenFlag), input(20, Kind::KeyDown, " "),
                  input(23, Kind::KeyUp, " ")};
    Runner runner(game, log.machine, log.seed, log.inputs);
    RecordingChoices recorded(*game);
    runner.machine().choices = &recorded;
    for (std::uint64_t i = 0; i < log.steps; i++) runner.step();
    log.draws = recorded.draws();
    log.seed = 8;  // the outcomes count, not the seed

    const auto suite = readSuiteJson(writeLog(log), "run.json");
    ASSERT_TRUE(suite) << suite.error().message();
    const auto again = readSuiteJson(writeSuiteJson(*suite), "suite.json");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(*again, *suite);
    ASSERT_EQ(again->tests.size(), 1u);
    const TestCase& test = again->tests[0];
    const MachineOptions options = again->machineOptions();
    Moment moment = startOf(*game, options, testStart(*game, options, 0), test);
    TestPlayer(*game, options, moment, test).playToEnd();
    const std::vector<Value>& wanted = runner.state().targets[0]->variables;
    EXPECT_EQ(moment.state.targets[0]->variables, wanted);
    EXPECT_EQ(moment.state.targets[1]->x, runner.state().targets[1]->x);
    EXPECT_EQ(wanted[0], Value(46));
    EXPECT_EQ(wanted[2], Value(2000));
    EXPECT_EQ(wanted[3], Value(String("Ann")));
}

TEST(RecordedTest, BrokenStartsAreRefused) {
    const auto problem = [](const std::string& test) {
        const auto suite = readSuiteJson("{\"ounce suite\": 1, \"tests\": [" + test + "]}", "s.json");
        return suite ? std::string() : suite.error().message();
    };
    EXPECT_THAT(problem(R"({"name": "a", "initial": [{"variable": "x"}]})"), HasSubstr("«value»"));
    EXPECT_THAT(problem(R"({"name": "a", "initial": [{"value": 1}]})"), HasSubstr("«variable»"));
    EXPECT_THAT(problem(R"({"name": "a", "draws": 3})"), HasSubstr("«draws»"));
    EXPECT_THAT(problem(R"({"name": "a", "draws": [{"sprite": "Cat"}]})"), HasSubstr("«block»"));
    const auto date = readSuiteJson(R"({"ounce suite": 1, "start date": "tomorrow", "tests": []})", "s.json");
    ASSERT_FALSE(date);
    EXPECT_THAT(date.error().message(), HasSubstr("«start date»"));
}

}  // namespace
}  // namespace ounce
