// What an abstract run knows of a value: a range of numbers, or nothing.
//
// A range stands for all values that a comparison sees as a number between its ends: numbers, truth values,
// texts such as "7". Its ends may be infinite, and then infinity itself is among the values; not-a-number
// never is. Rounding keeps the order of numbers, so computing with the ends as the machine computes gives
// ends that hold for everything in between.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "base/value.h"

namespace ounce::verify {

constexpr double kEndless = std::numeric_limits<double>::infinity();

struct Range {
    double low = -kEndless, high = kEndless;
    bool whole = false;  // nothing but whole numbers, and written as such
    bool any = true;     // may be any value at all: a text, not a number; the rest does not count then

    static Range of(double low, double high, bool whole) { return {low, high, whole, false}; }
    static Range of(double number) { return {number, number, std::trunc(number) == number, false}; }
    static Range of(const Value& value);
    // What arithmetic makes of it: a text that is no number counts as 0.
    [[nodiscard]] Range asNumber() const;
    [[nodiscard]] bool isOne() const { return !any && low == high; }
    [[nodiscard]] bool contains(double number) const { return any || (low <= number && number <= high); }
    [[nodiscard]] bool contains(const Value& value) const;
    bool operator==(const Range& other) const {
        return any == other.any && (any || (low == other.low && high == other.high && whole == other.whole));
    }
};

Range join(const Range& a, const Range& b);
// Ends that still move go on to the next of these, ascending, and from the last one to infinity.
Range widen(const Range& before, const Range& after, const std::vector<double>& thresholds);

Range operator+(const Range& a, const Range& b);
Range operator-(const Range& a, const Range& b);
Range operator*(const Range& a, const Range& b);
Range operator/(const Range& a, const Range& b);
// As Scratch has it: the result has the sign of `b`.
Range remainder(const Range& a, const Range& b);
Range rounded(const Range& a);
Range magnitude(const Range& a);
Range least(const Range& a, const Range& b);
Range greatest(const Range& a, const Range& b);

// Three answers to a question.
enum class Truth : std::uint8_t { No, Yes, Perhaps };
Truth operator!(Truth truth);
Truth truthOf(const Range& value);
Truth isLess(const Range& a, const Range& b);
Truth isEqual(const Range& a, const Range& b);

// What is left of `a` if it is, or is not, less than or equal to `b`. False: nothing.
bool keepLess(Range& a, const Range& b);     // a < b
bool keepNotLess(Range& a, const Range& b);  // a >= b
bool keepGreater(Range& a, const Range& b);  // a > b
bool keepNotGreater(Range& a, const Range& b);
bool keepEqual(Range& a, const Range& b);
bool keepDifferent(Range& a, const Range& b);

}  // namespace ounce::verify
