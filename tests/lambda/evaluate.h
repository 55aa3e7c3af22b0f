// What a term of the model comes to.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "syntax.h"

namespace ounce::contracts::lambda {

struct LambdaValue;
using Frame = std::map<Name, LambdaValue>;

struct LambdaValue {
    enum class Kind : std::uint8_t { Integer, Truth, Closure };
    Kind kind = Kind::Integer;
    long integer = 0;
    TermRef function{};  // a lambda
    std::shared_ptr<const Frame> frame{};
};

struct Evaluated {
    enum class Kind : std::uint8_t {
        Value,
        Died,     // text: who is to blame
        Stuck,    // a term without a type
        Endless,  // too many steps
    };
    Kind kind = Kind::Value;
    LambdaValue value{};
    std::string text{};
};

Evaluated evaluate(const TermRef& term, const Frame& frame, long steps = 100000);

}  // namespace ounce::contracts::lambda
