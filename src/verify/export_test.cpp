// A witness as tests and as a page.
#include "verify/export.h"

#include <gmock/gmock.h>

#include "testing/play.h"
#include "testing/suite_json.h"
#include "verify/property_words.h"
#include "verify/replay.h"
#include "verify/test_programs.h"

namespace ounce::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Kind = InputEvent::Kind;
using Does = UserEvent::Kind;

std::vector<std::string> checks(const std::string& property) {
    const auto program = programOf(kWell);
    std::vector<std::string> texts;
    for (const Check& check : checksOf(monitorsOf("p: " + property + "\n", *program)[0], *program))
        texts.push_back(check.text());
    return texts;
}

TEST(PropertyWords, AsChecks) {
    EXPECT_THAT(checks("always Cat.x >= 0 and jumps = 0"),
                ElementsAre("x of Cat should be at least 0", "variable «jumps» should be 0"));
    EXPECT_THAT(checks("never Cat.x > 0 or not Cat.visible"), testing::SizeIs(2));
    EXPECT_THAT(checks("always 5 > jumps"), testing::SizeIs(2));  // at most 5, not 5
    // What a check at one moment cannot say.
    EXPECT_THAT(checks("always Cat.x > 0 or jumps = 0"), IsEmpty());
    EXPECT_THAT(checks("always jumps >= prev(jumps)"), IsEmpty());
    EXPECT_THAT(checks("after flag within 1 s jumps > 0"), IsEmpty());
    EXPECT_THAT(checks("always Cat.x > jumps"), IsEmpty());
}

TEST(PropertyWords, AsJavaScript) {
    const auto program = programOf(kWell);
    const auto script = [&](const std::string& property) {
        return javaScriptOf(monitorsOf("p: " + property + "\n", *program)[0], *program).value_or("(none)");
    };
    EXPECT_EQ(script("always Cat.x + 1 >= jumps"),
              "compare((toNumber(t.getSprite(\"Cat\").x) + toNumber(1)), "
              "t.getStage().getVariable(\"jumps\").value) >= 0");
    EXPECT_EQ(script("never Cat.costume = \"dog\" and Cat.visible"),
              "!((compare(t.getSprite(\"Cat\").currentCostumeName, \"dog\") === 0 && "
              "t.getSprite(\"Cat\").visible))");
    EXPECT_EQ(script("after flag within 1 s jumps > 0"), "(none)");
    EXPECT_EQ(script("always jumps >= prev(jumps)"), "(none)");
}

// The cat goes right and falls.
Witness fall(const Program& program) {
    Witness witness;
    witness.property = "stays";
    witness.log.steps = 10;
    witness.log.inputs = {input(0, Kind::GreenFlag), input(6, Kind::KeyDown, "ArrowRight")};
    return settled(program, witness);
}

TEST(Export, TheTestFailsAsLongAsTheProgramDoes) {
    const auto program = programOf(kWell);
    const auto monitors = monitorsOf("other: always jumps = 0\nstays: always Cat.x <= 20\n", *program);
    Witness witness = fall(*program);
    witness.log.steps = replayWitness(*program, monitors, witness).step;
    const TestFiles files = writeTests(*program, monitors, 1, witness);
    EXPECT_THAT(files.notes, ElementsAre(HasSubstr("for the mode scratch")));
    const auto suite = readSuiteJson(files.json, "t.json");
    ASSERT_TRUE(suite) << suite.error().message();
    ASSERT_EQ(suite->tests.size(), 1u);
    const auto play = [&](const Program& on) {
        const MachineOptions options = suite->machineOptions();
        return playTest(on, options, testStart(on, options, 1), suite->tests[0]).verdict;
    };
    EXPECT_EQ(play(*program), ounce::Verdict::Fail);
    std::string fixed = kWell;
    fixed.replace(fixed.find("change x by (10)"), 16, "change x by (5)");
    EXPECT_EQ(play(*programOf(fixed)), ounce::Verdict::Pass);
}

TEST(Export, TheTestDrawsTheSame) {
    const auto program = programOf(R"(stage
  variable die = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
set [die v] to (pick random (1) to (50))
)");
    const auto monitors = monitorsOf("p: never die = 37\n", *program);
    Witness witness;
    witness.foreign = true;
    witness.property = "p";
    witness.log.steps = 3;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = {{.effects = {{.outcomes = {37}}}}};
    witness = settled(*program, witness);
    const TestFiles files = writeTests(*program, monitors, 0, witness);
    const auto suite = readSuiteJson(files.json, "t.json");
    ASSERT_TRUE(suite);
    const MachineOptions options = suite->machineOptions();
    EXPECT_EQ(playTest(*program, options, testStart(*program, options, 1), suite->tests[0]).verdict,
              ounce::Verdict::Fail);
    EXPECT_THAT(files.javaScript, HasSubstr("const numbers = [37];"));
}

TEST(Export, ThePageSaysWhatChanceDid) {
    const auto program = programOf(kSums);
    Witness witness;
    witness.log.steps = 3;
    witness.log.inputs = {input(0, Kind::GreenFlag)};
    witness.mocks = {{.effects = {{.outcomes = {3}}, {.outcomes = {9}}}}};
    const std::string page =
        writePage(*program, monitorsOf("p: never a = 3\n", *program), 0, settled(*program, witness));
    EXPECT_THAT(page, HasSubstr("<code>set [b v] to (pick random (1) to (10))</code></td><td>9</td>"));
}

TEST(Export, ThePageTellsTheStory) {
    const auto program = programOf(kWell);
    const auto monitors = monitorsOf("# Wells are deep.\nstays: always Cat.x <= 20\n", *program);
    const std::string page = writePage(*program, monitors, 0, fall(*program));
    EXPECT_THAT(page, HasSubstr("press the right arrow and hold it"));
    EXPECT_THAT(page, HasSubstr("Wells are deep."));
    EXPECT_THAT(page, HasSubstr("the property is violated"));
    EXPECT_THAT(page, HasSubstr("Cat.x = 30"));
    std::size_t pictures = 0;
    for (std::size_t at = page.find("data:image/png"); at != std::string::npos;
         at = page.find("data:image/png", at + 1))
        pictures++;
    EXPECT_EQ(pictures, 3u);  // the flag, the key, the fall
    EXPECT_EQ(writePage(*program, monitors, 0, fall(*program)), page);
}

}  // namespace
}  // namespace ounce::verify
