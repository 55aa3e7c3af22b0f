#include "base/json.h"

#include <gtest/gtest.h>
#include <limits>

namespace ounce {
namespace {

TEST(Json, IsWrittenAsItWasPutTogether) {
    Json json{{"name", "a \"b\"\n"}, {"steps", 3}, {"ratio", 0.5}, {"all", true}, {"none", nullptr}};
    json["texts"] = std::vector<std::string>{"x", "y"};
    json["inner"] = {{"z", 1.0}, {"a", Json::array()}};
    json["list"].push_back({{"k", Json::object()}});
    EXPECT_EQ(json.minified(),
              R"({"name":"a \"b\"\n","steps":3,"ratio":0.5,"all":true,"none":null,"texts":["x","y"],)"
              R"("inner":{"z":1.0,"a":[]},"list":[{"k":{}}]})");
    EXPECT_EQ((Json{{"a", 1}, {"b", std::vector<std::string>{"c"}}}).dump(),
              "{\n  \"a\": 1,\n  \"b\": [\n    \"c\"\n  ]\n}");
}

TEST(Json, KnowsNoNumbersThatJsonLacks) {
    EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).minified(), "null");
    EXPECT_EQ(Json(-std::numeric_limits<double>::infinity()).minified(), "null");
    EXPECT_EQ(Json(1e300).minified(), "1e+300");
    EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).minified(), "18446744073709551615");
}

TEST(Json, WritesValidTextWhateverTheBytes) { EXPECT_EQ(Json("a\xFF").minified(), "\"a\xEF\xBF\xBD\""); }

TEST(Json, AMemberThatIsSetAgainKeepsItsPlace) {
    Json json{{"a", 1}, {"b", 2}};
    json["a"] = 3;
    json.update({{"b", 4}, {"c", 5}});
    EXPECT_EQ(json.minified(), R"({"a":3,"b":4,"c":5})");
}

TEST(Json, ReadsWhatItWrites) {
    const std::string text = R"({"a":[1,-2,2.5,"x",true,null,{}],"b":"ä"})";
    const auto json = Json::parse(text);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->minified(), text);
    EXPECT_EQ(json->text("b"), "ä");
    EXPECT_EQ(json->find("a")->size(), 7u);
    EXPECT_EQ(json->number("b"), 0);
    EXPECT_EQ(json->number("missing"), 0);
    EXPECT_FALSE(Json::parse("{"));
}

}  // namespace
}  // namespace ounce
