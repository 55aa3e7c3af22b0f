// An exception as data.
#pragma once

#include <string>

#include "base/result.h"
#include "script/value.h"

namespace ounce {

struct JsException {
    std::string name;     // "TypeError"; empty when something else than an Error was thrown
    std::string message;  // or the thrown thing as a text
    std::string file;
    int line = 0, column = 0;  // counted from 1; 0: not known
    JsValue thrown;

    // "TypeError: t.foo is not a function", at "tests.js:12:5".
    [[nodiscard]] Error toError() const;
};

JsException describeException(const JsValue& thrown);

}  // namespace ounce
