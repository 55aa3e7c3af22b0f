#include "base/steady_clock.h"

#include <chrono>

namespace ounce {

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ounce
