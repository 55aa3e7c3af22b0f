// Reads the objects of a configuration file strictly: wrong types, impossible values and keys that nobody
// asked for become one sentence about the first of them.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/json_reader.h"
#include "base/result.h"

namespace ounce {

class JsonSection {
  public:
    // `error` takes the first problem of this section and of all sections below it.
    JsonSection(const JsonElement& json, std::string where, std::optional<Error>& error)
        : json_(json.object()), where_(std::move(where)), error_(error) {
        if (!json.isObject()) complain("", "must be an object { … }");
    }
    JsonSection(const JsonSection&) = delete;
    JsonSection& operator=(const JsonSection&) = delete;
    ~JsonSection() {
        for (const auto& [key, value] : json_) {
            if (!asked_.contains(key)) complain(key, "is not a key that Ounce knows");
        }
    }

    [[nodiscard]] bool has(const char* key) const { return json_.has(key); }
    // The value under the key, if it is there.
    std::optional<JsonElement> find(const char* key) {
        asked_.insert(key);
        return json_.find(key);
    }
    void ignore(std::initializer_list<const char*> keys) { asked_.insert(keys.begin(), keys.end()); }

    template <class T>
    void number(const char* key, T& value, double low, double high) {
        const std::optional<JsonElement> found = find(key);
        if (!found) return;
        const double n = found->isNumber() ? found->number() : low - 1;
        const bool whole =
            std::is_floating_point_v<T> || n == static_cast<double>(static_cast<std::int64_t>(n));
        if (!found->isNumber() || n < low || n > high || !whole) {
            const char* kind = std::is_floating_point_v<T> ? "number" : "whole number";
            return complain(key, fmt::format("must be a {} between {:.15g} and {:.15g}", kind, low, high));
        }
        value = static_cast<T>(n);
    }
    void flag(const char* key, bool& value) {
        const std::optional<JsonElement> found = find(key);
        if (!found) return;
        if (!found->isBoolean()) return complain(key, "must be true or false");
        value = found->boolean();
    }
    template <class T>
    void word(const char* key, T& value, std::initializer_list<std::pair<const char*, T>> words) {
        const std::optional<JsonElement> found = find(key);
        if (!found) return;
        std::string known;
        for (const auto& [name, meaning] : words) {
            if (found->isText() && found->text() == name) {
                value = meaning;
                return;
            }
            known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
        }
        complain(key, fmt::format("must be one of {}", known));
    }

    void complain(std::string_view key, std::string what) {
        if (error_) return;
        error_ = Error{std::move(what), key.empty() ? where_ : fmt::format("{}: {}", where_, key), {}};
    }
    [[nodiscard]] std::string inner(std::string_view key) const { return fmt::format("{}: {}", where_, key); }
    std::optional<Error>& error() { return error_; }

  private:
    JsonObject json_;  // empty if it is none
    std::string where_;
    std::optional<Error>& error_;
    std::set<std::string, std::less<>> asked_;
};

}  // namespace ounce
