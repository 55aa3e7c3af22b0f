#include "testing/story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ounce {
namespace {

using ::testing::ElementsAre;
using Does = UserEvent::Kind;

std::vector<std::string> textsOf(const TestCase& test) {
    std::vector<std::string> texts;
    for (const StoryLine& line : storyOf(test)) texts.push_back(line.text);
    return texts;
}

Check scoreIs(double score) {
    Check check;
    check.kind = Check::Kind::Variable;
    check.name = "score";
    check.expected = Value(score);
    return check;
}

TEST(Story, SaysWhatTheUserDoes) {
    EXPECT_EQ(storyOf({.kind = Does::KeyPress, .name = "right arrow", .steps = 9}),
              "press the right arrow for 0.3 s");
    EXPECT_EQ(storyOf({.kind = Does::KeyPress, .name = "space", .steps = 1}),
              "press the space key for a moment");
    EXPECT_EQ(storyOf({.kind = Does::KeyPress, .name = "a"}), "press the key a and hold it");
    EXPECT_EQ(storyOf({.kind = Does::KeyRelease, .name = "a"}), "let go of the key a");
    EXPECT_EQ(storyOf({.kind = Does::ClickSprite, .name = "Cat"}), "click the sprite Cat");
    EXPECT_EQ(storyOf({.kind = Does::ClickSprite, .name = "Cat", .clone = 1}), "click clone 2 of Cat");
    EXPECT_EQ(storyOf({.kind = Does::ClickStage}), "click the stage");
    EXPECT_EQ(storyOf({.kind = Does::ClickAt, .x = 3, .y = 4, .steps = 1}), "click at (3, 4)");
    EXPECT_EQ(storyOf({.kind = Does::MouseMove, .x = 12, .y = -40}), "move the mouse to (12, -40)");
    EXPECT_EQ(storyOf({.kind = Does::MouseMove, .x = -0.01, .y = 1.26}), "move the mouse to (0, 1.3)");
    EXPECT_EQ(storyOf({.kind = Does::MouseDown, .steps = 15}), "hold the mouse button down for 0.5 s");
    EXPECT_EQ(storyOf({.kind = Does::MouseUp}), "let go of the mouse button");
    EXPECT_EQ(storyOf({.kind = Does::DragSprite, .name = "Bowl", .x = 0, .y = 20}),
              "drag the sprite Bowl to (0, 20)");
    EXPECT_EQ(storyOf({.kind = Does::TypeText, .text = "hello"}), "type “hello” as the answer");
    EXPECT_EQ(storyOf({.kind = Does::Sound, .volume = 80, .steps = 30}),
              "make a noise of loudness 80 for 1 s");
    EXPECT_EQ(storyOf({.kind = Does::GreenFlag}), "click the green flag");
    EXPECT_EQ(storyOf({.kind = Does::Wait, .steps = 60}), "wait 2 s");
}

TEST(Story, CutsLongAnswersBetweenTwoLetters) {
    std::string text;
    for (int i = 0; i < 100; i++) text += "é";
    const std::string story = storyOf({.kind = Does::TypeText, .text = text});
    EXPECT_EQ(story.size(), std::string("type “…” as the answer").size() + 80);
}

TEST(Story, JoinsPausesAndTellsWhatHappensMeanwhile) {
    TestCase test;
    test.steps = 120;
    test.events = {{0, {.kind = Does::Wait, .steps = 20}},
                   {30, {.kind = Does::KeyPress, .name = "right arrow", .steps = 9}},
                   {33, {.kind = Does::ClickSprite, .name = "Cat"}},
                   {40, {.kind = Does::ClickStage}}};
    EXPECT_THAT(textsOf(test),
                ElementsAre("click the green flag, then", "wait 1 s, then",
                            "press the right arrow for 0.3 s, meanwhile", "click the sprite Cat, then",
                            "click the stage, then", "wait 2.7 s"));
    EXPECT_EQ(
        sentenceOf(test),
        "click the green flag, then wait 1 s, then press the right arrow for 0.3 s, meanwhile click the "
        "sprite Cat, then click the stage, then wait 2.7 s.");
}

TEST(Story, PutsChecksAfterWhatTheyFollow) {
    TestCase test;
    test.steps = 10;
    test.events = {{2, {.kind = Does::ClickSprite, .name = "Cat"}}};
    test.checks = {{2, scoreIs(0)}, {10, scoreIs(1)}};
    const std::vector<StoryLine> lines = storyOf(test);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].text, "click the green flag, then");
    EXPECT_THAT(lines[0].checks, ElementsAre("variable «score» should be 0"));
    EXPECT_EQ(lines[1].text, "click the sprite Cat, then");
    EXPECT_EQ(lines[2].text, "wait 0.3 s");
    EXPECT_THAT(lines[2].checks, ElementsAre("variable «score» should be 1"));
}

TEST(Story, ChecksDivideAPause) {
    TestCase test;
    test.steps = 90;
    test.checks = {{30, scoreIs(1)}, {31, scoreIs(2)}, {60, scoreIs(3)}};
    const std::vector<StoryLine> lines = storyOf(test);
    EXPECT_THAT(textsOf(test),
                ElementsAre("click the green flag, then", "wait 1 s, then", "wait 1 s, then", "wait 1 s"));
    EXPECT_THAT(lines[1].checks, ElementsAre("variable «score» should be 1", "variable «score» should be 2"));
    EXPECT_THAT(lines[2].checks, ElementsAre("variable «score» should be 3"));
}

TEST(Story, OfATestWithoutAnyUserIsASentence) { EXPECT_EQ(sentenceOf(TestCase{}), "click the green flag."); }

}  // namespace
}  // namespace ounce
