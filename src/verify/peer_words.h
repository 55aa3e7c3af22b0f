// Words and times of Bastet and Whisker.
#pragma once

#include <cstdint>
#include <string>

namespace ounce::verify {

// JavaScript's code of a key that an input names («ArrowLeft» is 37); 0: one that Whisker cannot press.
int keyCodeOf(const std::string& browserName);
// The other way round, and also letters and digits, which Whisker does not take; empty: no key.
std::string keyOfCode(std::int64_t code);

// A wait that Whisker turns into that many steps. It rounds up, so the middle of the last step is meant:
// that leaves room for every way of writing a thirtieth of a second.
std::uint64_t microsFor(std::uint64_t steps);
// How many steps Whisker waits: at least one.
std::uint64_t stepsFor(double micros);

}  // namespace ounce::verify
