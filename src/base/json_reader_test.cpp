#include "base/json_reader.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

TEST(JsonReader, TellsTypesAndValues) {
    JsonDocument document;
    ASSERT_EQ(document.parse(R"({"a": [1, -2, 2.5, "x", true, null], "b": {}})"), JsonProblem::None);
    JsonArray list;
    ASSERT_TRUE(document.root().object().get("a", list));
    EXPECT_EQ(list.size(), 6u);
    std::string types;
    for (const JsonElement item : list) types += "-01tlo"[static_cast<int>(item.type())];
    EXPECT_EQ(types, "111t0-");
    std::uint64_t whole = 0;
    EXPECT_TRUE(list.at(0)->get(whole));
    EXPECT_EQ(whole, 1u);
    EXPECT_FALSE(list.at(1)->get(whole));
    EXPECT_FALSE(list.at(2)->get(whole));
    EXPECT_EQ(list.at(2)->number(), 2.5);
    EXPECT_EQ(list.at(3)->text(), "x");
    EXPECT_TRUE(list.at(4)->boolean());
    EXPECT_FALSE(list.at(6));
    EXPECT_EQ(document.root().object().find("b")->object().size(), 0u);
    EXPECT_FALSE(document.root().object().has("c"));
}

TEST(JsonReader, KeepsTheOrderOfMembers) {
    JsonDocument document;
    ASSERT_EQ(document.parse(R"({"z": 1, "a": {"y": 2}, "z": 3})"), JsonProblem::None);
    std::string keys;
    for (const auto& [key, value] : document.root().object()) keys += key;
    EXPECT_EQ(keys, "zaz");
}

TEST(JsonReader, WhatIsEmptyHasNothing) {
    EXPECT_EQ(JsonArray().size(), 0u);
    for (const JsonElement item : JsonArray()) ADD_FAILURE() << item.number();
    for (const auto& [key, value] : JsonObject()) ADD_FAILURE() << key;
    EXPECT_FALSE(JsonObject().has("x"));
}

TEST(JsonReader, DocumentsMove) {
    JsonDocument document;
    ASSERT_EQ(document.parse("[\"short\"]"), JsonProblem::None);
    const JsonDocument moved = std::move(document);
    EXPECT_EQ(moved.root().array().at(0)->text(), "short");
}

TEST(JsonReader, SaysWhatIsWrong) {
    JsonDocument document;
    EXPECT_EQ(document.parse(""), JsonProblem::Empty);
    EXPECT_EQ(document.parse("[1,"), JsonProblem::BadSyntax);
    EXPECT_EQ(document.parse("[\"abc"), JsonProblem::UnclosedText);
    EXPECT_EQ(document.parse("[\"\xFF\"]"), JsonProblem::NoUtf8);
    EXPECT_EQ(document.parse(std::string(100000, '[') + std::string(100000, ']')), JsonProblem::TooDeep);
}

std::string placeOf(std::string_view json) {
    const auto place = findJsonError(json);
    return place ? std::to_string(place->line) + ":" + std::to_string(place->column) : "";
}

TEST(JsonError, HasAPlace) {
    EXPECT_EQ(placeOf(R"( {"a": [1, -2.5e+3, "x\u00e4\n", true, null], "b": {}, "c": []} )"), "");
    EXPECT_EQ(placeOf(""), "1:1");
    EXPECT_EQ(placeOf("[1 2]"), "1:4");
    EXPECT_EQ(placeOf("[1,\n 2,\n]"), "3:1");
    EXPECT_EQ(placeOf("[,1]"), "1:2");
    EXPECT_EQ(placeOf("{\"a\" 1}"), "1:6");
    EXPECT_EQ(placeOf("{a: 1}"), "1:2");
    EXPECT_EQ(placeOf("{\"a\": 01}"), "1:8");
    EXPECT_EQ(placeOf("[tru]"), "1:2");
    EXPECT_EQ(placeOf("[\"a\nb\"]"), "1:4");
    EXPECT_EQ(placeOf("[\"\\x\"]"), "1:4");
    EXPECT_EQ(placeOf("[1] 2"), "1:5");
    EXPECT_EQ(placeOf("[1}"), "1:3");
    EXPECT_EQ(placeOf(std::string(1000000, '[')), "1:1000001");
}

}  // namespace
}  // namespace ounce
