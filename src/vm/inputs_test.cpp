#include "vm/inputs.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

std::string problem(const std::string& json) {
    const auto inputs = readInputs(json, "in.json");
    return inputs ? "" : inputs.error().message();
}

TEST(Inputs, RefuseWhatNobodyReads) {
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keyDown", "key": "a"}])"),
              "in.json: input 0: «key» is not known here (it belongs into «args»: {\"key\": …})");
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keyDown", "arg": {"key": "a"}}])"),
              "in.json: input 0: «arg» is not known here (did you mean «args»?)");
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keyDown", "args": {"kye": "a"}}])"),
              "in.json: input 0: «kye» is not known in «args» (did you mean «key»?)");
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keydown", "args": {"key": "a"}}])"),
              "in.json: input 0: «keydown» is not an event (did you mean «keyDown»?)");
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keyDown", "args": {"key": "ArowLeft"}}])"),
              "in.json: input 0: there is no key «ArowLeft» (did you mean «ArrowLeft»?)");
    EXPECT_EQ(problem(R"([{"step": 1, "event": "keyDown", "args": "a"}])"),
              "in.json: input 0: «args» must be an object {…}");
    EXPECT_EQ(problem("{"), "in.json: is not a JSON list of inputs: it is not valid JSON");
    EXPECT_EQ(problem("{}"), "in.json: is not a JSON list of inputs");
}

TEST(Inputs, KnowKeysByBothNames) {
    const auto inputs = readInputs(R"([{"step": 0, "event": "keyDown", "args": {"key": "left arrow"}},
        {"step": 0, "event": "keyDown", "args": {"key": "ArrowLeft"}}, {"step": 0, "event": "keyUp", "args": {"key": "space"}},
        {"step": 0, "event": "keyDown", "args": {"key": "ä"}}, {"step": 0, "event": "keyDown", "args": {"key": "Shift"}},
        {"step": 0, "event": "keyDown", "args": {"key": "Unidentified"}}])",
                                   "in.json");
    ASSERT_TRUE(inputs);
    std::string names;
    for (const InputEvent& event : *inputs) names += event.name + "|";
    EXPECT_EQ(names, "ArrowLeft|ArrowLeft| |ä|Shift|Unidentified|");
}

}  // namespace
}  // namespace ounce
