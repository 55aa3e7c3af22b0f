#include "testing/json_fields.h"

#include <limits>

#include "base/nearest.h"

namespace ounce {

Result<JsonFields> JsonFields::open(const Element& value, std::string path) {
    JsonObject object;
    if (!value.get(object)) return fail("must be an object in braces {…}", path);
    return JsonFields(object, std::move(path));
}

std::optional<JsonFields::Element> JsonFields::take(std::string_view key) {
    asked_.emplace(key);
    const std::optional<Element> value = object_.find(key);
    if (!value) return std::nullopt;
    taken_.emplace(key);
    return value;
}

Result<void> JsonFields::text(std::string_view key, std::string& value) {
    const auto found = take(key);
    if (!found) return {};
    std::string_view text;
    if (!found->get(text)) return problem(fmt::format("«{}» must be a text", key));
    value = text;
    return {};
}

Result<void> JsonFields::boolean(std::string_view key, bool& value) {
    const auto found = take(key);
    if (found && !found->get(value)) return problem(fmt::format("«{}» must be true or false", key));
    return {};
}

Result<void> JsonFields::number(std::string_view key, double& value) {
    const auto found = take(key);
    if (found && !found->get(value)) return problem(fmt::format("«{}» must be a number", key));
    return {};
}

Result<void> JsonFields::whole(std::string_view key, std::uint64_t& value, std::uint64_t most) {
    const auto found = take(key);
    if (!found) return {};
    std::uint64_t number = 0;
    if (!found->get(number) || number > most)
        return problem(fmt::format("«{}» must be a whole number from 0 to {}", key, most));
    value = number;
    return {};
}

Result<void> JsonFields::seed(std::string_view key, std::uint32_t& value) {
    std::uint64_t seed = value;
    OUNCE_CHECK(whole(key, seed, std::numeric_limits<std::uint32_t>::max()));
    value = static_cast<std::uint32_t>(seed);
    return {};
}

Result<void> JsonFields::point(std::string_view key, double& x, double& y) {
    const auto found = take(key);
    if (!found) return {};
    JsonArray list;
    if (!found->get(list) || list.size() != 2 || !list.at(0)->get(x) || !list.at(1)->get(y))
        return problem(fmt::format("«{}» must be a place [x, y]", key));
    return {};
}

Result<void> JsonFields::finish() {
    std::set<std::string_view> seen;
    for (const auto& [key, value] : object_) {
        if (!seen.insert(key).second) return problem(fmt::format("«{}» is there twice", key));
        if (taken_.find(key) != taken_.end()) continue;
        const std::vector<std::string> asked(asked_.begin(), asked_.end());
        return problem(fmt::format("«{}» is not known here, or does not go with the others", key),
                       didYouMean(key, asked));
    }
    return {};
}

std::optional<Value> jsonValue(const JsonElement& element) {
    if (double number = 0; element.get(number)) return Value(number);
    if (bool truth = false; element.get(truth)) return Value(truth);
    if (std::string_view text; element.get(text)) return Value(String(text));
    return std::nullopt;
}

}  // namespace ounce
