// What a suite notices and why, on little programs.
#include "mutation/analysis.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutation/bench.h"
#include "mutation/report/report.h"
#include "project/load.h"
#include "project/pack.h"
#include "spec/parse.h"
#include "testing/test_player.h"
#include "vm/serialize.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const Program> programOf(const std::string& text) {
    auto project = readText(text, "test.scratch", "");
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    return *program;
}

Check scoreIs(double value) {
    return {.kind = Check::Kind::Variable, .name = "score", .expected = Value(value)};
}

UserEvent press(const std::string& key) {
    return {.kind = UserEvent::Kind::KeyPress, .name = key, .steps = 2};
}

// A test that does all that, a step apart, and looks at the score when it is over.
TestCase test(const std::string& name, const std::vector<UserEvent>& events, double score,
              std::uint64_t steps = 20) {
    TestCase made{.name = name, .steps = steps};
    for (std::size_t i = 0; i < events.size(); i++) made.events.push_back({i + 1, events[i]});
    made.checks.push_back({steps, scoreIs(score)});
    made.settle();
    return made;
}

std::vector<SuiteFile> suiteOf(std::vector<TestCase> tests) {
    Suite suite;
    suite.tests = std::move(tests);
    return {SuiteFile{.path = "suite.json", .data = std::move(suite)}};
}

MutationAnalysis analyzed(const std::string& program, std::vector<TestCase> tests,
                          const std::string& operators, MutationAnalysisOptions options = {},
                          const Job& job = {}) {
    options.operators = *parseOperators(operators);
    auto analysis = analyzeMutants(programOf(program), suiteOf(std::move(tests)), options, job);
    EXPECT_TRUE(analysis) << analysis.error().message();
    return *analysis;
}

// "SBD:Stage:1:2:setvariableto killed"
std::vector<std::string> fates(const MutationAnalysis& analysis) {
    std::vector<std::string> out;
    for (const AnalyzedMutant& mutant : analysis.mutants)
        out.push_back(mutant.mutant.name + " " + std::string(fateName(mutant.fate)));
    return out;
}

constexpr const char* kCounter = R"(stage
  variable score = 5

when flag clicked
set [score v] to (0)

when [space v] key pressed
change [score v] by (1)

when [a v] key pressed
change [score v] by (10)
)";

MutationAnalysisOptions watching(const std::string& properties) {
    MutationAnalysisOptions options;
    auto spec = spec::parse(properties, "t.props");
    EXPECT_TRUE(spec) << spec.error().message();
    options.spec = std::make_shared<const spec::Spec>(std::move(*spec));
    return options;
}

// The test itself looks at nothing.
TEST(MutationAnalysis, APropertyNoticesMutants) {
    TestCase blind = test("blind", {press("space")}, 1);
    blind.checks.clear();
    const auto without = analyzed(kCounter, {blind}, "SBD");
    EXPECT_EQ(without.total().killed, 0u);
    const auto with = analyzed(kCounter, {blind}, "SBD",
                               watching("counts: after pressed(space) within 100 ms score > old(score)"));
    ASSERT_EQ(with.total().killed, 1u);
    const auto killed = std::ranges::find(with.mutants, MutantFate::Killed, &AnalyzedMutant::fate);
    EXPECT_THAT(killed->mutant.name, HasSubstr("changevariableby"));
    EXPECT_THAT(killed->message, HasSubstr("property «counts» is violated"));
}

// What a property remembers goes on from places before the change as well.
TEST(MutationAnalysis, APropertySaysTheSameFromPlacesInTheMiddle) {
    std::vector<UserEvent> events;
    for (int i = 0; i < 30; i++) events.push_back(press(i % 3 == 0 ? "a" : "space"));
    TestCase blind = test("blind", events, 1, 200);
    blind.checks.clear();
    MutationAnalysisOptions options = watching(
        "often: always count(pressed(a) since flag) >= 3 => score >= 30\n"
        "soon: after pressed(a) within 200 ms score >= old(score) + 10");
    const auto resumed = analyzed(kCounter, {blind}, "all", options);
    options.resume = false;
    const auto anew = analyzed(kCounter, {blind}, "all", options);
    EXPECT_GT(resumed.total().killed, 0u);
    EXPECT_EQ(fates(resumed), fates(anew));
}

TEST(MutationAnalysis, APropertyThatTheProgramViolatesLeavesNoTest) {
    auto options = watching("p: always score < 1");
    options.operators = *parseOperators("SBD");
    const auto analysis =
        analyzeMutants(programOf(kCounter), suiteOf({test("counts", {press("space")}, 1)}), options, {});
    ASSERT_FALSE(analysis);
    const auto unknown = analyzeMutants(programOf(kCounter), suiteOf({test("counts", {}, 0)}),
                                        watching("p: always skore < 1"), {});
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message(), HasSubstr("did you mean «score»"));
}

TEST(MutationAnalysis, ATestNoticesWhatChangesItsOutcome) {
    const auto analysis = analyzed(kCounter, {test("counts", {press("space")}, 1)}, "SBD");
    EXPECT_THAT(fates(analysis),
                ElementsAre("SBD:Stage:1:2:setvariableto killed", "SBD:Stage:2:2:changevariableby killed",
                            "SBD:Stage:3:2:changevariableby survived"));
    EXPECT_THAT(analysis.mutants[0].cells, ElementsAre(Cell::Assertion));
    EXPECT_EQ(analysis.mutants[0].message, "variable «score» should be 1, but was 6");
    // Nobody pressed a: the test was not even run.
    EXPECT_THAT(analysis.mutants[2].cells, ElementsAre(Cell::NotReached));
    EXPECT_FALSE(analysis.mutants[2].reached);
    EXPECT_DOUBLE_EQ(analysis.total().score(), 2.0 / 3);
}

TEST(MutationAnalysis, AMutantIsDoneAfterTheFirstKillUnlessTheMatrixIsWanted) {
    const std::vector<TestCase> tests{test("one", {press("space")}, 1),
                                      test("two", {press("space"), press("a")}, 11)};
    EXPECT_THAT(analyzed(kCounter, tests, "SBD").mutants[0].cells,
                ElementsAre(Cell::Assertion, Cell::NotRun));
    const auto full = analyzed(kCounter, tests, "SBD", {.fullMatrix = true});
    EXPECT_THAT(full.mutants[0].cells, ElementsAre(Cell::Assertion, Cell::Assertion));
    EXPECT_THAT(full.mutants[2].cells, ElementsAre(Cell::NotReached, Cell::Assertion));
    EXPECT_EQ(full.tests[0].kills, 2u);
    EXPECT_EQ(full.tests[1].kills, 3u);
}

TEST(MutationAnalysis, TestsThatFailOnTheUnchangedProgramAreLeftOut) {
    const auto analysis =
        analyzed(kCounter, {test("wrong", {press("space")}, 7), test("right", {press("space")}, 1)}, "SBD");
    EXPECT_EQ(analysis.falsePositives(), 1u);
    EXPECT_FALSE(analysis.tests[0].used);
    EXPECT_EQ(analysis.tests[0].message, "variable «score» should be 7, but was 1");
    EXPECT_THAT(analysis.mutants[0].cells, ElementsAre(Cell::NotRun, Cell::Assertion));
    EXPECT_THAT(mutationTable(analysis, {}), HasSubstr("«wrong» does not pass on the unchanged program"));
}

TEST(MutationAnalysis, WithoutAnyGoodTestThereIsNothingToFindOut) {
    const auto analysis = analyzeMutants(programOf(kCounter), suiteOf({test("wrong", {}, 7)}), {}, {});
    ASSERT_FALSE(analysis);
    EXPECT_THAT(analysis.error().message(), HasSubstr("no test passes on the unchanged program"));
}

TEST(MutationAnalysis, AHatThatWaitsForAnotherKeyIsNoticedThoughTheOriginalNeverRanIt) {
    // The test presses every key that the mutant may wait for; the original's script never starts.
    std::vector<UserEvent> events;
    for (const char* key :
         {"b", "c", "d", "e", "f", "g",     "h",        "i",          "j",          "k",
          "l", "m", "n", "o", "p", "q",     "r",        "s",          "t",          "u",
          "v", "w", "x", "y", "z", "0",     "1",        "2",          "3",          "4",
          "5", "6", "7", "8", "9", "space", "up arrow", "down arrow", "left arrow", "right arrow"})
        events.push_back(press(key));
    const auto analysis =
        analyzed("stage\n  variable score = 0\n\nwhen [a v] key pressed\nset [score v] to (1)\n",
                 {test("never", events, 0, 60)}, "KRM");
    EXPECT_THAT(analysis.mutants[0].cells, ElementsAre(Cell::Assertion));
}

TEST(MutationAnalysis, EndlessLoopsAreTimeOutsAndEndlessRecursionIsAnError) {
    const auto analysis = analyzed(R"(stage
  variable score = 0

when flag clicked
count (3)
deeper

define count (n) :: warp
set [score v] to (n)
repeat until <(score) < (1)>
  change [score v] by (-1)
end

define deeper :: warp
if <(score) > (5)> then
  deeper
end
)",
                                   {test("ends", {}, 0)}, "SBD,NCM");
    std::map<std::string, Cell> cells;
    for (const AnalyzedMutant& mutant : analysis.mutants) cells[mutant.mutant.name] = mutant.cells[0];
    EXPECT_EQ(cells.at("SBD:Stage:2:7:changevariableby"), Cell::Timeout);
    EXPECT_EQ(cells.at("NCM:Stage:3:3:not-gt"), Cell::Error);
    EXPECT_EQ(cells.at("NCM:Stage:2:5:not-lt"), Cell::Assertion);
}

TEST(MutationAnalysis, WhatLooksTheSameInAllRunsIsProbablyEquivalent) {
    const auto analysis = analyzed(R"(stage
  variable score = 0
  variable unused = 0

when flag clicked
set [unused v] to (0)
set [score v] to (1)
change [score v] by (0)

when [x v] key pressed
set [unused v] to (1)
)",
                                   {test("sets", {}, 1)}, "SBD");
    EXPECT_THAT(fates(analysis), ElementsAre("SBD:Stage:1:2:setvariableto probably equivalent",
                                             "SBD:Stage:1:3:setvariableto killed",
                                             "SBD:Stage:1:4:changevariableby probably equivalent",
                                             // Random users press x and see the difference.
                                             "SBD:Stage:2:2:setvariableto survived"));
    EXPECT_DOUBLE_EQ(analysis.total().score(), 0.25);
    EXPECT_DOUBLE_EQ(analysis.total().adjustedScore(), 0.5);
}

TEST(MutationAnalysis, WhatNeverRunsIsNotCalledEquivalent) {
    const auto analysis =
        analyzed("stage\n  variable score = 0\n\nwhen I receive [never v]\nset [score v] to (1)\n",
                 {test("waits", {}, 0)}, "SBD");
    EXPECT_THAT(fates(analysis), ElementsAre("SBD:Stage:1:2:setvariableto survived"));
    EXPECT_THAT(mutationTable(analysis, {}), HasSubstr("no test reaches the block"));
}

TEST(MutationAnalysis, ABudgetLeavesMutantsOut) {
    const auto analysis = analyzed(kCounter, {test("counts", {press("space")}, 1)}, "all", {.mutants = 2});
    EXPECT_EQ(analysis.total().run(), 2u);
    EXPECT_EQ(analysis.total().notRun, analysis.mutants.size() - 2);
    EXPECT_THAT(mutationTable(analysis, {}), HasSubstr("mutants were not run: the budget was spent"));
}

TEST(MutationAnalysis, AnInterruptionIsNotCalledABudget) {
    const Job job;
    job.stop.request();
    const auto analysis = analyzed(kCounter, {test("counts", {press("space")}, 1)}, "all", {}, job);
    EXPECT_EQ(analysis.total().run(), 0u);
    EXPECT_THAT(mutationTable(analysis, {}), HasSubstr("mutants were not run: the analysis was interrupted"));
}

// A program in which a great deal goes on between steps: waits, promises, calls, clones, messages, hats that
// watch.
constexpr const char* kBusy = R"(stage
  variable score = 0
  list seen

when flag clicked
set [score v] to (0)
delete all of [seen v]
repeat (4)
  broadcast (tick v) and wait
  add (score) to [seen v]
end
broadcast (over v)

when [timer v] > ((0.2) + (0.2))
change [score v] by (100)

sprite Cat
  costume "cat" rect 40 40 #ff0000
  variable speed = 2

when flag clicked
go to x: (0) y: (0)
forever
  if <key (right arrow v) pressed?> then
    change x by ((speed) * (5))
  else
    turn right (15) degrees
  end
  if <(x position) > (30)> then
    hop (2) (3)
    create clone of (myself v)
    set x to (0)
  end
end

define hop (times) (height)
repeat (times)
  change y by (height)
  if <(y position) > (5)> then
    say [high] for (0.1) seconds
  end
end

define quick (n) :: warp
repeat (n)
  change [score v] by (1)
end

when I start as a clone
wait (0.2) seconds
quick ((2) + (1))
delete this clone

when I receive [tick v]
glide (0.1) secs to x: (20) y: ((y position) + (1))
change [score v] by (1)

when I receive [over v]
say (join [done ] (score))
stop [other scripts in sprite v]

when this sprite clicked
ask [name?] and wait
set [speed v] to (length of (answer))
)";

std::vector<TestCase> busyTests(const std::shared_ptr<const Program>& program, Mode mode) {
    std::vector<TestCase> tests;
    for (int which = 0; which < 3; which++) {
        TestCase made{.name = "busy " + std::to_string(which),
                      .seed = static_cast<std::uint32_t>(which + 1),
                      .steps = 90};
        for (std::uint64_t at = 3; at < 80; at += 9)
            made.events.push_back(
                {at, {.kind = UserEvent::Kind::KeyPress, .name = "right arrow", .steps = 3 + which}});
        if (which > 0) {
            made.events.push_back({20, {.kind = UserEvent::Kind::ClickSprite, .name = "Cat"}});
            made.events.push_back({30, {.kind = UserEvent::Kind::TypeText, .text = "Tom"}});
        }
        made.settle();
        // What the original does is what is expected.
        const MachineOptions options = Suite().machineOptions(mode);
        Moment moment = testStart(*program, options, 0);
        reseed(moment, made.seed);
        const TestCase events = made;
        TestPlayer player(*program, options, moment, events);
        for (std::uint64_t at = 10; at <= 90; at += 20) {
            player.playTo(at);
            const TargetState& cat = *moment.state.targets[1];
            made.checks.push_back({at,
                                   {.kind = Check::Kind::Variable,
                                    .name = "score",
                                    .expected = moment.state.targets[0]->variables[0]}});
            made.checks.push_back({at,
                                   {.kind = Check::Kind::Position,
                                    .subject = {.sprite = "Cat"},
                                    .x = cat.x,
                                    .y = cat.y,
                                    .tolerance = 1}});
        }
        made.settle();
        tests.push_back(std::move(made));
    }
    return tests;
}

class MutationProperties : public testing::TestWithParam<Mode> {
  protected:
    MutationAnalysis analysis(MutationAnalysisOptions options, const Job& job = {}) {
        options.operators = *parseOperators("all+");
        options.mode = GetParam();
        auto analysed = analyzeMutants(program_, suiteOf(busyTests(program_, GetParam())), options, job);
        EXPECT_TRUE(analysed) << analysed.error().message();
        EXPECT_EQ(analysed->falsePositives(), 0u);
        return *analysed;
    }

    std::shared_ptr<const Program> program_ = programOf(kBusy);
};

TEST_P(MutationProperties, TheResultDoesNotDependOnTheNumberOfThreads) {
    EXPECT_EQ(mutationJson(analysis({}, {.threads = 1})), mutationJson(analysis({}, {.threads = 3})));
}

TEST_P(MutationProperties, GoingOnFromAPlaceBeforeTheChangeGivesWhatTheWholeTestGives) {
    const auto resumed = analysis({.fullMatrix = true});
    EXPECT_EQ(mutationJson(resumed), mutationJson(analysis({.fullMatrix = true, .resume = false})));
    // There is something to compare.
    const OperatorScore total = resumed.total();
    EXPECT_GT(total.killed, 20u);
    EXPECT_GT(total.survived + total.equivalent, 0u);
}

TEST_P(MutationProperties, TheUnchangedProgramIsNeverNoticed) {
    const MachineOptions options = Suite().machineOptions(GetParam());
    MutationBench bench(program_, {});
    for (const TestCase& one : busyTests(program_, GetParam())) bench.add(one, options, 0);
    bench.addRandomRuns(options, 10, 1);
    bench.record();
    // A mutant without an edit, going on from the places before each statement.
    for (std::size_t i = 0; i < program_->statements.size(); i++) {
        Mutant same{.target = static_cast<std::size_t>(program_->statements[i].sprite),
                    .statement = program_->statementIds[i]};
        for (const bool startsDifferently : {false, true}) {
            same.startsDifferently = startsDifferently;
            MutantProgram variant(bench, same);
            for (const auto* runs : {&bench.tests(), &bench.randomRuns()}) {
                for (const MutationBench::Test& one : *runs) {
                    if (!variant.mayDiffer(one.run)) continue;
                    const MutantRun run = variant.play(one);
                    EXPECT_EQ(run.kill, Kill::None) << same.statement << ": " << run.message;
                    EXPECT_TRUE(run.sameTrace) << same.statement;
                }
            }
        }
    }
}

// Workers are given the mutant's project and compile it themselves.
TEST_P(MutationProperties, AMutantIsTheSameProgramInAnotherProcess) {
    for (const Mutant& mutant : mutantsOf(program_->project, *parseOperators("all"), 1)) {
        const auto here = compileVariant(applied(program_->project, mutant), *program_);
        ASSERT_TRUE(here);
        auto sent = unpackProject(packProject((*here)->project));
        ASSERT_TRUE(sent) << sent.error().message();
        const auto there = compile(std::move(*sent));
        ASSERT_TRUE(there);
        EXPECT_EQ(fingerprint(**there), fingerprint(**here)) << mutant.statement;
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, MutationProperties, testing::Values(Mode::Whisker, Mode::Scratch),
                         [](const auto& mode) {
                             return mode.param == Mode::Whisker ? std::string("Whisker")
                                                                : std::string("Scratch");
                         });

TEST(MutationReports, SayTheSameInAllForms) {
    auto analysis = analyzed(kCounter, {test("counts, all", {press("space")}, 1)}, "SBD");
    analysis.project = "counter";
    EXPECT_EQ(
        mutationCsv(analysis),
        R"(mutant,operator,sprite,script,block,change,fate,reached,killedBy,reason,step,message,"counts, all"
SBD:Stage:1:2:setvariableto,SBD,Stage,1,2,setvariableto,killed,1,"counts, all",assertion,20,"variable «score» should be 1, but was 6",assertion
SBD:Stage:2:2:changevariableby,SBD,Stage,2,2,changevariableby,killed,1,"counts, all",assertion,20,"variable «score» should be 1, but was «0»",assertion
SBD:Stage:3:2:changevariableby,SBD,Stage,3,2,changevariableby,survived,0,,,,,not reached
)");
    EXPECT_EQ(mutationTable(analysis, {}), R"(operator  mutants  killed  survived  equivalent     score
SBD             3       2         1           0    66.7 %
total           3       2         1           0    66.7 %

nobody noticed
  SBD:Stage:3:2:changevariableby  (no test reaches the block)
      when [a v] key pressed
    - change [score v] by (10)
)");
    const std::string json = mutationJson(analysis);
    EXPECT_THAT(json, HasSubstr("\"mutants\": 3"));
    EXPECT_THAT(json, HasSubstr("\"- change [score v] by (10)\""));
    const std::string page = mutationHtml(analysis);
    EXPECT_THAT(page, HasSubstr("SBD:Stage:3:2:changevariableby"));
    EXPECT_THAT(page, HasSubstr("<span class=\"line minus\">- change [score v] by (10)</span>"));
    EXPECT_THAT(page, HasSubstr("killed: assertion"));
}

}  // namespace
}  // namespace ounce
