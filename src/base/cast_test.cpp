#include "base/cast.h"

#include <gtest/gtest.h>
#include <limits>

namespace ounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

Value text(std::string_view utf8) { return String(utf8); }

TEST(ToNumber, WhatIsNoNumberIsZero) {
    EXPECT_EQ(toNumber(text("abc")), 0);
    EXPECT_EQ(toNumber(text("")), 0);
    EXPECT_EQ(toNumber(text("0x10")), 16);
    EXPECT_EQ(toNumber(true), 1);
    EXPECT_EQ(toNumber(kNaN), 0);
    EXPECT_EQ(toNumber(kInfinity), kInfinity);
    EXPECT_EQ(toNumber(Value()), 0);
}

TEST(ToBoolean, FalseAreOnlyEmptyZeroAndFalse) {
    for (const Value& value : {text(""), text("0"), text("false"), text("FALSE"), Value(0), Value(-0.0),
                               Value(kNaN), Value(false), Value()}) {
        EXPECT_FALSE(toBoolean(value)) << toText(value).utf8();
    }
    for (const Value& value : {text(" "), text("0.0"), text("no"), text("00"), text("-0"), text("NaN"),
                               Value(-1), Value(kInfinity), Value(true)}) {
        EXPECT_TRUE(toBoolean(value)) << toText(value).utf8();
    }
}

TEST(ToText, AsJavaScriptShowsIt) {
    EXPECT_EQ(toText(Value(10)).utf8(), "10");
    EXPECT_EQ(toText(Value(0.1 + 0.2)).utf8(), "0.30000000000000004");
    EXPECT_EQ(toText(Value(-0.0)).utf8(), "0");
    EXPECT_EQ(toText(true).utf8(), "true");
    EXPECT_EQ(toText(false).utf8(), "false");
    EXPECT_EQ(toText(Value()).utf8(), "undefined");
    EXPECT_EQ(toText(text("é😀")).utf8(), "é😀");
}

TEST(IsWholeNumber, TextsAreWholeWithoutADot) {
    for (const Value& value :
         {Value(1), Value(kNaN), Value(true), text("abc"), text(""), text("1e-1"), text("5")}) {
        EXPECT_TRUE(isWholeNumber(value)) << toText(value).utf8();
    }
    for (const Value& value : {Value(1.5), Value(kInfinity), Value(1e21), text("1.0"), text("."), Value()}) {
        EXPECT_FALSE(isWholeNumber(value)) << toText(value).utf8();
    }
}

struct Comparison {
    Value a, b;
    int order;
};

TEST(Compare, Table) {
    const Comparison kCases[] = {
        {1, 2, -1},
        {2, 2, 0},
        {text("10"), text("9"), 1},
        {text("10"), text("9a"), -1},
        {text("1.0"), text("1"), 0},
        {text("abc"), text("ABC"), 0},
        {text("Äb"), text("äB"), 0},
        {text(""), text("0"), -1},
        {text(" "), Value(0), -1},
        {text(""), text("a"), -1},
        {text("0x10"), Value(16), 0},
        {text("1e3"), Value(1000), 0},
        {Value(kNaN), text("nan"), 0},
        {Value(kNaN), Value(kNaN), 0},
        {Value(kInfinity), Value(kInfinity), 0},
        {Value(kInfinity), text("Infinity"), 0},
        {Value(-kInfinity), Value(kInfinity), -1},
        {Value(kInfinity), Value(1e308), 1},
        {true, Value(1), 0},
        {true, text("true"), 0},
        {false, Value(0), 0},
        {Value(0), Value(-0.0), 0},
        {text("apple"), text("banana"), -1},
        {text("Zebra"), text("apple"), 1},
        {text("a"), text("ab"), -1},
        {text("2"), text(" 2 "), 0},
    };
    for (const Comparison& c : kCases) {
        const double forth = compare(c.a, c.b), back = compare(c.b, c.a);
        const std::string what = toText(c.a).utf8() + " and " + toText(c.b).utf8();
        EXPECT_EQ(forth < 0 ? -1 : forth > 0 ? 1 : 0, c.order) << what;
        EXPECT_EQ(back < 0 ? -1 : back > 0 ? 1 : 0, -c.order) << what;
    }
}

}  // namespace
}  // namespace ounce
