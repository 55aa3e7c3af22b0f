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
    JsonArray elements;
    if (!array.get(elements)) return all;
    for (Json item : elements) all.push_back(item);
    return all;
}

std::vector<Json> memberItems(const Json& object, std::string_view name) {
    auto value = member(object, name);
    return value ? items(*value) : std::vector<Json>{};
}

bool isArray(const Json& value) { return value.isArray(); }
bool isCompound(const Json& value) { return value.isArray() || value.isObject(); }

bool isText(const Json& value, std::string_view text) {
    std::string_view actual;
    return value.get(actual) && actual == text;
}

std::optional<double> numberOf(const Json& value) {
    double number = 0;
    if (!value.isNumber() || !value.get(number)) return std::nullopt;
    return number;
}

Scalar scalarOf(const Json& value) {
    if (value.isNull()) return nullptr;
    if (bool flag = false; value.get(flag)) return flag;
    if (auto number = numberOf(value)) return *number;
    return textOf(value);
}

std::string textOf(const Json& value) {
    if (std::string_view text; value.get(text)) return std::string(text);
    if (bool flag = false; value.get(flag)) return flag ? "true" : "false";
    if (auto number = numberOf(value)) return numberToText(*number);
    if (value.isNull()) return "null";
    if (value.isObject()) return "[object Object]";
    std::string text;
    bool first = true;
    for (const Json& item : items(value)) {
        if (!first) text += ',';
        first = false;
        if (!item.isNull()) text += textOf(item);
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
    return value && value->get(flag) ? flag : otherwise;
}

std::string memberText(const Json& object, std::string_view name) {
    auto value = member(object, name);
    return value ? textOf(*value) : std::string();
}

}  // namespace ounce::sb2
