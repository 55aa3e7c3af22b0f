// Scratch's conversions between values, and its comparison.
#pragma once

#include "base/value.h"

namespace ounce {

double stringToNumberOrZero(const String& text);

// A number for arithmetic: NaN counts as 0.
inline double toNumber(const Value& value) {
    switch (value.type()) {
        case Type::Number: return std::isnan(value.asNumber()) ? 0 : value.asNumber();
        case Type::Boolean: return value.asBoolean() ? 1 : 0;
        case Type::Text: return stringToNumberOrZero(value.asText());
        case Type::Undefined: break;
    }
    return 0;
}
// JavaScript's Number(): NaN stays NaN, undefined is NaN.
double toRawNumber(const Value& value);
bool toBoolean(const Value& value);
String toText(const Value& value);
String numberToString(double value);

// What `pick random` takes for a whole number.
bool isWholeNumber(const Value& value);

// Negative, 0 or positive as `<`, `=` and `>` see it.
double compareSlowly(const Value& a, const Value& b);
inline double compare(const Value& a, const Value& b) {
    if (a.isNumber() && b.isNumber()) {
        const double x = a.asNumber(), y = b.asNumber();
        if (x == y) return 0;  // equal infinities too
        const double difference = x - y;
        if (!std::isnan(difference)) return difference;
    }
    return compareSlowly(a, b);
}

}  // namespace ounce
