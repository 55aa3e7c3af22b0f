#include "base/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace ounce {
namespace {

int copyText(std::string_view text, char* buffer) {
    std::memcpy(buffer, text.data(), text.size());
    return static_cast<int>(text.size());
}

// Small whole numbers are by far the most frequent and need no search for the shortest digits.
int wholeNumberToText(std::int64_t value, char* buffer) {
    return static_cast<int>(std::to_chars(buffer, buffer + 24, value).ptr - buffer);
}

// Digits of 0x, 0b, 0o literals; JavaScript rounds long ones to the nearest double, which summing up does
// closely.
double radixToNumber(std::string_view digits, int radix) {
    if (digits.empty()) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    for (char c : digits) {
        int digit = c >= '0' && c <= '9'                 ? c - '0'
                    : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                         : 99;
        if (digit >= radix) return std::numeric_limits<double>::quiet_NaN();
        value = value * radix + digit;
    }
    return value;
}

// Whether the text has the form of a JavaScript decimal literal (from_chars alone also takes "inf", "nan",
// "1e").
bool isDecimal(std::string_view text) {
    std::size_t i = 0;
    auto digits = [&] {
        std::size_t start = i;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9') i++;
        return i - start;
    };
    std::size_t count = digits();
    if (i < text.size() && text[i] == '.') {
        i++;
        count += digits();
    }
    if (count == 0) return false;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        i++;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) i++;
        if (digits() == 0) return false;
    }
    return i == text.size();
}

}  // namespace

int numberToText(double value, char* buffer) {
    if (value == 0) return copyText("0", buffer);
    if (std::isnan(value)) return copyText("NaN", buffer);
    if (std::isinf(value)) return copyText(value > 0 ? "Infinity" : "-Infinity", buffer);
    if (std::fabs(value) < 9e15) {
        auto whole = static_cast<std::int64_t>(value);
        if (static_cast<double>(whole) == value) return wholeNumberToText(whole, buffer);
    }
    // "d.ddde±xx" gives the shortest digits and the exponent; JavaScript lays them out by its own rule.
    char scientific[40];
    auto end =
        std::to_chars(scientific, scientific + sizeof scientific, value, std::chars_format::scientific).ptr;
    char digits[24];
    int count = 0;
    const char* p = scientific;
    char* out = buffer;
    if (*p == '-') {
        *out++ = '-';
        p++;
    }
    for (; p < end && *p != 'e'; p++) {
        if (*p != '.') digits[count++] = *p;
    }
    int exponent = 0;
    std::from_chars(p[1] == '+' ? p + 2 : p + 1, end, exponent);
    const int point = exponent + 1;  // position of the decimal point within the digits
    if (point > 21 || point <= -6) {
        *out++ = digits[0];
        if (count > 1) {
            *out++ = '.';
            out += copyText({digits + 1, static_cast<std::size_t>(count - 1)}, out);
        }
        *out++ = 'e';
        *out++ = exponent < 0 ? '-' : '+';
        out += wholeNumberToText(std::abs(exponent), out);
    } else if (point <= 0) {
        out += copyText("0.", out);
        for (int i = point; i < 0; i++) *out++ = '0';
        out += copyText({digits, static_cast<std::size_t>(count)}, out);
    } else {
        for (int i = 0; i < count || i < point; i++) {
            if (i == point) *out++ = '.';
            *out++ = i < count ? digits[i] : '0';
        }
    }
    return static_cast<int>(out - buffer);
}

std::string numberToText(double value) {
    char buffer[40];
    return {buffer, static_cast<std::size_t>(numberToText(value, buffer))};
}

double textToNumber(std::string_view text) {
    text = trimWhiteSpace(text);
    if (text.empty()) return 0;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (text.size() > 2 && text[0] == '0') {
        switch (text[1] | 32) {
            case 'x': return radixToNumber(text.substr(2), 16);
            case 'o': return radixToNumber(text.substr(2), 8);
            case 'b': return radixToNumber(text.substr(2), 2);
            default: break;
        }
    }
    const bool negative = text[0] == '-';
    if (negative || text[0] == '+') text.remove_prefix(1);
    double value = 0;
    if (text == "Infinity") {
        value = std::numeric_limits<double>::infinity();
    } else {
        if (!isDecimal(text)) return nan;
        auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        // Out of range: from_chars leaves the value alone; strtod gives 0 or infinity as JavaScript does.
        if (error == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
    }
    return negative ? -value : value;
}

double roundHalfUp(double value) {
    if (!(std::fabs(value) < 4503599627370496.0)) return value;  // 2^52: no fraction left
    // floor(value + 0.5) is wrong for 0.49999999999999994, whose sum rounds up to 1.
    const double low = std::floor(value);
    return std::copysign(value - low >= 0.5 ? low + 1 : low, value);
}

std::string toFixed(double value, int digits) {
    if (!(std::fabs(value) < 1e21)) return numberToText(value);
    char buffer[64];
    // JavaScript picks the larger of two equally near numbers; glibc rounds halves to even. Only values that
    // are exact halves in binary differ (0.5, 2.5, 0.125 …).
    const double power = std::pow(10.0, digits);
    const double scaled = std::fabs(value) * power;
    // The product may have been rounded to a half: 0.015 is a little less than that.
    const bool exactHalf = digits <= 22 && scaled < 4503599627370496.0 &&
                           scaled - std::floor(scaled) == 0.5 &&
                           std::fma(std::fabs(value), power, -scaled) == 0;
    if (exactHalf) value = std::copysign((std::floor(scaled) + 1) / power, value);
    const int length = std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
    std::string text(buffer, static_cast<std::size_t>(length));
    // (-0.001).toFixed(2) is "-0.00" in JavaScript as in C, but (-0).toFixed(2) is "0.00".
    if (value == 0 && text[0] == '-') text.erase(0, 1);
    return text;
}

int toInt32(double value) {
    if (!std::isfinite(value)) return 0;
    const double whole = std::fmod(std::trunc(value), 4294967296.0);
    return static_cast<int>(static_cast<std::uint32_t>(static_cast<std::int64_t>(whole)));
}

}  // namespace ounce
