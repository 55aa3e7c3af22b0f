// A JSON object read by someone who knows what to expect: every key must be known, every type right, and what
// is wrong is said with its place.
#pragma once

#include <fmt/format.h>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "base/result.h"
#include "base/value.h"

namespace ounce {

class JsonFields {
  public:
    using Element = JsonElement;

    // `path` is the JSON pointer of the object.
    static Result<JsonFields> open(const Element& value, std::string path);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool has(std::string_view key) const {
        asked_.emplace(key);
        return object_.has(key);
    }
    // The member, which then counts as known.
    std::optional<Element> take(std::string_view key);

    // Absent members give the value that is there already.
    Result<void> text(std::string_view key, std::string& value);
    Result<void> boolean(std::string_view key, bool& value);
    Result<void> number(std::string_view key, double& value);
    Result<void> whole(std::string_view key, std::uint64_t& value, std::uint64_t most);
    Result<void> seed(std::string_view key, std::uint32_t& value);
    // [x, y]
    Result<void> point(std::string_view key, double& x, double& y);

    [[nodiscard]] std::unexpected<Error> problem(std::string what, std::string advice = {}) const {
        return fail(std::move(what), path_, std::move(advice));
    }
    // Fails if there is a key that nobody took, or one key twice.
    Result<void> finish();

  private:
    JsonFields(JsonObject object, std::string path) : object_(object), path_(std::move(path)) {}
    JsonObject object_;
    std::string path_;
    std::set<std::string, std::less<>> taken_;
    mutable std::set<std::string, std::less<>> asked_;  // for "did you mean"
};

// A number, text or truth value; nothing else.
std::optional<Value> jsonValue(const JsonElement& element);

// Calls `read(element, path)` for each entry of a list.
template <class Read>
Result<void> eachEntry(JsonFields& fields, std::string_view key, Read read) {
    const auto list = fields.take(key);
    if (!list) return {};
    JsonArray entries;
    if (!list->get(entries)) return fields.problem(fmt::format("«{}» must be a list", key));
    std::size_t index = 0;
    for (const JsonElement entry : entries)
        OUNCE_CHECK(read(entry, fmt::format("{}/{}/{}", fields.path(), key, index++)));
    return {};
}

}  // namespace ounce
