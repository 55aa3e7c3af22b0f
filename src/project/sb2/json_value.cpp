#include "project/sb2/json_value.h"

#include "base/number.h"
#include "project/sb3/dom.h"

namespace ounce::sb2 {

std::optional<Json> member(const Json& object, std::string_view name) {
    Json found;
    return dom::find(object, name, found) ? std::optional(found) : std::nullopt;
}

std::vector<Json> items(const Json& array) {
    std::vector<Json> all;
    simdjson::dom::array elements;
    if (array.get(elements) != simdjson::SUCCESS) return all;
    for (Json item : elements) all.push_back(item);
    return all;
}

std::vector<Json> memberItems(const Json& object, std::string_view name) {
    auto value = member(object, name);
    return value ? items(*value) : std::vector<Json>{};
}

bool isArray(const Json& value) { return value.is_array(); }
bool isCompound(const Json& value) { return value.is_array() || value.is_object(); }

bool isText(const Json& value, std::string_view text) {
    std::string_view actual;
    return value.get(actual) == simdjson::SUCCESS && actual == text;
}

std::optional<double> numberOf(const Json& value) {
    double number = 0;
    if (!value.is_number() || value.get(number) != simdjson::SUCCESS) return std::nullopt;
    return number;
}

Scalar scalarOf(const Json& value) {
    if (value.is_null()) return nullptr;
    if (bool flag = false; value.get(flag) == simdjson::SUCCESS) return flag;
    if (auto number = numberOf(value)) return *number;
    return textOf(value);
}

std::string textOf(const Json& value) {
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) return std::string(text);
    if (bool flag = false; value.get(flag) == simdjson::SUCCESS) return flag ? "true" : "false";
    if (auto number = numberOf(value)) return numberToText(*number);
    if (value.is_null()) return "null";
    if (value.is_object()) return "[object Object]";
    std::string text;
    bool first = true;
    for (const Json& item : items(value)) {
        if (!first) text += ',';
        first = false;
        if (!item.is_null()) text += textOf(item);
    }
    return text;
}

double memberNumber(const Json& object, std::string_view name, double otherwise) {
    auto value = member(object, name);
    return value ? numberOf(*value).value_or(otherwise) : otherwise;
}

bool memberFlag(const Json& object, std::string_view name, bool otherwise) {
    auto value = member(object, name);
    bool flag = otherwise;
    return value && value->get(flag) == simdjson::SUCCESS ? flag : otherwise;
}

std::string memberText(const Json& object, std::string_view name) {
    auto value = member(object, name);
    return value ? textOf(*value) : std::string();
}

}  // namespace ounce::sb2
