// Scratch's conversions between values, and its comparison.
#pragma once

#include "base/value.h"

namespace ounce {

double otherToNumber(const Value& value);  // of what is not a number

// NaN counts as 0. A jump that is never taken, because choosing without one would make every number wait.
inline double orZero(double number) {
    if (std::isnan(number)) [[unlikely]]
        return 0;
    return number;
}

// A number for arithmetic: NaN counts as 0.
inline double toNumber(const Value& value) {
    if (value.isNumber()) [[likely]]
        return orZero(value.asNumber());
    return otherToNumber(value);
}
// JavaScript's Number(): NaN stays NaN, undefined is NaN.
double toRawNumber(const Value& value);
bool toBoolean(const Value& value);
String toText(const Value& value);
String numberToString(double value);
// The text of a value without copying where it is one already; else it is made in `storage`.
inline const String& textOf(const Value& value, Value& storage) {
    if (value.isText()) return value.asText();
    storage = toText(value);
    return storage.asText();
}

// What `pick random` takes for a whole number.
bool isWholeNumber(const Value& value);

// Negative, 0 or positive as `<`, `=` and `>` see it.
double compareSlowly(const Value& a, const Value& b);

// A value's number where it can be had at a glance: a number, or a text that is a small whole number. NaN:
// look closer.
inline double numberAtAGlance(const Value& value) {
    if (value.isNumber()) return value.asNumber();
    return value.isText() ? value.asText().smallNumber() : __builtin_nan("");
}

inline double compare(const Value& a, const Value& b) {
    const double x = numberAtAGlance(a), y = numberAtAGlance(b);
    if (x == y) return 0;  // equal infinities too
    const double difference = x - y;
    return std::isnan(difference) ? compareSlowly(a, b) : difference;
}

}  // namespace ounce
