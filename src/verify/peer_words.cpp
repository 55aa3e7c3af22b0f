#include "verify/peer_words.h"

#include <algorithm>
#include <cmath>

#include "vm/log.h"

namespace ounce::verify {
namespace {

struct Key {
    int code;
    const char* name;
};
constexpr Key kKeys[] = {{13, "Enter"},   {32, " "},          {37, "ArrowLeft"},
                         {38, "ArrowUp"}, {39, "ArrowRight"}, {40, "ArrowDown"}};
constexpr double kStepMicros = 1e6 / 30;

}  // namespace

int keyCodeOf(const std::string& browserName) {
    for (const Key& key : kKeys) {
        if (browserName == key.name) return key.code;
    }
    return 0;
}

std::string keyOfCode(std::int64_t code) {
    for (const Key& key : kKeys) {
        if (code == key.code) return key.name;
    }
    if (code >= 'A' && code <= 'Z') return std::string(1, static_cast<char>(code - 'A' + 'a'));
    if (code >= '0' && code <= '9') return std::string(1, static_cast<char>(code));
    return {};
}

std::uint64_t microsFor(std::uint64_t steps) {
    if (steps == 0) return 0;
    return static_cast<std::uint64_t>((static_cast<double>(steps) - 0.5) * kStepMicros);
}

std::uint64_t stepsFor(double micros) {
    if (!(micros > 0)) return 1;
    const double steps = std::ceil(micros / kStepMicros);
    return static_cast<std::uint64_t>(std::clamp(steps, 1.0, static_cast<double>(Log::kMostSteps)));
}

}  // namespace ounce::verify
