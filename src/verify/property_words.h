// A property in the words of others: as checks of a test, as a condition in JavaScript. Only what is simple
// enough: a condition on the present, without time and events.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "testing/check.h"

namespace ounce::verify {

// Checks that hold at the end of a step exactly when the property does there. Empty: it cannot be said so.
std::vector<Check> checksOf(const spec::Monitor& monitor, const Program& program);

// A JavaScript expression for Whisker, with `compare` and `toNumber` of kScratchWords; none: it cannot be
// said so.
std::optional<std::string> javaScriptOf(const spec::Monitor& monitor, const Program& program);
extern const char* const kScratchWords;

}  // namespace ounce::verify
