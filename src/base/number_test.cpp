#include "base/number.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

TEST(NumberToText, ShortestDigitsThatReadBack) {
    const std::pair<double, const char*> kCases[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {100, "100"},
        {1e20, "100000000000000000000"},
        {123456789012345680000.0, "123456789012345680000"},
        {1e21, "1e+21"},
        {1.5e300, "1.5e+300"},
        {-1e21, "-1e+21"},
        {0.000001, "0.000001"},
        {1e-7, "1e-7"},
        {1.25e-7, "1.25e-7"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {9007199254740993.0, "9007199254740992"},
        {4.35, "4.35"},
        {2.9999999999999996, "2.9999999999999996"},
        {kNaN, "NaN"},
        {kInfinity, "Infinity"},
        {-kInfinity, "-Infinity"},
    };
    for (const auto& [number, text] : kCases) EXPECT_EQ(numberToText(number), text);
}

TEST(TextToNumber, WhatCountsAsANumber) {
    const std::pair<const char*, double> kCases[] = {
        {"", 0},
        {"   ", 0},
        {"10", 10},
        {"-3", -3},
        {"+3", 3},
        {"  7 ", 7},
        {"\t7\n", 7},
        {"\u00a07\ufeff", 7},
        {".5", 0.5},
        {"5.", 5},
        {"1e3", 1000},
        {"1E-2", 0.01},
        {"0x1F", 31},
        {"0XfF", 255},
        {"0b101", 5},
        {"0o17", 15},
        {"Infinity", kInfinity},
        {"+Infinity", kInfinity},
        {"-Infinity", -kInfinity},
        {"1e400", kInfinity},
        {"1e-400", 0},
        {"00012", 12},
        {"5e-324", 5e-324},
        {"9007199254740993", 9007199254740992.0},
    };
    for (const auto& [text, number] : kCases) EXPECT_EQ(textToNumber(text), number) << text;
    EXPECT_TRUE(std::signbit(textToNumber("-0")));
}

TEST(TextToNumber, WhatDoesNot) {
    for (const char* text : {"abc", "1,5", "1_000", "infinity", "INFINITY", "1e",    "e5",    ".",
                             "-",   "+",   "- 3",   "1 2",      "0x",       "-0x10", "+0b1",  "0xG",
                             "0b2", "0o8", "١",     "1n",       "NaN",      "--1",   "1e5.5", "0x1.8"}) {
        EXPECT_TRUE(std::isnan(textToNumber(text))) << text;
    }
}

TEST(TextToNumber, ReadsBackWhatWasWritten) {
    for (double number : {0.1, 1e21, 1e-7, 123456.789, 5e-324, 1.7976931348623157e308, -2.5, 1.0 / 3}) {
        EXPECT_EQ(textToNumber(numberToText(number)), number);
    }
}

TEST(RoundHalfUp, HalvesGoUp) {
    EXPECT_EQ(roundHalfUp(2.5), 3);
    EXPECT_EQ(roundHalfUp(-2.5), -2);
    EXPECT_EQ(roundHalfUp(0.49999999999999994), 0);
    EXPECT_EQ(roundHalfUp(4503599627370497.5), 4503599627370498);
    EXPECT_EQ(roundHalfUp(9007199254740991), 9007199254740991);
    EXPECT_TRUE(std::signbit(roundHalfUp(-0.4)));
    EXPECT_TRUE(std::isnan(roundHalfUp(kNaN)));
    EXPECT_EQ(roundHalfUp(-kInfinity), -kInfinity);
}

TEST(ToFixed, RoundsTheExactValue) {
    EXPECT_EQ(toFixed(3.14159, 2), "3.14");
    EXPECT_EQ(toFixed(0.015, 2), "0.01");  // a little less than that in binary
    EXPECT_EQ(toFixed(1.005, 2), "1.00");  // so is this
    EXPECT_EQ(toFixed(0.125, 2), "0.13");  // exact halves go away from zero
    EXPECT_EQ(toFixed(-0.125, 2), "-0.13");
    EXPECT_EQ(toFixed(2.5, 0), "3");
    EXPECT_EQ(toFixed(0.00048828125, 10), "0.0004882813");
    EXPECT_EQ(toFixed(-0.0, 2), "0.00");
    EXPECT_EQ(toFixed(-0.001, 2), "-0.00");
    EXPECT_EQ(toFixed(1e21, 2), "1e+21");
    EXPECT_EQ(toFixed(123456789.12, 2), "123456789.12");
}

TEST(ToInt32, WrapsAround) {
    EXPECT_EQ(toInt32(-1.9), -1);
    EXPECT_EQ(toInt32(4294967296.0), 0);
    EXPECT_EQ(toInt32(2147483648.0), -2147483647 - 1);
    EXPECT_EQ(toInt32(-2147483649.0), 2147483647);
    EXPECT_EQ(toInt32(kNaN), 0);
    EXPECT_EQ(toInt32(kInfinity), 0);
}

}  // namespace
}  // namespace ounce
