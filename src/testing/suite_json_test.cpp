// Suite files: what can be written is read back the same, and what is wrong is said with its place.
#include "testing/suite_json.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

constexpr const char* kSuite = R"({
  "ounce suite": 1,
  "project": "Catch \"the\" fruit",
  "mode": "whisker",
  "numbers": "whisker",
  "made by": {"algorithm": "mosa", "seed": 7},
  "properties": [
    "# Why it matters.",
    "bowl stays low: always Bowl.y",
    "  < 0",
    "points: always score >= 0"
  ],
  "tests": [
    {
      "name": "the bowl follows the arrow keys",
      "description": "and stays on the stage",
      "seed": 3,
      "steps": 60,
      "watch": ["points", "bowl stays low"],
      "events": [
        {"at": 0, "mouse": [10, -20.5]},
        {"at": 1, "press": "right arrow", "steps": 5},
        {"at": 2, "release": "space"},
        {"at": 3, "mouse": "down", "steps": 2},
        {"at": 4, "mouse": "up"},
        {"at": 5, "click": "Bowl"},
        {"at": 6, "click": "Apple", "clone": 2},
        {"at": 7, "click": [1, 2], "steps": 3},
        {"at": 8, "click stage": true},
        {"at": 9, "drag": "Bowl", "to": [100, 0]},
        {"at": 10, "type": "Ann"},
        {"at": 11, "sound": 40, "steps": 4},
        {"at": 12, "flag": true}
      ],
      "checks": [
        {"at": 20, "check": "backdrop", "is": "sky"},
        {"at": 20, "check": "clones", "sprite": "Apple", "at least": 1},
        {"at": 20, "check": "costume", "sprite": "Bowl", "is not": 2},
        {"at": 20, "check": "direction", "sprite": "Bowl", "is": 90},
        {"at": 20, "check": "effect", "name": "ghost", "sprite": "Bowl", "is": 50},
        {"at": 20, "check": "layer", "sprite": "Bowl", "is": 3},
        {"at": 20, "check": "list length", "name": "scores", "is": 2},
        {"at": 20, "check": "list", "name": "scores", "is": ["Ann", 5, true]},
        {"at": 20, "check": "position", "sprite": "Apple", "clone": 1, "is": [0, 10]},
        {"at": 20, "check": "x", "sprite": "Bowl", "at most": 200, "within": 1},
        {"at": 20, "check": "y", "sprite": "Bowl", "is": -100},
        {"at": 20, "check": "bubble", "sprite": "Bowl", "is": false},
        {"at": 20, "check": "says", "sprite": "Bowl", "is": "Hello"},
        {"at": 20, "check": "thinks", "sprite": "Bowl", "is": true},
        {"at": 20, "check": "size", "sprite": "Bowl", "is": 100},
        {"at": 20, "check": "touching", "sprite": "Bowl", "other": "Apple", "other clone": 1, "is": true},
        {"at": 20, "check": "touching edge", "sprite": "Bowl", "is": false},
        {"at": 20, "check": "variable", "name": "score", "is": 3},
        {"at": 20, "check": "variable", "name": "lives", "sprite": "Bowl", "is": "three"},
        {"at": 20, "check": "visible", "sprite": "Bowl", "is": true},
        {"at": 60, "check": "volume", "sprite": "Bowl", "is": 100},
        {"at": 60, "check": "x", "sprite": "Bowl", "once since": 5, "at least": 10, "within": 0},
        {"at": 60, "check": "y", "sprite": "Bowl", "always since": 5, "change since": 2, "is": 0},
        {"at": 60, "check": "y", "sprite": "Bowl", "minus": {"check": "y", "sprite": "Apple"}, "at most": 0},
        {"at": 60, "check": "variable", "name": "best", "always since": 5, "minus": {"check": "variable", "name": "lives", "sprite": "Bowl"}, "at least": 0}
      ]
    },
    {
      "name": "later",
      "skip": true,
      "seed": 1,
      "steps": 0
    }
  ]
}
)";

TEST(SuiteJson, WritesWhatItRead) {
    const auto suite = readSuiteJson(kSuite, "suite.json");
    ASSERT_TRUE(suite) << suite.error().message();
    EXPECT_EQ(writeSuiteJson(*suite), kSuite);
}

TEST(SuiteJson, ReadsWhatItMeans) {
    const auto suite = readSuiteJson(kSuite, "suite.json");
    ASSERT_TRUE(suite);
    const TestCase& test = suite->tests[0];
    EXPECT_EQ(suite->algorithm, "mosa");
    EXPECT_EQ(test.events[6].event.clone, 1) << "people count from 1";
    EXPECT_EQ(test.checks[3].check.tolerance, 1) << "degrees";
    EXPECT_EQ(test.checks[8].check.tolerance, 5) << "a position";
    EXPECT_EQ(test.checks[11].check.bubble, Check::Bubble::None);
    EXPECT_TRUE(suite->tests[1].skip);
}

TEST(SuiteJson, SortsByTimeAndIsLongEnough) {
    const auto suite = readSuiteJson(R"({"ounce suite": 1, "tests": [{"name": "a", "steps": 2, "events": [
        {"at": 9, "press": "b"}, {"at": 4, "press": "a"}]}]})",
                                     "s.json");
    ASSERT_TRUE(suite) << suite.error().message();
    EXPECT_EQ(suite->tests[0].events[0].event.name, "a");
    EXPECT_EQ(suite->tests[0].steps, 9u);
}

TEST(SuiteJson, ValuesThatJsonLacksMeanTheSame) {
    Suite suite;
    TestCase test{.name = "infinite"};
    Check check;
    check.name = "v";
    check.expected = Value(std::numeric_limits<double>::infinity());
    test.checks.push_back({0, check});
    suite.tests.push_back(test);
    const auto again = readSuiteJson(writeSuiteJson(suite), "s.json");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_TRUE(sameForTests(again->tests[0].checks[0].check.expected, check.expected, 0));
}

std::string problem(const std::string& json) {
    const auto suite = readSuiteJson(json, "s.json");
    return suite ? "" : suite.error().message();
}

std::string problemOfTest(const std::string& members) {
    return problem(R"({"ounce suite": 1, "tests": [{"name": "a", )" + members + "}]}");
}

TEST(SuiteJson, SaysWhatIsWrong) {
    EXPECT_EQ(problem("[]"), "s.json: must be an object in braces {…}");
    EXPECT_EQ(problem("{}"), "s.json: is not a suite of Ounce: it does not begin with \"ounce suite\": 1");
    EXPECT_EQ(problem("{\"ounce suite\": 2}"),
              "s.json: is a suite of version 2, this Ounce reads version 1 (use a newer Ounce)");
    EXPECT_EQ(
        problem("{\"ounce suite\": 1,\n  \"tests\": [}"),
        "s.json: line 2, column 13: is not proper JSON here (a comma, a quote or a bracket is missing or "
        "too many)");
    EXPECT_EQ(problem(R"({"ounce suite": 1, "mode": "fast"})"),
              "s.json: «mode» must be \"whisker\" or \"scratch\"");
    EXPECT_EQ(problem(R"({"ounce suite": 1, "tests": [{"steps": 1}]})"),
              "s.json: /tests/0: the test has no «name»");
    EXPECT_EQ(
        problemOfTest(R"("events": [{"at": 1, "jump": 3}])"),
        "s.json: /tests/0/events/0: says nothing that a user does (known are press, release, mouse, click, "
        "click stage, drag, type, sound, flag and stop)");
    EXPECT_EQ(problemOfTest(R"("events": [{"press": "a"}])"),
              "s.json: /tests/0/events/0: says not «at» which time, in steps");
    EXPECT_EQ(problemOfTest(R"("events": [{"at": 1, "press": "a", "to": [1, 2]}])"),
              "s.json: /tests/0/events/0: «to» is not known here, or does not go with the others");
    EXPECT_EQ(problemOfTest(R"("events": [{"at": 1, "at": 2, "press": "a"}])"),
              "s.json: /tests/0/events/0: «at» is there twice");
    EXPECT_EQ(problemOfTest(R"("events": [{"at": 1, "press": "left arow"}])"),
              "s.json: /tests/0/events/0: there is no key «left arow» (did you mean «left arrow»?)");
    EXPECT_EQ(problemOfTest(R"("chekcs": [])"),
              "s.json: /tests/0: «chekcs» is not known here, or does not go with the others (did you mean "
              "«checks»?)");
    EXPECT_EQ(problemOfTest(R"("steps": 1000001)"),
              "s.json: /tests/0: «steps» must be a whole number from 0 to 1000000");
    EXPECT_EQ(problemOfTest(R"("steps": "many")"),
              "s.json: /tests/0: «steps» must be a whole number from 0 to 1000000");
    EXPECT_EQ(problemOfTest(R"("checks": [{"at": 1, "check": "x", "is": 3}])"),
              "s.json: /tests/0/checks/0: «x» needs a «sprite»");
    EXPECT_EQ(problemOfTest(R"("checks": [{"at": 1, "check": "x", "sprite": "B", "is": "far"}])"),
              "s.json: /tests/0/checks/0: «is» must be a number");
    EXPECT_EQ(
        problemOfTest(R"("checks": [{"at": 1, "check": "variable", "name": "v", "is": 1, "at most": 2}])"),
        "s.json: /tests/0/checks/0: expects two things at once (make it two checks)");
    EXPECT_EQ(problem(R"({"ounce suite": 1, "numbers": "dice"})"),
              "s.json: «numbers» must be \"whisker\" or \"mulberry32\"");
    EXPECT_EQ(
        problemOfTest(R"("checks": [{"at": 1, "check": "x", "sprite": "B", "once since": 2, "is": 0}])"),
        "s.json: /tests/0/checks/0: «once since» must be a whole number from 0 to 1");
    EXPECT_EQ(
        problemOfTest(
            R"("checks": [{"at": 1, "check": "visible", "sprite": "B", "change since": 0, "is": true}])"),
        "s.json: /tests/0/checks/0: «change since» says nothing about «visible»");
    EXPECT_EQ(
        problemOfTest(
            R"("checks": [{"at": 1, "check": "x", "sprite": "B", "minus": {"check": "visible", "sprite": "B"}, "is": 0}])"),
        "s.json: /tests/0/checks/0: «minus» says nothing about «visible»");
    EXPECT_EQ(problemOfTest(
                  R"("checks": [{"at": 1, "check": "x", "sprite": "B", "minus": {"check": "x"}, "is": 0}])"),
              "s.json: /tests/0/checks/0/minus: «x» needs a «sprite»");
    EXPECT_EQ(
        problemOfTest(
            R"("checks": [{"at": 1, "check": "x", "sprite": "B", "change since": 0, "minus": {"check": "x", "sprite": "B"}, "is": 0}])"),
        "s.json: /tests/0/checks/0: has «minus» and «change since» (make it two checks)");
    EXPECT_EQ(problemOfTest(R"("checks": [{"at": 1, "check": "variable", "name": "v", "at least": "a"}])"),
              "s.json: /tests/0/checks/0: «at least» needs a number");
    EXPECT_EQ(
        problemOfTest(R"("checks": [{"at": 1, "check": "clones", "sprite": "B", "clone": 0, "is": 1}])"),
        "s.json: /tests/0/checks/0: «clone» counts from 1, the oldest clone");
    EXPECT_EQ(problemOfTest(R"("watch": ["points"])"),
              "s.json: /properties: the test «a» watches «points», which is no property of the suite");
    EXPECT_EQ(problem(R"({"ounce suite": 1, "properties": ["p: always x >"]})"),
              "s.json: /properties: line 1, column 14: expected a value or an event, found the end of the "
              "property");
}

TEST(SuiteJson, TakesTheBrowsersNamesOfKeys) {
    const auto suite = readSuiteJson(
        R"({"ounce suite": 1, "tests": [{"name": "a", "events": [{"at": 1, "press": "ArrowLeft"}]}]})",
        "s.json");
    ASSERT_TRUE(suite);
    EXPECT_EQ(suite->tests[0].events[0].event.name, "left arrow");
}

TEST(SuiteJson, RefusesDeepNesting) {
    EXPECT_NE(problem(std::string(100000, '[')), "");
    EXPECT_NE(problem("{\"ounce suite\": 1, \"x\": " + std::string(900, '[') + std::string(900, ']') + "}"),
              "");
}

}  // namespace
}  // namespace ounce
