#include "project/sb3/reading.h"

#include <cmath>
#include <fmt/format.h>

#include "base/number.h"

namespace ounce {
namespace {

constexpr std::size_t kTreeMemory = std::size_t{192} << 20;
constexpr std::size_t kMostWarnings = 50;

}  // namespace

std::string Reading::place() const {
    if (kind_.empty()) return target_;
    const std::string part =
        part_.empty() ? std::string(kind_) : fmt::format("{} {}", kind_, part_.substr(0, 100));
    return target_.empty() ? part : fmt::format("{}: {}", target_, part);
}

void Reading::refuse(std::string what) {
    if (!error_) error_ = Error{std::move(what), place(), {}};
}

void Reading::warn(std::string what) {
    if (++warningCount_ > kMostWarnings) return;
    const std::string where = place();
    warnings_.push_back(where.empty() ? std::move(what) : fmt::format("{}: {}", where, what));
}

std::vector<std::string> Reading::takeWarnings() {
    if (warningCount_ > kMostWarnings) {
        warnings_.push_back(fmt::format("{} more oddities of this kind", warningCount_ - kMostWarnings));
    }
    return std::move(warnings_);
}

void Reading::spend(std::size_t bytes) {
    spent_ += bytes;
    if (spent_ > kTreeMemory) refuse("the project is too large: it would need more than 192 MB of memory");
}

void Reading::wrongType(dom::element value, std::string_view member, std::string_view wanted) {
    refuse(fmt::format("\"{}\" should be {}, but is {}", member, wanted, dom::typeName(value)));
}

bool Reading::numberOf(dom::element value, std::string_view member, double& result) {
    if (value.get(result) == simdjson::SUCCESS) return true;
    if (value.is_null()) return false;
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) {
        const double parsed = textToNumber(text);
        if (std::isfinite(parsed)) {
            warn(fmt::format("\"{}\" is the text \"{}\" instead of a number", member, text));
            result = parsed;
            return true;
        }
    }
    wrongType(value, member, "a number");
    return false;
}

bool Reading::textOf(dom::element value, std::string_view member, std::string& result) {
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) {
        if (text.size() > 64) spend(text.size());
        result = text;
        return true;
    }
    if (value.is_null()) return false;
    if (dom::isContainer(value)) {
        wrongType(value, member, "a text");
        return false;
    }
    warn(fmt::format("\"{}\" is {} instead of a text", member, dom::typeName(value)));
    result = dom::minified(value);
    return true;
}

void Reading::number(dom::element value, std::string_view member, double& result) {
    double read = 0;
    if (numberOf(value, member, read)) result = read;
}

void Reading::number(dom::element value, std::string_view member, std::optional<double>& result) {
    double read = 0;
    result = numberOf(value, member, read) ? std::optional(read) : std::nullopt;
}

void Reading::truth(dom::element value, std::string_view member, bool& result) {
    if (value.get(result) == simdjson::SUCCESS || value.is_null()) return;
    std::string_view text;
    double number = 0;
    if (value.get(text) == simdjson::SUCCESS && (text == "true" || text == "false")) {
        result = text == "true";
    } else if (value.get(number) == simdjson::SUCCESS) {
        result = number != 0;
    } else {
        return wrongType(value, member, "true or false");
    }
    warn(fmt::format("\"{}\" is {} instead of true or false", member, dom::typeName(value)));
}

void Reading::text(dom::element value, std::string_view member, std::string& result) {
    textOf(value, member, result);
}

void Reading::text(dom::element value, std::string_view member, std::optional<std::string>& result) {
    std::string read;
    if (textOf(value, member, read)) {
        result = std::move(read);
    } else {
        result.reset();
    }
}

Scalar Reading::scalar(dom::element value, std::string_view member) {
    switch (value.type()) {
        case dom::element_type::STRING: {
            const std::string_view text(value);
            if (text.size() > 64) spend(text.size());
            return std::string(text);
        }
        case dom::element_type::BOOL: return bool(value);
        case dom::element_type::NULL_VALUE: return nullptr;
        case dom::element_type::ARRAY:
        case dom::element_type::OBJECT: wrongType(value, member, "a text or a number"); return nullptr;
        default: return double(value);
    }
}

void Reading::extra(std::string_view key, dom::element value, Extra& extra) {
    std::string json = dom::minified(value);
    spend(sizeof(Extra::value_type) + key.size() + json.size());
    extra.emplace_back(key, std::move(json));
}

std::vector<dom::Member> Reading::members(dom::element value, std::string_view member) {
    if (!dom::isContainer(value) && !value.is_null()) wrongType(value, member, "an object");
    return dom::members(value);
}

bool Reading::isList(dom::element value, std::string_view member) {
    if (!value.is_array() && !value.is_null()) wrongType(value, member, "a list");
    return value.is_array();
}

bool Reading::isObject(dom::element value, std::string_view member) {
    if (!value.is_object()) wrongType(value, member, "an object");
    return value.is_object();
}

}  // namespace ounce
