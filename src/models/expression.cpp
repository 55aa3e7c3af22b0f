// What an expression is worth.
#include "models/expression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/cast.h"
#include "base/text.h"

namespace ounce::models {

bool isTruthy(const Value& value) {
    switch (value.type()) {
        case Type::Undefined: return false;
        case Type::Number: return value.asNumber() != 0 && !std::isnan(value.asNumber());
        case Type::Boolean: return value.asBoolean();
        case Type::Text: return !value.asText().empty();
    }
    return false;
}

namespace {

bool sameTexts(const Value& a, const Value& b, bool ignoreCase) {
    return ignoreCase ? String::compareIgnoringCase(a.asText(), b.asText()) == 0 : a.asText() == b.asText();
}

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

// JavaScript rounds halves up.
double roundUp(double x) { return std::floor(x + 0.5); }

double leadingNumber(const Value& value, bool whole) {
    const std::string text = toText(value).utf8();
    const std::string_view trimmed = trimWhiteSpace(text);
    for (std::size_t length = std::min<std::size_t>(trimmed.size(), 40); length > 0; length--) {
        const std::string_view part = trimmed.substr(0, length);
        if (whole && part.find_first_not_of("+-0123456789") != std::string_view::npos) continue;
        const double number = String(part).toNumber();
        if (!std::isnan(number) && !trimWhiteSpace(part).empty()) return number;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool looselyEqual(const Value& a, const Value& b, bool ignoreCase) {
    if (a.type() == Type::Undefined || b.type() == Type::Undefined) return a.type() == b.type();
    if (a.isText() && b.isText()) return sameTexts(a, b, ignoreCase);
    const double x = toRawNumber(a), y = toRawNumber(b);
    return x == y;
}

Value Expression::valueOf(std::int32_t index, AnyReader& reader) const {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    const auto number = [&](std::int32_t i) { return toRawNumber(valueOf(i, reader)); };
    const auto compared = [&](auto numbers, auto texts) {
        const Value a = valueOf(node.a, reader), b = valueOf(node.b, reader);
        if (a.isText() && b.isText()) return texts(String::compareIgnoringCase(a.asText(), b.asText()));
        return numbers(toRawNumber(a), toRawNumber(b));
    };
    switch (node.op) {
        case Op::Constant: return node.constant;
        case Op::Reference: return reader.read(static_cast<std::size_t>(node.reference));
        case Op::Or: {
            Value a = valueOf(node.a, reader);
            return isTruthy(a) ? a : valueOf(node.b, reader);
        }
        case Op::And: {
            Value a = valueOf(node.a, reader);
            return isTruthy(a) ? valueOf(node.b, reader) : a;
        }
        case Op::Not: return !isTruthy(valueOf(node.a, reader));
        case Op::Negate: return -number(node.a);
        case Op::Plus: return number(node.a);
        case Op::Equal: return looselyEqual(valueOf(node.a, reader), valueOf(node.b, reader), ignoreCase_);
        case Op::NotEqual:
            return !looselyEqual(valueOf(node.a, reader), valueOf(node.b, reader), ignoreCase_);
        case Op::StrictEqual:
        case Op::StrictNotEqual: {
            const Value a = valueOf(node.a, reader), b = valueOf(node.b, reader);
            const bool same = a.type() == b.type() && looselyEqual(a, b, ignoreCase_);
            return same == (node.op == Op::StrictEqual);
        }
        case Op::Less: return compared([](double x, double y) { return x < y; }, [](int c) { return c < 0; });
        case Op::LessEqual:
            return compared([](double x, double y) { return x <= y; }, [](int c) { return c <= 0; });
        case Op::Greater:
            return compared([](double x, double y) { return x > y; }, [](int c) { return c > 0; });
        case Op::GreaterEqual:
            return compared([](double x, double y) { return x >= y; }, [](int c) { return c >= 0; });
        case Op::Add: {
            const Value a = valueOf(node.a, reader), b = valueOf(node.b, reader);
            if (a.isText() || b.isText()) return join(toText(a), toText(b));
            return toRawNumber(a) + toRawNumber(b);
        }
        case Op::Subtract: return number(node.a) - number(node.b);
        case Op::Multiply: return number(node.a) * number(node.b);
        case Op::Divide: return number(node.a) / number(node.b);
        case Op::Remainder: return std::fmod(number(node.a), number(node.b));
        case Op::Choose: return valueOf(isTruthy(valueOf(node.a, reader)) ? node.b : node.c, reader);
        case Op::Call: return called(node, reader);
    }
    return {};
}

Value Expression::called(const Node& node, AnyReader& reader) const {
    const auto value = [&](std::size_t i) {
        return i < node.arguments.size() ? valueOf(node.arguments[i], reader) : Value();
    };
    const auto number = [&](std::size_t i) { return toRawNumber(value(i)); };
    const auto text = [&](std::size_t i) { return toText(value(i)).utf8(); };
    const auto lower = [&](std::size_t i) { return ignoreCase_ ? lowerCase(text(i)) : text(i); };
    switch (node.function) {
        case Function::Abs: return std::abs(number(0));
        case Function::Min:
        case Function::Max: {
            const bool least = node.function == Function::Min;
            double result =
                least ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < node.arguments.size(); i++) {
                const double x = number(i);
                if (std::isnan(x)) return x;
                result = least ? std::min(result, x) : std::max(result, x);
            }
            return result;
        }
        case Function::Round: return roundUp(number(0));
        case Function::Floor: return std::floor(number(0));
        case Function::Ceil: return std::ceil(number(0));
        case Function::Sqrt: return std::sqrt(number(0));
        case Function::Pow: return std::pow(number(0), number(1));
        case Function::Sign: return sign(number(0));
        case Function::Trunc: return std::trunc(number(0));
        case Function::Hypot: {
            double sum = 0;
            for (std::size_t i = 0; i < node.arguments.size(); i++) sum += number(i) * number(i);
            return std::sqrt(sum);
        }
        case Function::ToNumber: return number(0);
        case Function::ToText: return toText(value(0));
        case Function::ParseFloat: return leadingNumber(value(0), false);
        case Function::ParseInt: return leadingNumber(value(0), true);
        case Function::Length: return static_cast<double>(toText(value(0)).length());
        case Function::Includes: return lower(0).find(lower(1)) != std::string::npos;
        case Function::IndexOf: {
            const std::string whole = lower(0);
            const std::size_t at = whole.find(lower(1));
            if (at == std::string::npos) return -1;
            return static_cast<double>(toUtf16(std::string_view(whole).substr(0, at)).size());
        }
        case Function::StartsWith: return lower(0).starts_with(lower(1));
        case Function::EndsWith: return lower(0).ends_with(lower(1));
        case Function::Lower: return String(lowerCase(text(0)));
        case Function::Upper: return String(upperCase(text(0)));
        case Function::Trim: return String(trimWhiteSpace(text(0)));
    }
    return {};
}

}  // namespace ounce::models
