// Properties as goals: what violates them becomes a test that fails.
#include <gmock/gmock.h>

#include "generate/generate.h"
#include "generate/output.h"
#include "generate/report_page.h"
#include "generate/test_program.h"
#include "spec/parse.h"
#include "testing/play.h"
#include "testing/suite_json.h"

namespace ounce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

GenerationOptions optionsFor(const std::string& properties, std::int64_t executions = 2000) {
    GenerationOptions options;
    options.config.budget.executions = executions;
    options.project = "quiz";
    auto spec = spec::parse(properties, "test.props");
    EXPECT_TRUE(spec) << spec.error().message();
    options.spec = std::make_shared<const spec::Spec>(std::move(*spec));
    return options;
}

Generation generated(const char* program, const GenerationOptions& options, const Job& job = {}) {
    auto generation = generateTests(programOf(program), options, job);
    EXPECT_TRUE(generation) << generation.error().message();
    return std::move(*generation);
}

TEST(GenerateWithProperties, KeepsAViolationAsATestThatFails) {
    const Generation generation =
        generated(kQuiz, optionsFor("# Ten are enough.\nfew points: always score < 10\n"
                                    "debts: always score > -100000\n"));
    ASSERT_EQ(generation.properties.size(), 2u);
    const SearchedProperty& found = generation.properties[0];
    EXPECT_EQ(found.result.outcome, spec::Outcome::Violated);
    EXPECT_EQ(found.result.explanation, "Ten are enough.");
    EXPECT_THAT(found.result.message, HasSubstr("score = 10"));
    EXPECT_EQ(found.nearest, 0);
    EXPECT_EQ(generation.properties[1].result.outcome, spec::Outcome::Holds);
    EXPECT_GT(generation.properties[1].nearest, 0);
    EXPECT_FALSE(generation.good());

    const TestCase& test = generation.suite.tests.front();
    EXPECT_EQ(test.name, found.test);
    EXPECT_THAT(test.watch, ElementsAre("few points"));
    EXPECT_EQ(test.steps, found.result.step);
    // A click and an answer; nothing that is not needed.
    EXPECT_LE(test.events.size(), 2u);
    const SuiteRun run = runGenerated(programOf(kQuiz), generation.suite, optionsFor("p: true"), {});
    EXPECT_EQ(run.tests[0].verdict, Verdict::Fail);
    EXPECT_THAT(run.tests[0].message, HasSubstr("few points"));
    for (std::size_t i = 1; i < run.tests.size(); i++)
        EXPECT_EQ(run.tests[i].verdict, Verdict::Pass) << run.tests[i].message;
    // The suite needs nothing but itself.
    const auto again = readSuiteJson(writeSuiteJson(generation.suite), "suite.json");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(propertiesOf(*again, *programOf(kQuiz)).size(), 2u);
}

TEST(GenerateWithProperties, CountsCoverageWithoutThem) {
    GenerationOptions options = optionsFor("points: always score < 10");
    const Generation with = generated(kQuiz, options);
    EXPECT_EQ(with.goals, static_cast<std::size_t>(programOf(kQuiz)->goalCount()));
    EXPECT_EQ(with.covered, with.goals);
    EXPECT_EQ(with.timeline.back().covered, with.goals);
}

TEST(GenerateWithProperties, SaysWhatWasNeverTriggeredAndWhatCannotBeWatched) {
    const Generation generation = generated(kQuiz, optionsFor("never: always score > 1000 => score < 0\n"
                                                              "typo: always Catt.x = 0\n",
                                                              200));
    EXPECT_EQ(generation.properties[0].result.outcome, spec::Outcome::Untriggered);
    EXPECT_EQ(generation.properties[1].result.outcome, spec::Outcome::Error);
    EXPECT_THAT(generation.properties[1].result.message, HasSubstr("Cat"));
    EXPECT_FALSE(generation.good());
}

// Nothing runs any more when the time is over.
TEST(GenerateWithProperties, WaitsForWhatIsDue) {
    const Generation generation = generated(R"(sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
say [hello]
)",
                                            optionsFor("p: after said(Cat) within 2 s not Cat.visible", 50));
    EXPECT_EQ(generation.properties[0].result.outcome, spec::Outcome::Violated);
    EXPECT_EQ(generation.properties[0].result.step, 61u);
}

TEST(GenerateWithProperties, GivesTheSameWithAnyNumberOfThreads) {
    const GenerationOptions options = optionsFor("points: always score < 10\ndebts: always score >= -3", 300);
    const Generation one = generated(kQuiz, options);
    const Generation many = generated(kQuiz, options, {.threads = 4});
    EXPECT_EQ(one.suite, many.suite);
    EXPECT_EQ(one.steps, many.steps);
    for (std::size_t i = 0; i < one.properties.size(); i++) {
        EXPECT_EQ(one.properties[i].result, many.properties[i].result);
        EXPECT_EQ(one.properties[i].nearest, many.properties[i].nearest);
    }
}

TEST(GenerateWithProperties, TellsItInTheReport) {
    const auto program = programOf(kQuiz);
    const GenerationOptions options = optionsFor("# Why.\npoints: always score < 10");
    const Generation generation = generated(kQuiz, options);
    const std::string page =
        reportPage(generation, options, runGenerated(program, generation.suite, options, {}),
                   storyboardsOf(*program, generation, options, {}));
    EXPECT_THAT(page, HasSubstr("<h2>Properties</h2>"));
    EXPECT_THAT(page, HasSubstr("violates points"));
    EXPECT_THAT(page, HasSubstr("Why."));
}

}  // namespace
}  // namespace ounce
