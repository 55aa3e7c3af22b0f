// Time is counted in steps.
#pragma once

#include <concepts>

namespace ounce {

inline constexpr int kStepsPerSecond = 30;

constexpr double secondsOf(std::integral auto steps) { return static_cast<double>(steps) / kStepsPerSecond; }
constexpr double millisecondsOf(std::integral auto steps) {
    return static_cast<double>(steps) * 1000 / kStepsPerSecond;
}

}  // namespace ounce
