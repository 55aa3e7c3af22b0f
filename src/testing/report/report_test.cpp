// Reports: text in, text out.
#include "testing/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/page.h"
#include "project/load.h"
#include "testing/report/html_blocks.h"
#include "testing/run_suites.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kProgram = R"(stage

when flag clicked
broadcast (go v)

sprite Cat & Dog
  costume "a" rect 10 10 #ff0000

when I receive [go v]
change x by (10)

when [space v] key pressed
hide
)";

std::shared_ptr<const Program> program() {
    static const std::shared_ptr<const Program> compiled = *compile(*readText(kProgram, "p.scratch", "."));
    return compiled;
}

// All statements but those of the script under the key.
std::vector<std::uint8_t> mostlyCovered() {
    std::vector<std::uint8_t> executed(program()->statements.size(), 1);
    for (std::size_t i = 0; i < executed.size(); i++) {
        const Opcode opcode = program()->statements[i].opcode;
        if (opcode == Opcode::event_whenkeypressed || opcode == Opcode::looks_hide) executed[i] = 0;
    }
    return executed;
}

TestResult passing(const std::string& name) {
    return {.name = name, .step = 60, .seed = 1, .asserted = 2, .coverage = mostlyCovered()};
}

TestResult failing(const std::string& name) {
    return {.name = name,
            .verdict = Verdict::Fail,
            .message = "x of Cat is 0, but was <10>",
            .failure = {.name = "AssertionError", .actual = "<10>", .expected = "0", .operation = "=="},
            .step = 45,
            .seed = 1,
            .asserted = 1,
            .block = {"b1", "Cat & Dog", "change x by (10)"},
            .log = {"first \"line\"", "second"},
            .coverage = mostlyCovered()};
}

SuiteRun runOf(const std::string& project, std::vector<TestResult> tests) {
    return {.project = project,
            .file = "games/" + project + ".sb3",
            .program = program(),
            .seed = 4,
            .algorithm = "mosa",
            .assertions = 5,
            .tests = std::move(tests)};
}

std::vector<SuiteRun> oneRun() {
    TestResult skipped{.name = "later", .verdict = Verdict::Skip, .message = "not yet"};
    return {runOf("Zoo", {passing("moves, \"fast\""), failing("stays # here"), skipped})};
}

// One property is violated in the second test, one never has anything to say.
std::vector<SuiteRun> watchedRun() {
    TestResult first = passing("first"), second = failing("second");
    spec::PropertyResult points{.name = "points", .explanation = "Why."};
    const spec::PropertyResult rare{.name = "rare", .outcome = spec::Outcome::Untriggered};
    first.properties = {points, rare};
    points.outcome = spec::Outcome::Violated;
    points.step = 45;
    points.message = "score = 11";
    second.properties = {points, rare};
    return {runOf("Zoo", {first, second})};
}

TEST(Properties, AreToldInEveryReport) {
    const std::vector<SuiteRun> runs = watchedRun();
    EXPECT_THAT(tapReport(runs),
                HasSubstr("# properties:\n#   - \"points\": violated in \"second\" at 1.50 s\n"
                          "#   - \"rare\": untriggered\n"));
    const std::string junit = junitReport(runs);
    EXPECT_THAT(junit, HasSubstr("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""));
    EXPECT_THAT(junit, HasSubstr("name=\"property: points\""));
    EXPECT_THAT(junit, HasSubstr("type=\"PropertyViolation\""));
    EXPECT_THAT(junit, HasSubstr("<skipped message=\"never triggered\"/>"));
    const std::string csv = csvReport(runs);
    EXPECT_THAT(csv, HasSubstr("first,second,property: points,property: rare,passed"));
    EXPECT_THAT(csv, HasSubstr("pass,fail,violated,untriggered,1,1"));
    const std::string page = htmlReport(runs);
    EXPECT_THAT(page, HasSubstr("<h2>Properties</h2>"));
    EXPECT_THAT(page, HasSubstr("score = 11"));
    EXPECT_THAT(page, HasSubstr("Why."));
    EXPECT_THAT(htmlReport(oneRun()), Not(HasSubstr("Properties")));
    EXPECT_THAT(csvReport(oneRun()), Not(HasSubstr("property:")));
}

TEST(Table, SaysWhatFailedAndWhereAndWhatWasNotReached) {
    EXPECT_EQ(tableReport(oneRun(), {}), R"(Zoo
  ✓ pass   moves, "fast"  2.00 s
  ✗ fail   stays # here   1.50 s
           x of Cat is 0, but was <10>
           block    «change x by (10)» of Cat & Dog
           log      first "line"
           log      second
           at second 1.50 (step 45)
  - skip   later          0.00 s
           not yet
3 tests: 1 passed, 1 failed, 1 skipped
coverage 4 of 6 blocks (66.7 %)
  Stage      2 of 2
  Cat & Dog  2 of 4
no test came to
  Cat & Dog: when [space v] key pressed
  Cat & Dog: hide
)");
}

TEST(Table, HasNoColourUnlessAsked) {
    EXPECT_THAT(tableReport(oneRun(), {}), Not(HasSubstr("\x1b")));
    EXPECT_THAT(tableReport(oneRun(), {.color = true}), HasSubstr("\x1b[31m✗ fail \x1b[0m"));
}

TEST(Table, OfSeveralProjectsHasARowEach) {
    std::vector<SuiteRun> runs{runOf("Ann", {passing("a"), failing("b")}), runOf("Bob", {passing("a")})};
    runs.push_back({.project = "Broken", .file = "Broken.sb3", .problem = "Broken.sb3: is no project"});
    EXPECT_EQ(tableReport(runs, {}), R"(1  a
2  b

project   1 2  passed  coverage
Ann       ✓ ✗     1/2    66.7 %
Bob       ✓       1/1    66.7 %
Broken     Broken.sb3: is no project
passed by 2 0

✗ b
  Ann
    x of Cat is 0, but was <10>
    block    «change x by (10)» of Cat & Dog
    log      first "line"
    log      second
    at second 1.50 (step 45)

3 projects, 3 tests: 2 passed, 1 failed
)");
}

TEST(Tap, FollowsVersion13) {
    EXPECT_EQ(tapReport(oneRun()), R"tap(TAP version 13
1..3
ok 1 - moves, "fast"
not ok 2 - stays \# here
  ---
  severity: fail
  error:
    name: "AssertionError"
    message: "x of Cat is 0, but was <10>"
    actual: "<10>"
    expected: "0"
    operator: "=="
    block: "change x by (10)"
    sprite: "Cat & Dog"
    seconds: 1.500
  log:
    - "first \"line\""
    - "second"
  ...
ok 3 - later # SKIP not yet
  ---
  severity: skip
  error:
    name: "skip"
    message: "not yet"
    seconds: 0.000
  ...
# project: games/Zoo.sb3
# summary:
#   passed Tests (1):
#     - "moves, \"fast\""
#   failed Tests (1):
#     - "stays # here"
#   error Tests (0): None
#   skipped Tests (1):
#     - "later"
# coverage:
#   combined: 0.67 (4/6)
#   individual:
#     "Stage": 1.00 (2/2)
#     "Cat & Dog": 0.50 (2/4)
)tap");
    EXPECT_THAT(tapReport({runOf("Empty", {})}), HasSubstr("TAP version 13\n0..0\n"));
}

TEST(Csv, QuotesNamesAndKeepsColumnsOfSkippedTests) {
    EXPECT_EQ(
        csvReport(oneRun()),
        "projectName,seed,assertions,generationAlgorithm,\"moves, \"\"fast\"\"\",stays # here,later,passed,"
        "failed,error,skip,totalBlocks,coveredBlocks,coverage,duration,problem\n"
        "Zoo,4,5,mosa,pass,fail,skip,1,1,0,1,6,4,0.67,3.50,\n");
}

TEST(Csv, TestsOfOneNameAreTwoColumns) {
    EXPECT_THAT(csvReport({runOf("A", {passing("t"), failing("t")}), runOf("B", {failing("t")})}),
                HasSubstr(",t,t,passed"));
    EXPECT_THAT(csvReport({runOf("A", {passing("t"), failing("t")}), runOf("B", {failing("t")})}),
                HasSubstr("B,4,5,mosa,fail,,0,1,0,0"));
}

TEST(Csv, AProjectThatCannotBeReadHasAProblemAndNoCoverage) {
    SuiteRun run;
    run.project = "broken";
    run.problem = "broken.sb3: is no Scratch project, really";
    EXPECT_THAT(csvReport({run}),
                HasSubstr("\nbroken,0,0,,0,0,0,0,,,,0.00,\"broken.sb3: is no Scratch project, really\"\n"));
}

TEST(JUnit, EscapesEverything) {
    const std::string xml = junitReport(oneRun());
    EXPECT_THAT(
        xml,
        HasSubstr(R"(<testsuite name="Zoo" tests="3" failures="1" errors="0" skipped="1" time="3.500">)"));
    EXPECT_THAT(xml, HasSubstr(R"(<testcase classname="Zoo" name="moves, &quot;fast&quot;" time="2.000"/>)"));
    EXPECT_THAT(xml,
                HasSubstr(R"(<failure message="x of Cat is 0, but was &lt;10&gt;" type="AssertionError">)"));
    EXPECT_THAT(xml, HasSubstr(R"(<skipped message="not yet"/>)"));
    EXPECT_THAT(junitReport({runOf("\x01<&\n", {})}), HasSubstr("name=\"\uFFFD&lt;&amp;&#10;\""));
}

TEST(Json, HasTheFieldsThatScriptsRelyOn) {
    const std::string json = jsonReport(oneRun());
    EXPECT_THAT(
        json,
        HasSubstr("\"project\": \"Zoo\",\n      \"name\": \"stays # here\",\n      \"status\": \"fail\""));
    EXPECT_THAT(json, HasSubstr("\"seconds\": 1.5"));
    EXPECT_THAT(json, HasSubstr("\"coverage\": {\n    \"covered\": 4,\n    \"total\": 6,"));
}

TEST(Html, IsOneFileAndShowsEverythingEscaped) {
    std::vector<SuiteRun> runs = oneRun();
    runs[0].tests[1].picture = "\x89PNG";
    const std::string page = htmlReport(runs);
    EXPECT_THAT(page, HasSubstr("<title>Tests of Zoo</title>"));
    EXPECT_THAT(page, HasSubstr("x of Cat is 0, but was &lt;10&gt;"));
    EXPECT_THAT(page, HasSubstr("src=\"data:image/png;base64,iVBORw==\""));
    EXPECT_THAT(
        page, HasSubstr("<div class=\"block looks no\" title=\"no test came here\"><i class=\"missed\">✗</i> "
                        "hide</div>"));
    EXPECT_THAT(page,
                HasSubstr("<div class=\"block motion\">change x by <span class=\"number\">10</span></div>"));
    // What only helps to repeat a run is not in the way.
    EXPECT_THAT(page, HasSubstr("<summary>details</summary>\n<dl>\n<dt>step</dt>"));
    EXPECT_THAT(page, Not(HasSubstr("http")));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(Html, OfSeveralProjectsLeadsFromVerdictsToTests) {
    const std::string page =
        htmlReport({runOf("class_1/a", {passing("a"), failing("b")}), runOf("class_2/a", {failing("b")})});
    EXPECT_THAT(page,
                HasSubstr("<td><a href=\"#test-2-1\"><span class=\"verdict fail\">fail</span></a></td>"));
    EXPECT_THAT(page, HasSubstr("<details class=\"card\" id=\"test-2-1\" open>"));
    EXPECT_THAT(page, HasSubstr("<tfoot><tr><th scope=\"row\">passed by</th><td class=\"number\">1</td><td "
                                "class=\"number\">0</td>"));
    EXPECT_THAT(page, HasSubstr("class_<wbr>1/<wbr>a"));
}

TEST(Html, DrawsScriptsAsBlocks) {
    auto project = readText(
        "stage\n  variable score = 0\n\nsprite Cat\n\nwhen flag clicked\nif <(score) > (2)> then\n  say "
        "[<won>]\nelse\nend\n",
        "test", "");
    ASSERT_TRUE(project);
    const auto program = compile(std::move(*project));
    ASSERT_TRUE(program);
    EXPECT_EQ(
        html::blocks(programLines(**program, 1, {1, 1})),
        "<div class=\"blocks\"><div class=\"block event hat\">when flag clicked<span class=\"script\">2 of "
        "3</span></div>"
        "<div class=\"mouths control\"><div class=\"block control\">if <span class=\"boolean operator\">"
        "<span class=\"reporter data\">score</span> &gt; <span class=\"words\">2</span></span> then</div>"
        "<div class=\"mouth\"><div class=\"block looks no\" title=\"no test came here\"><i "
        "class=\"missed\">✗</i> say "
        "<span class=\"words\">&lt;won&gt;</span></div></div><div class=\"block control\">else</div>"
        "<div class=\"mouth\"></div><div class=\"block control foot\"></div></div></div>\n");
}

TEST(Table, ProjectsThatFailAlikeAreNamedTogether) {
    TestResult other = failing("b");
    other.message = "something else";
    const std::string table =
        tableReport({runOf("Ann", {failing("b")}), runOf("Bob", {other}), runOf("Cleo", {failing("b")})}, {});
    EXPECT_THAT(table, HasSubstr("✗ b  (2 projects)\n  Ann, Cleo\n    x of Cat is 0"));
    EXPECT_THAT(table, HasSubstr("✗ b\n  Bob\n    something else"));
    EXPECT_THAT(tableReport({runOf("田中", {passing("a")}), runOf("Bob", {passing("a")})}, {}),
                HasSubstr("\n田中      ✓     1/1"));
}

TEST(Html, TellsATestAsAStoryAndWhichCheckFailed) {
    std::vector<SuiteRun> runs = oneRun();
    TestResult& test = runs[0].tests[1];
    ASSERT_FALSE(test.isGood());
    test.asserted = 5;
    test.story = {{.at = 0, .text = "click the green flag, then", .checks = {"a"}},
                  {.at = 30, .text = "press <space>, then", .checks = {"b", "c", "d", "e", "f"}},
                  {.at = 60, .text = "wait 1 s", .checks = {"g"}}};
    const std::string page = htmlReport(runs);
    EXPECT_THAT(page, HasSubstr("<li><span class=\"at\">1.0 s</span><div>press &lt;space&gt;, then"));
    EXPECT_THAT(page, HasSubstr("<li>✓ d</li>\n<li><b>✗ e</b></li>\n<li>· f</li>"));
    EXPECT_THAT(page, HasSubstr("<li class=\"later\"><span class=\"at\">2.0 s</span><div>wait 1 s"));
    EXPECT_THAT(page, Not(HasSubstr("✓ e")));
}

TEST(Repetitions, ThatDifferAreFlaky) {
    const TestResult same = mergeRepetitions({passing("a"), passing("a")});
    EXPECT_FALSE(same.flaky);
    const TestResult flaky = mergeRepetitions({passing("a"), failing("a"), passing("a")});
    EXPECT_TRUE(flaky.flaky);
    EXPECT_EQ(flaky.verdict, Verdict::Fail);
    EXPECT_EQ(flaky.repetitions, (std::vector{Verdict::Pass, Verdict::Fail, Verdict::Pass}));
    EXPECT_THAT(tableReport({runOf("Zoo", {flaky})}, {}),
                HasSubstr("flaky: it depends on the random numbers (✓✗✓)"));
}

}  // namespace
}  // namespace ounce
