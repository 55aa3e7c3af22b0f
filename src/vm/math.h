// Scratch's arithmetic, without any machine.
#pragma once

#include <cmath>
#include <cstdint>

#include "vm/program.h"

namespace ounce {

inline double modulo(double a, double b) {
    // Whole numbers, by far the usual case: the quotient's rounding is off by at most one, the rest is exact.
    if (a >= 0 && b > 0 && a < 4503599627370496.0 && b < 4503599627370496.0) {
        const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
        if (static_cast<double>(x) == a && static_cast<double>(y) == b) {
            const double quotient = static_cast<double>(static_cast<std::int64_t>(a / b));
            const double rest = a - quotient * b;
            return rest < 0 ? rest + b : rest;
        }
    }
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
inline double clamp(double n, double low, double high) { return std::min(std::max(n, low), high); }

}  // namespace ounce
