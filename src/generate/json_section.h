// Reads the objects of a configuration file strictly: wrong types, impossible values and keys that nobody
// asked for become one sentence about the first of them.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace ounce {

class JsonSection {
  public:
    // `error` takes the first problem of this section and of all sections below it.
    JsonSection(const nlohmann::json& json, std::string where, std::optional<Error>& error)
        : json_(json), where_(std::move(where)), error_(error) {
        if (!json_.is_object()) complain("", "must be an object { … }");
    }
    JsonSection(const JsonSection&) = delete;
    JsonSection& operator=(const JsonSection&) = delete;
    ~JsonSection() {
        if (!json_.is_object()) return;
        for (const auto& [key, value] : json_.items()) {
            if (!asked_.contains(key)) complain(key, "is not a key that Ounce knows");
        }
    }

    [[nodiscard]] bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
    // The value under the key, or null.
    const nlohmann::json* find(const char* key) {
        asked_.insert(key);
        return has(key) ? &json_[key] : nullptr;
    }
    void ignore(std::initializer_list<const char*> keys) { asked_.insert(keys.begin(), keys.end()); }

    template <class T>
    void number(const char* key, T& value, double low, double high) {
        const nlohmann::json* found = find(key);
        if (!found) return;
        const double n = found->is_number() ? found->get<double>() : low - 1;
        const bool whole =
            std::is_floating_point_v<T> || n == static_cast<double>(static_cast<std::int64_t>(n));
        if (!found->is_number() || n < low || n > high || !whole) {
            const char* kind = std::is_floating_point_v<T> ? "number" : "whole number";
            return complain(key, fmt::format("must be a {} between {:.15g} and {:.15g}", kind, low, high));
        }
        value = static_cast<T>(n);
    }
    void flag(const char* key, bool& value) {
        const nlohmann::json* found = find(key);
        if (!found) return;
        if (!found->is_boolean()) return complain(key, "must be true or false");
        value = found->get<bool>();
    }
    template <class T>
    void word(const char* key, T& value, std::initializer_list<std::pair<const char*, T>> words) {
        const nlohmann::json* found = find(key);
        if (!found) return;
        std::string known;
        for (const auto& [name, meaning] : words) {
            if (found->is_string() && found->get_ref<const std::string&>() == name) {
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
    const nlohmann::json& json_;
    std::string where_;
    std::optional<Error>& error_;
    std::set<std::string> asked_;
};

}  // namespace ounce
