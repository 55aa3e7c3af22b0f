// Scratch's arithmetic, without any machine.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "vm/program.h"

namespace ounce {

constexpr double kExact = 2251799813685248.0;  // 2^51: below, all steps of modulo() are exact
// The nearest whole number, for |x| < 2^51: at 1.5 · 2^52 doubles are one apart.
inline double nearestWhole(double x) { return (x + 3 * kExact) - 3 * kExact; }

inline bool isSmallWhole(double x) { return x >= 0 && x < kExact && nearestWhole(x) == x; }

// The rest of a whole number, with about the quotient: rounded down it is off by at most one, and rarely.
inline double restOf(double a, double b, double quotient) {
    const double rest = a - nearestWhole(quotient - 0.5) * b;
    if (rest >= b) return rest - b;
    return rest < 0 ? rest + b : rest;
}

inline double modulo(double a, double b) {
    // Whole numbers are by far the usual case.
    if (b > 0 && isSmallWhole(a) && isSmallWhole(b)) return restOf(a, b, a / b);
    double rest = std::fmod(a, b);
    if (rest / b < 0) rest += b;
    return rest;
}

inline double arithmetic(Node node, double a, double b) {
    switch (node) {
        case Node::Add: return a + b;
        case Node::Subtract: return a - b;
        case Node::Multiply: return a * b;
        case Node::Divide: return a / b;
        default: return modulo(a, b);
    }
}

// [OPERATOR v] of (NUM), with Scratch's rounding of sine, cosine and tangent; `option` is a MathOption.
double mathOperator(std::int32_t option, double n);

constexpr double kPi = 3.141592653589793;
inline double toRadians(double degrees) { return degrees * kPi / 180; }
inline double toDegrees(double radians) { return radians * 180 / kPi; }

// n - floor((n - low) / (high - low + 1)) * (high - low + 1): the wrapping of directions, costumes and pen
// colours.
inline double wrapClamp(double n, double low, double high) {
    const double range = high - low + 1;
    return n - std::floor((n - low) / range) * range;
}
// Of 0 and -0 JavaScript takes 0 for the larger one.
inline double clamp(double n, double low, double high) { return std::min(n <= low ? low : n, high); }

// Before its first event the mouse is nowhere, and a sprite that goes to it has the position undefined. It is
// handed on as it is (to clones, to sprites that go to this one), but any arithmetic makes it NaN: exactly
// what the processor does with a signalling NaN.
constexpr double kUndefinedCoordinate = std::numeric_limits<double>::signaling_NaN();
inline Value coordinate(double x) {
    const bool isUndefined =
        std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(kUndefinedCoordinate);
    return isUndefined ? Value() : Value(x);
}

}  // namespace ounce
