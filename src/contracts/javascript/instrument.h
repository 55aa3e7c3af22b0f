// Coverage of JavaScript: the same source with counters at functions, loops and cases, and at both outcomes
// of each condition of `if` and `while`. Works on tokens, so that lines stay where they are; conditions
// inside expressions (?:, &&, ||) are not seen.
//
// A counter reads `$c[7]||$n(7)`: where the bytes $c say that it was never passed, $n is told.
#pragma once

#include <string>
#include <string_view>

namespace ounce::contracts {

// The most counters; the driver keeps as many places.
constexpr int kMostCounters = 8192;

// `next` is the first number that is free, before and afterwards.
std::string instrumented(std::string_view source, int& next);

}  // namespace ounce::contracts
