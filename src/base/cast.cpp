#include "base/cast.h"

#include <limits>

#include "base/number.h"
#include "base/text.h"

namespace ounce {
namespace {

bool isBlank(const String& text) {
    for (std::uint32_t i = 0; i < text.length(); i++) {
        if (!isWhiteSpace(text[i])) return false;
    }
    return true;
}

}  // namespace

double otherToNumber(const Value& value) {
    return orZero(value.type() == Type::Undefined ? 0 : toRawNumber(value));
}

double toRawNumber(const Value& value) {
    switch (value.type()) {
        case Type::Number: return value.asNumber();
        case Type::Boolean: return value.asBoolean() ? 1 : 0;
        case Type::Text: return value.asText().toNumber();
        case Type::Undefined: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

bool toBoolean(const Value& value) {
    switch (value.type()) {
        case Type::Boolean: return value.asBoolean();
        case Type::Number: return value.asNumber() != 0 && !std::isnan(value.asNumber());
        case Type::Text: {
            const String& text = value.asText();
            if (text.empty() || (text.length() == 1 && text[0] == '0')) return false;
            static const String no(std::string_view("false"));
            return text.length() != 5 || String::compareIgnoringCase(text, no) != 0;
        }
        case Type::Undefined: break;
    }
    return false;
}

String numberToString(double value) {
    if (value >= 0 && value < 10 && value == static_cast<int>(value)) {
        return String::ofUnit(static_cast<char16_t>('0' + static_cast<int>(value)));
    }
    char buffer[40];
    return String::fromLatin1({buffer, static_cast<std::size_t>(numberToText(value, buffer))});
}

String toText(const Value& value) {
    switch (value.type()) {
        case Type::Text: return value.asText();
        case Type::Number: return numberToString(value.asNumber());
        case Type::Boolean: return String::fromLatin1(value.asBoolean() ? "true" : "false");
        case Type::Undefined: break;
    }
    return String::fromLatin1("undefined");
}

bool isWholeNumber(const Value& value) {
    switch (value.type()) {
        case Type::Boolean: return true;
        case Type::Number: {
            const double n = value.asNumber();
            return std::isnan(n) || (std::fabs(n) < 1e21 && n == std::trunc(n));
        }
        case Type::Text:
            for (std::uint32_t i = 0; i < value.asText().length(); i++) {
                if (value.asText()[i] == '.') return false;
            }
            return true;
        case Type::Undefined: break;
    }
    return false;
}

double compareSlowly(const Value& a, const Value& b) {
    double x = toRawNumber(a), y = toRawNumber(b);
    // Blank text is worth 0 to JavaScript, but no number to Scratch.
    if (x == 0 && a.isText() && isBlank(a.asText())) x = std::numeric_limits<double>::quiet_NaN();
    if (y == 0 && b.isText() && isBlank(b.asText())) y = std::numeric_limits<double>::quiet_NaN();
    if (std::isnan(x) || std::isnan(y)) return String::compareIgnoringCase(toText(a), toText(b));
    if (x == y) return 0;
    return x - y;
}

}  // namespace ounce
