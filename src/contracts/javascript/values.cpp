#include "contracts/javascript/values.h"

#include <array>
#include <cmath>

namespace ounce::contracts {
namespace {

template <class List>
const auto& oneOf(const List& list, Random& random) {
    return list[static_cast<std::size_t>(random.next() * static_cast<double>(list.size()))];
}

}  // namespace

double JsLanguage::number(bool whole, Random& random) const {
    constexpr std::array<double, 8> kEdges{-1, 100, 1000, 255, 256, -2, 65536, 2147483648.0};
    const double kind = random.next();
    double value = std::floor(random.next() * 11);  // 0 … 10
    if (kind > 0.6 && kind <= 0.85 && !declarations_.numbers.empty()) {
        value = oneOf(declarations_.numbers, random);
        const double beside = random.next();
        if (beside < 0.2) value -= 1;
        if (beside > 0.8) value += 1;
    } else if (kind > 0.85) {
        value = oneOf(kEdges, random);
    }
    if (whole) return std::trunc(value);
    return random.next() < 0.2 ? value + 0.5 : value;
}

Constant JsLanguage::value(std::int32_t base, Random& random) const {
    switch (base) {
        case js::Number: return Constant::of(number(false, random));
        case js::Integer: return Constant::of(number(true, random));
        case js::Natural: return Constant::of(std::fabs(number(true, random)));
        case js::Boolean: return Constant::of(random.next() < 0.5);
        case js::Null: return Constant::null();
        case js::Undefined: return {};
        default: break;
    }
    constexpr std::array<std::string_view, 12> kTexts{"",  "a",  "b",      "ab",     "hello", "x y",
                                                      "0", "\n", "line\n", "a\nb\n", "é",     "😀"};
    if (random.next() < 0.4 && !declarations_.texts.empty())
        return Constant::of(oneOf(declarations_.texts, random));
    return Constant::of(std::string(oneOf(kTexts, random)));
}

Constant JsLanguage::anything(Random& random) const {
    constexpr std::array kBases{js::Number, js::Integer, js::Text, js::Text, js::Boolean, js::Null};
    return value(oneOf(kBases, random), random);
}

Constant JsLanguage::simplest(std::int32_t base) const {
    switch (base) {
        case js::Number:
        case js::Integer:
        case js::Natural: return Constant::of(0.0);
        case js::Boolean: return Constant::of(false);
        case js::Null: return Constant::null();
        case js::Undefined: return {};
        default: return Constant::of(std::string("a"));
    }
}

}  // namespace ounce::contracts
