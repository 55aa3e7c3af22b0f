// A JSON document that is put together piece by piece and then written: the --json of every command. Members
// keep their order. (JsonWriter writes without keeping; JsonDocument reads.)
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ounce {

class Json {
  public:
    struct Member;

    Json() = default;  // null
    Json(std::nullptr_t) {}
    Json(bool value) : text_(value ? "true" : "false") {}
    Json(double value);  // NaN and infinities, which JSON lacks, become null
    template <std::integral T>
    Json(T value) : text_(std::to_string(value)) {}
    Json(std::string text) : kind_(Kind::Text), text_(std::move(text)) {}
    Json(std::string_view text) : Json(std::string(text)) {}
    Json(const char* text) : Json(std::string(text)) {}
    Json(const std::vector<std::string>& texts);
    Json(std::vector<Json> items) : kind_(Kind::Array), items_(std::move(items)) {}
    // An object: {{"name", name}, {"steps", 3}}
    Json(std::initializer_list<Member> members);
    static Json array() { return Json(std::vector<Json>()); }
    static Json object() { return Json(std::initializer_list<Member>()); }

    // None: it is no JSON.
    static std::optional<Json> parse(std::string_view text);

    // The member of an object; a new one is null. Null becomes an object.
    Json& operator[](std::string_view key);
    void push_back(Json item);        // null becomes a list
    void update(const Json& object);  // takes over its members
    void remove(std::string_view key);

    [[nodiscard]] bool isNull() const { return kind_ == Kind::Plain && text_ == "null"; }
    [[nodiscard]] bool isObject() const { return kind_ == Kind::Object; }
    [[nodiscard]] bool isArray() const { return kind_ == Kind::Array; }
    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
    [[nodiscard]] const Json* find(std::string_view key) const;
    // Of a member that may be missing or something else: 0, an empty text.
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    // How many members or items.
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] const std::vector<Json>& items() const { return items_; }

    // With line breaks and two blanks for each depth, as people like it.
    [[nodiscard]] std::string dump() const;
    // In one line.
    [[nodiscard]] std::string minified() const;

  private:
    enum class Kind : std::uint8_t { Plain, Text, Array, Object };
    void write(std::string& out, int depth) const;

    Kind kind_ = Kind::Plain;
    std::string text_ = "null";      // of what is plain: as it is written
    std::vector<Json> items_;        // of a list, or the values of an object
    std::vector<std::string> keys_;  // of an object
};

struct Json::Member {
    std::string_view key;
    Json value;
};

}  // namespace ounce
