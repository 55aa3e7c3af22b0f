#include "stage/svg/number.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ounce {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view takeDigits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

bool takeSign(std::string_view& text) {
    if (text.empty() || (text.front() != '+' && text.front() != '-')) return false;
    const bool negative = text.front() == '-';
    text.remove_prefix(1);
    return negative;
}

// None: the e is a unit's (em, ex) or has no digits behind it.
std::optional<int> takeExponent(std::string_view& text) {
    std::string_view rest = text.substr(1);
    if (rest.empty() || rest.front() == 'x' || rest.front() == 'm') return std::nullopt;
    const bool negative = takeSign(rest);
    const std::string_view digits = takeDigits(rest);
    if (digits.empty()) return std::nullopt;
    int exponent = 0;
    for (const char digit : digits) exponent = std::min(10 * exponent + (digit - '0'), 1000);
    text = rest;
    return negative ? -exponent : exponent;
}

}  // namespace

std::optional<float> readSvgNumber(std::string_view& text) {
    std::string_view rest = text;
    const bool negative = takeSign(rest);
    const std::string_view whole = takeDigits(rest);
    float integer = 0, place = 1;
    for (auto digit = whole.rbegin(); digit != whole.rend(); ++digit) {
        integer += place * static_cast<float>(*digit - '0');
        place *= 10;
    }
    float fraction = 0;
    if (!rest.empty() && rest.front() == '.') {
        rest.remove_prefix(1);
        const std::string_view digits = takeDigits(rest);
        if (digits.empty()) return std::nullopt;
        float part = 1;
        for (const char digit : digits) {
            part *= 0.1F;
            fraction += static_cast<float>(digit - '0') * part;
        }
    } else if (whole.empty()) {
        return std::nullopt;
    }
    float value = integer + fraction;
    if (!rest.empty() && (rest.front() == 'e' || rest.front() == 'E')) {
        if (const auto exponent = takeExponent(rest)) value *= static_cast<float>(std::pow(10.0, *exponent));
    }
    if (!std::isfinite(value)) return std::nullopt;
    text = rest;
    return negative ? -value : value;
}

}  // namespace ounce
