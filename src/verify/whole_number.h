// Which numbers terms can stand for.
#pragma once

#include <cmath>
#include <cstdint>

#include "verify/terms.h"

namespace ounce::verify {

// What a variable may hold as a whole number.
inline bool wholeNumber(double number, std::int64_t& whole) {
    if (!(std::fabs(number) <= Terms::kGreatest) || std::trunc(number) != number) return false;
    if (number == 0 && std::signbit(number)) return false;  // a division tells -0 from 0
    whole = static_cast<std::int64_t>(number);
    return true;
}

}  // namespace ounce::verify
