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
        warnings_.push_back(fmt::format("more oddities of this kind: {}", warningCount_ - kMostWarnings));
    }
    return std::move(warnings_);
}

void Reading::spend(std::size_t bytes) {
    spent_ += bytes;
    if (spent_ > kTreeMemory) refuse("the project is too large: it would need more than 192 MB of memory");
}

void Reading::wrongType(JsonElement value, std::string_view member, std::string_view wanted) {
    refuse(fmt::format("\"{}\" should be {}, but is {}", member, wanted, dom::typeName(value)));
}

bool Reading::numberOf(JsonElement value, std::string_view member, double& result) {
    if (value.get(result)) return true;
    if (value.isNull()) return false;
    if (std::string_view text; value.get(text)) {
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

bool Reading::textOf(JsonElement value, std::string_view member, std::string& result) {
    if (std::string_view text; value.get(text)) {
        if (text.size() > 64) spend(text.size());
        result = text;
        return true;
    }
    if (value.isNull()) return false;
    if (dom::isContainer(value)) {
        wrongType(value, member, "a text");
        return false;
    }
    warn(fmt::format("\"{}\" is {} instead of a text", member, dom::typeName(value)));
    result = dom::minified(value);
    return true;
}

void Reading::number(JsonElement value, std::string_view member, double& result) {
    double read = 0;
    if (numberOf(value, member, read)) result = read;
}

void Reading::number(JsonElement value, std::string_view member, std::optional<double>& result) {
    double read = 0;
    result = numberOf(value, member, read) ? std::optional(read) : std::nullopt;
}

void Reading::truth(JsonElement value, std::string_view member, bool& result) {
    if (value.get(result) || value.isNull()) return;
    std::string_view text;
    double number = 0;
    if (value.get(text) && (text == "true" || text == "false")) {
        result = text == "true";
    } else if (value.get(number)) {
        result = number != 0;
    } else {
        return wrongType(value, member, "true or false");
    }
    warn(fmt::format("\"{}\" is {} instead of true or false", member, dom::typeName(value)));
}

void Reading::text(JsonElement value, std::string_view member, std::string& result) {
    textOf(value, member, result);
}

void Reading::text(JsonElement value, std::string_view member, std::optional<std::string>& result) {
    std::string read;
    if (textOf(value, member, read)) {
        result = std::move(read);
    } else {
        result.reset();
    }
}

Scalar Reading::scalar(JsonElement value, std::string_view member) {
    switch (value.type()) {
        case JsonType::Text: {
            const std::string_view text = value.text();
            if (text.size() > 64) spend(text.size());
            return std::string(text);
        }
        case JsonType::Boolean: return value.boolean();
        case JsonType::Null: return nullptr;
        case JsonType::Array:
        case JsonType::Object: wrongType(value, member, "a text or a number"); return nullptr;
        default: return value.number();
    }
}

void Reading::extra(std::string_view key, JsonElement value, Extra& extra) {
    std::string json = dom::minified(value);
    spend(sizeof(Extra::value_type) + key.size() + json.size());
    extra.emplace_back(key, std::move(json));
}

std::vector<JsonMember> Reading::members(JsonElement value, std::string_view member) {
    if (!dom::isContainer(value) && !value.isNull()) wrongType(value, member, "an object");
    return dom::members(value);
}

bool Reading::isList(JsonElement value, std::string_view member) {
    if (!value.isArray() && !value.isNull()) wrongType(value, member, "a list");
    return value.isArray();
}

bool Reading::isObject(JsonElement value, std::string_view member) {
    if (!value.isObject()) wrongType(value, member, "an object");
    return value.isObject();
}

}  // namespace ounce
