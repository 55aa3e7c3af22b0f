#include "base/comparison.h"

#include <cmath>

#include "base/cast.h"
#include "base/text.h"

namespace ounce {

bool comparedNumber(const Value& value, double& number) {
    number = numberAtAGlance(value);
    if (!std::isnan(number)) return true;
    number = toRawNumber(value);
    // Blank text is worth 0 to JavaScript, but no number to Scratch.
    const bool isBlank = number == 0 && value.isText() && trimWhiteSpace(value.asText().utf8()).empty();
    return !std::isnan(number) && !isBlank;
}

}  // namespace ounce
