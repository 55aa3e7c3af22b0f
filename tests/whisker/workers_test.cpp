// What must not bring Ounce down, and what must not change a result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/whisker/result_json.h"
#include "whisker_run.h"

namespace ounce::whisker {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kWalker = R"(stage
  variable n = 0
sprite Cat
  costume "cat" rect 40 20 #ff0000

when flag clicked
forever
  change x by (1)
  set [n v] to (pick random (1) to (1000000))
end
)";

std::vector<std::string> summary(const Result<WhiskerRun>& run) {
    if (!run) return {run.error().message()};
    std::vector<std::string> lines;
    for (const TestResult& result : run->results) {
        lines.push_back(std::string(verdictName(result.verdict)) +
                        (result.message.empty() ? "" : ": " + result.message));
    }
    return lines;
}

Result<WhiskerRun> run(const std::string& suite, const WhiskerOptions& options = {}, const Job& job = {}) {
    return runWhiskerSuite(programOf(kWalker), suite, "suite.js", options, job);
}

std::string entry(const std::string& test) { return "{name: 'x', test: " + test + "}"; }
std::string suiteOf(std::initializer_list<std::string> tests) {
    std::string text = "module.exports = [";
    for (const std::string& test : tests) text += entry(test) + ", ";
    return text + "];";
}

// ---- bad suites ----

TEST(BadSuites, AreRefusedWithASentenceAndAPlace) {
    EXPECT_THAT(summary(run("const a = 1;\n  let b = ;\nmodule.exports = [];")),
                ElementsAre(HasSubstr("suite.js:2:11: this is not JavaScript")));
    EXPECT_THAT(summary(run("module.exports = [{name: 'a', test: async t => { await t.run(; }}];")),
                ElementsAre(HasSubstr("suite.js:1:62: this is not JavaScript")));
    EXPECT_THAT(summary(run("module.exports = [{name: 'a'}, {test: async t => {}}];")),
                ElementsAre(HasSubstr("suite.js:1:1: test 2 has no name")));
    EXPECT_THAT(summary(run("const a = 1;\n  let b = ;\n")),
                ElementsAre(HasSubstr("this is not JavaScript")));
    EXPECT_THAT(summary(run("const tests = [];\n")),
                ElementsAre("suite.js:2:1: no list of tests is assigned to module.exports (a suite ends with "
                            "«module.exports = [ { test: …, name: '…' }, … ];»)"));
    EXPECT_THAT(
        summary(run("\n  module.exports = [{name: 'a', test: 5}];")),
        ElementsAre(HasSubstr("suite.js:2:3: test 1 («a») has something else than a function as «test»: 5")));
    EXPECT_THAT(summary(run("module.exports = [() => {}, 7];")),
                ElementsAre(HasSubstr("suite.js:1:1: test 2 is 7 instead of an object or a function")));
    EXPECT_THAT(
        summary(run("\n\n   missing();\nmodule.exports = [];")),
        ElementsAre(testing::AllOf(HasSubstr("suite.js:3:"), HasSubstr("the suite fails while it is loaded"),
                                   HasSubstr("missing"))));
    EXPECT_THAT(summary(run("x.y;")), ElementsAre(HasSubstr("suite.js:1:2:")));
    EXPECT_THAT(summary(run("")), ElementsAre(HasSubstr("no list of tests")));
}

TEST(BadSuites, ThatHangWhileLoadingAreStopped) {
    WhiskerOptions options;
    options.limits.seconds = 0.3;
    EXPECT_THAT(summary(run("for (;;);", options)), ElementsAre(HasSubstr("seems to run for ever")));
}

TEST(Suites, AcceptBareFunctionsAndDefaultExports) {
    auto functions = run("function walks(t) {}\nasync function runs(t) {}\nmodule.exports = [walks, runs];");
    ASSERT_TRUE(functions) << functions.error().message();
    EXPECT_EQ(functions->suite.tests[0].name, "walks");
    EXPECT_EQ(functions->suite.tests[1].name, "runs");
    EXPECT_THAT(summary(run("exports.default = [() => {}];")), ElementsAre("pass"));
    EXPECT_THAT(summary(run("module.exports = [];")), ElementsAre());
}

TEST(Suites, DescribeTheirTests) {
    auto result =
        run("module.exports = [{name: 'a', description: 'd', categories: ['c'], skip: true, timeout: 5,"
            "seed: 'Ada', generationAlgorithm: 'mio', type: 'standard', test() {}},\n"
            "function plain() {}, () => {}, {name: 'empty'}];");
    ASSERT_TRUE(result) << result.error().message();
    const JsTest& test = result->suite.tests[0];
    EXPECT_EQ(test.description, "d");
    EXPECT_THAT(test.categories, ElementsAre("c"));
    EXPECT_EQ(test.timeout, 5);
    EXPECT_EQ(test.seed, "Ada");
    EXPECT_EQ(test.generationAlgorithm, "mio");
    EXPECT_EQ(test.type, "standard");
    EXPECT_THAT(summary(result), ElementsAre("skip: the suite says so", "pass", "pass", "pass"));
    EXPECT_EQ(result->suite.tests[1].name, "plain");
    EXPECT_EQ(result->suite.tests[2].name, "test 3");
}

// ---- outcomes ----

TEST(Results, SayWhatWhereAndWhen) {
    auto suite =
        run("module.exports = [{name: 'a', description: 'd', seed: 5, test: async t => {\n"
            "    await t.runForSteps(15);\n"
            "    t.log('here');\n"
            "    t.assert.ok(true);\n"
            "    t.assert.equal(t.getSprite('Cat').x, 16);\n"
            "}}];");
    ASSERT_TRUE(suite) << suite.error().message();
    TestResult result = suite->results[0];
    EXPECT_EQ(result.name, "a");
    EXPECT_EQ(result.description, "d");
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.message, "expected 15 to equal 16");
    EXPECT_EQ(result.failure, (Failure{"AssertionError", "15", "16", "==", "", "suite.js:5:19"}));
    EXPECT_EQ(result.asserted, 2);
    EXPECT_EQ(result.step, 15u);
    EXPECT_EQ(result.seed, 5u);
    EXPECT_THAT(result.log, ElementsAre("here"));
    EXPECT_GT(std::count(result.coverage.begin(), result.coverage.end(), 1), 2);
    result.name = result.description = "";  // a worker does not send these
    EXPECT_EQ(result, readResult(writeResult(result)));
}

TEST(Results, KnowTheFirstLine) {
    auto suite = run("module.exports = [t => t.assert.fail()];");
    ASSERT_TRUE(suite);
    EXPECT_EQ(suite->results[0].failure.stack, "suite.js:1:37");
}

TEST(Results, NameTheConstraintAndTheBlock) {
    auto suite = run(
        suiteOf({"async t => { t.addConstraint(() => t.assert.fail(), 'never'); await t.runForSteps(1); }",
                 "async t => { t.onSpriteMoved(() => t.assert.fail()); await t.runForSteps(1); }"}));
    ASSERT_TRUE(suite);
    EXPECT_EQ(suite->results[0].failure.constraint, "never");
    EXPECT_EQ(suite->results[1].block.sprite, "Cat");
    EXPECT_FALSE(suite->results[1].block.block.empty());
}

TEST(Seeds, OfTheCommandWinOverThoseOfTheSuite) {
    const std::string suite =
        "module.exports = [{name: 'a', seed: 'AB', test: async t => { await t.runForSteps(1);"
        "t.log(t.getGlobalVariable('n')); }}];";
    WhiskerOptions options;
    EXPECT_EQ(run(suite)->results[0].seed, 131u);
    options.seed = "undefined";
    EXPECT_EQ(run(suite, options)->results[0].seed, 131u);
    options.seed = "7";
    EXPECT_EQ(run(suite, options)->results[0].seed, 7u);
    EXPECT_NE(run(suite, options)->results[0].log, run(suite)->results[0].log);
}

TEST(OldSuites, CanCountInputsInMilliseconds) {
    const std::string suite =
        suiteOf({"async t => { t.addInput(100, {device: 'keyboard', key: 'b', isDown: true});"
                 "await t.runForSteps(10); t.assert.ok(t.isKeyDown('b')); }"});
    WhiskerOptions options;
    EXPECT_EQ(run(suite, options)->results[0].verdict, Verdict::Fail);
    options.inputsInMilliseconds = true;
    EXPECT_EQ(run(suite, options)->results[0].verdict, Verdict::Pass);
}

// ---- workers ----

TEST(Workers, SurviveTestsThatHang) {
    WhiskerOptions options;
    options.limits.seconds = 3;
    auto suite = run(suiteOf({"() => {}", "() => { for (;;); }", "async () => { for (;;) await null; }",
                              "t => t.runForSteps(3)"}),
                     options, {.threads = 2});
    const std::string hangs =
        "error: the test was stopped after 3 seconds of real time: it seems to run for ever";
    EXPECT_THAT(summary(suite), ElementsAre("pass", hangs, hangs, "pass"));
}

TEST(Workers, SurviveTestsThatEatMemory) {
    WhiskerOptions options;
    options.limits.memoryBytes = std::uint64_t{300} << 20;
    auto suite = run(suiteOf({"() => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); }",
                              "() => { new Uint8Array(4e9).fill(1); }", "t => t.runForSteps(3)"}),
                     options);
    const std::string eats = "error: the test was stopped because it took more than 300 MB of memory";
    EXPECT_THAT(summary(suite), ElementsAre(eats, eats, "pass"));
}

TEST(Workers, SurviveACrash) {
    // A text that is deeper nested than the engine's stack: refused or fatal, but never the end of the
    // others.
    auto suite = run(suiteOf(
        {"() => { JSON.parse('['.repeat(5e7)); }", "() => { const f = () => f(); f(); }", "() => {}"}));
    ASSERT_EQ(summary(suite).size(), 3u);
    EXPECT_THAT(summary(suite)[0], testing::StartsWith("error: "));
    EXPECT_THAT(summary(suite)[1], testing::StartsWith("error: "));
    EXPECT_EQ(summary(suite)[2], "pass");
}

TEST(Workers, EndATestThatRunsForEverInVirtualTime) {
    WhiskerOptions options;
    options.timeoutMs = 60000;
    EXPECT_THAT(summary(run(suiteOf({"t => t.run(() => false)"}), options)),
                ElementsAre("fail: Timeout: the test did not end within 60 seconds of virtual time"));
}

TEST(Workers, KeepTestsApart) {
    const std::string dirty =
        "t => { globalThis.leak = 1; Array.prototype.leak = 2; t.setGlobalVariable('n', 99);"
        "t.setRandomInputInterval(1); t.onConstraintFailure('nothing');"
        "t.getSprite('Cat').getScratchTarget().setXY(50, 50); Math.random = () => 4; }";
    const std::string clean =
        "t => { t.assert.equal([typeof leak, typeof [].leak, t.getGlobalVariable('n'),"
        "t.onConstraintFailure(), t.getSprite('Cat').x].join(), 'undefined,undefined,0,fail,0');"
        "t.assert.less(Math.random(), 1); t.assert.equal(t.getTotalStepsExecuted(), 0); }";
    EXPECT_THAT(summary(run(suiteOf({clean, dirty, clean, dirty, clean}))),
                ElementsAre("pass", "pass", "pass", "pass", "pass"));
}

// A suite whose tests draw random numbers, fail and log.
std::string variedSuite(std::vector<int> order) {
    std::string text = "module.exports = [";
    for (int i : order) {
        text += "{name: 'test " + std::to_string(i) + "', seed: " + std::to_string(i % 3) +
                ", test: async t => { t.detectRandomInputs(); await t.runForSteps(" + std::to_string(20 * i) +
                "); t.log(t.getGlobalVariable('n') + ' ' + Math.random() + ' ' + Date.now());"
                "t.assert.less(t.getSprite('Cat').x, 70); }},\n";
    }
    return text + "];";
}

std::vector<std::string> everything(const std::string& suite, std::size_t threads) {
    auto result = run(suite, {}, {.threads = threads});
    std::vector<std::string> lines;
    for (std::size_t i = 0; result && i < result->results.size(); i++) {
        result->results[i].failure.stack.clear();  // moves with the order
        lines.push_back(result->suite.tests[i].name + writeResult(result->results[i]));
    }
    return lines;
}

TEST(Workers, GiveTheSameForAnyNumberOfThem) {
    const std::string suite = variedSuite({1, 2, 3, 4, 5, 6, 7});
    const auto once = everything(suite, 1);
    ASSERT_EQ(once.size(), 7u);
    for (std::size_t threads : {1, 2, 3, 9}) EXPECT_EQ(everything(suite, threads), once);
}

TEST(Workers, GiveTheSameInAnyOrder) {
    auto forwards = everything(variedSuite({1, 2, 3, 4, 5}), 1);
    const auto backwards = everything(variedSuite({5, 4, 3, 2, 1}), 1);
    std::reverse(forwards.begin(), forwards.end());
    EXPECT_EQ(forwards, backwards);
}

}  // namespace
}  // namespace ounce::whisker
