// Suites as JavaScript. Whether both forms come to the same verdicts, tests/cli/test_cli_test.cpp asks.
#include "testing/suite_js.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/suite_json.h"

namespace ounce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

JavaScriptSuite convert(const std::string& test) {
    const auto suite = readSuiteJson(
        "{\"ounce suite\": 1, \"project\": \"Zoo\", \"tests\": [{\"name\": \"it's\", " + test + "}]}", "s");
    EXPECT_TRUE(suite) << suite.error().message();
    return suite ? writeSuiteJs(*suite) : JavaScriptSuite{};
}

TEST(SuiteJs, IsWhatWhiskerReads) {
    const JavaScriptSuite out = convert(R"("seed": 9, "steps": 30, "events": [
        {"at": 2, "press": "left arrow", "steps": 5}, {"at": 2, "type": "a\nb"}],
        "checks": [{"at": 2, "check": "variable", "name": "score", "is": 4}])");
    EXPECT_EQ(out.text, R"(// A suite for Zoo, written by Ounce.

// The value of a variable of the stage or a sprite, as text. The test fails if it is not there.
function variable(t, owner, name) {
    const found = owner.getVariable(name);
    t.assert.ok(found, 'there is no variable ' + name);
    return found.value;
}

const test0 = async function (t) {
    await t.runForSteps(2);
    t.assert.equal(variable(t, t.getStage(), 'score'), 4, 'variable «score» should be 4');
    t.keyPress('left arrow', 5);
    t.typeText('a\nb');
    await t.runForSteps(28);
    t.end();
};

module.exports = [
    {
        test: test0,
        name: 'it\'s',
        description: '',
        categories: [],
        generationAlgorithm: '',
        seed: '9',
        random: 'mulberry32',
        type: 'standard'
    },
];
)");
    EXPECT_TRUE(out.notes.empty());
}

std::string assertion(const std::string& check) {
    return convert("\"checks\": [{\"at\": 0, " + check + "}]").text;
}

// Where a press begins when another one of the same key ends, Whisker lets go of the key.
TEST(SuiteJs, LetsGoOfKeysWhosePressesMeet) {
    const JavaScriptSuite out = convert(R"("steps": 30, "events": [
        {"at": 2, "press": "a", "steps": 5}, {"at": 4, "press": "a", "steps": 6}, {"at": 7, "press": "a", "steps": 9},
        {"at": 4, "press": "b", "steps": 3}, {"at": 8, "press": "b", "steps": 3}])");
    const auto begin = out.text.find("await"), end = out.text.find("    t.end");
    EXPECT_EQ(out.text.substr(begin, end - begin), R"(await t.runForSteps(2);
    t.keyPress('a');
    await t.runForSteps(2);
    t.keyPress('a');
    t.keyPress('b', 3);
    await t.runForSteps(3);
    t.keyPress('a');
    await t.runForSteps(1);
    t.keyPress('b', 3);
    await t.runForSteps(2);
    t.keyRelease('a');
    await t.runForSteps(6);
    t.keyRelease('a');
    await t.runForSteps(14);
)");
}

TEST(SuiteJs, KnowsEveryCheck) {
    EXPECT_THAT(assertion(R"("check": "backdrop", "is": 2)"),
                HasSubstr("t.assert.equal(t.getStage().currentCostume, 1, '"));
    EXPECT_THAT(assertion(R"("check": "costume", "sprite": "A", "is": "up")"),
                HasSubstr("t.assert.ok(sprite(t, 'A').currentCostumeName === 'up', '"));
    EXPECT_THAT(assertion(R"("check": "clones", "sprite": "A", "at least": 2)"),
                HasSubstr("t.assert.ok(sprite(t, 'A').getCloneCount() >= 2, '"));
    EXPECT_THAT(assertion(R"("check": "direction", "sprite": "A", "is": 90)"),
                HasSubstr("t.assert.withinRange(sprite(t, 'A').direction, 90, 1, '"));
    EXPECT_THAT(
        assertion(R"("check": "direction", "sprite": "A", "is": 180)"),
        HasSubstr(
            "t.assert.ok(Math.abs(((sprite(t, 'A').direction - 180) % 360 + 540) % 360 - 180) <= 1, '"));
    EXPECT_THAT(assertion(R"("check": "effect", "name": "ghost", "sprite": "A", "is": 50)"),
                HasSubstr("t.assert.equal(sprite(t, 'A').effects.ghost, 50, '"));
    EXPECT_THAT(assertion(R"("check": "layer", "sprite": "A", "is": 3)"),
                HasSubstr("t.assert.equal(sprite(t, 'A').layerOrder, 3, '"));
    EXPECT_THAT(assertion(R"("check": "list length", "name": "l", "is": 3)"),
                HasSubstr("t.assert.equal(list(t, t.getStage(), 'l').length, 3, '"));
    EXPECT_THAT(assertion(R"("check": "list", "name": "l", "sprite": "A", "is": [1, "b"])"),
                HasSubstr("t.assert.ok(sameItems(list(t, sprite(t, 'A'), 'l'), [1, 'b']), '"));
    EXPECT_THAT(assertion(R"("check": "position", "sprite": "A", "clone": 1, "is": [3, 4])"),
                HasSubstr("t.assert.withinRange(sprite(t, 'A', 0).x, 3, 5, 'the position of clone 1 of A "
                          "should be (3, 4) (within 5)');\n    "
                          "t.assert.withinRange(sprite(t, 'A', 0).y, 4, 5, '"));
    EXPECT_THAT(assertion(R"("check": "bubble", "sprite": "A", "is": false)"),
                HasSubstr("t.assert.not(sprite(t, 'A').sayText, '"));
    EXPECT_THAT(assertion(R"("check": "bubble", "sprite": "A", "is": "it's")"),
                HasSubstr("t.assert.equal(sprite(t, 'A').sayText, 'it\\'s', '"));
    EXPECT_THAT(assertion(R"("check": "touching", "sprite": "A", "other": "B", "is": false)"),
                HasSubstr("t.assert.not(sprite(t, 'A').isTouchingSprite('B'), '"));
    EXPECT_THAT(assertion(R"("check": "touching edge", "sprite": "A", "is": true)"),
                HasSubstr("t.assert.ok(sprite(t, 'A').isTouchingEdge(), '"));
    EXPECT_THAT(assertion(R"("check": "visible", "sprite": "A", "is": true)"),
                HasSubstr("t.assert.ok(sprite(t, 'A').visible, '"));
    EXPECT_THAT(assertion(R"("check": "volume", "is": 30)"),
                HasSubstr("t.assert.equal(t.getStage().volume, 30, '"));
    EXPECT_THAT(assertion(R"("check": "volume", "is": 30)"), Not(HasSubstr("function sprite")));
}

TEST(SuiteJs, SaysWhatWhiskerCannot) {
    EXPECT_THAT(convert(R"("checks": [{"at": 0, "check": "thinks", "sprite": "A", "is": true}])").notes,
                ElementsAre("Whisker does not tell saying from thinking"));
    // Which clone is touched cannot be said: that it touches any is weaker, that it touches none too strong.
    const JavaScriptSuite clones = convert(R"("checks": [
        {"at": 0, "check": "touching", "sprite": "A", "other": "B", "other clone": 1, "is": true},
        {"at": 0, "check": "touching", "sprite": "A", "other": "B", "other clone": 2, "is": false}])");
    EXPECT_THAT(clones.notes, ElementsAre("Whisker does not tell which clone of a sprite is touched"));
    EXPECT_THAT(clones.text,
                HasSubstr("t.assert.ok(sprite(t, 'A').isTouchingSprite('B'), 'A should touch B')"));
    EXPECT_THAT(clones.text, Not(HasSubstr("t.assert.not(")));
}

TEST(SuiteJs, ClicksClonesWithoutTheMouse) {
    const JavaScriptSuite out = convert(R"("events": [{"at": 0, "click": "A", "clone": 1}])");
    EXPECT_TRUE(out.notes.empty());
    EXPECT_THAT(out.text, HasSubstr("t.vm.runtime.startHats('event_whenthisspriteclicked', null, "
                                    "sprite(t, 'A', 0).getScratchTarget());"));
}

}  // namespace
}  // namespace ounce
