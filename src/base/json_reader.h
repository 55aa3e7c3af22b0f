// JSON in. A document is parsed at once and then asked; elements are small, cheap to copy, and valid as long
// as their document lives. The parser behind it, simdjson, is seen by json_reader.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ounce {

class JsonArray;
class JsonObject;

enum class JsonType : std::uint8_t { Null, Boolean, Number, Text, Array, Object };

// Where an element stands; what it means is json_reader.cpp's business.
struct JsonPlace {
    const void* document = nullptr;
    std::size_t index = 0;
};

class JsonElement {
  public:
    JsonElement() = default;  // of no document: only to be assigned to
    explicit JsonElement(JsonPlace place) : place_(place) {}

    [[nodiscard]] JsonType type() const;
    [[nodiscard]] bool isNull() const { return type() == JsonType::Null; }
    [[nodiscard]] bool isBoolean() const { return type() == JsonType::Boolean; }
    [[nodiscard]] bool isNumber() const { return type() == JsonType::Number; }
    [[nodiscard]] bool isText() const { return type() == JsonType::Text; }
    [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }
    [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }

    // Whether it is of that type; then `value` is set. Whole numbers must be written as such and must fit.
    bool get(bool& value) const;
    bool get(double& value) const;
    bool get(std::int64_t& value) const;
    bool get(std::uint64_t& value) const;
    bool get(std::string_view& value) const;
    bool get(JsonArray& value) const;
    bool get(JsonObject& value) const;
    bool get(JsonElement& value) const {
        value = *this;
        return true;
    }

    // For who has asked for the type before; anything else gives false, 0, an empty text.
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] JsonArray array() const;
    [[nodiscard]] JsonObject object() const;

  private:
    JsonPlace place_{};
};

class JsonArray {
  public:
    class Iterator {
      public:
        explicit Iterator(JsonPlace place) : place_(place) {}
        JsonElement operator*() const { return JsonElement(place_); }
        Iterator& operator++();
        bool operator==(const Iterator& other) const { return place_.index == other.place_.index; }

      private:
        JsonPlace place_;
    };

    JsonArray() = default;  // empty
    explicit JsonArray(JsonPlace place) : place_(place) {}
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;
    [[nodiscard]] std::size_t size() const;
    // The item; none: the list is shorter. Walks from the beginning.
    [[nodiscard]] std::optional<JsonElement> at(std::size_t index) const;

  private:
    JsonPlace place_{};
};

struct JsonMember {
    std::string_view key;
    JsonElement value;
};

class JsonObject {
  public:
    class Iterator {
      public:
        explicit Iterator(JsonPlace place) : place_(place) {}
        JsonMember operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator& other) const { return place_.index == other.place_.index; }

      private:
        JsonPlace place_;
    };

    JsonObject() = default;  // empty
    explicit JsonObject(JsonPlace place) : place_(place) {}
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;
    [[nodiscard]] std::size_t size() const;
    // The first member of that name.
    [[nodiscard]] std::optional<JsonElement> find(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return find(key).has_value(); }
    // Whether there is such a member and it is of that type.
    template <class T>
    bool get(std::string_view key, T& value) const {
        const std::optional<JsonElement> found = find(key);
        return found && found->get(value);
    }

  private:
    JsonPlace place_{};
};

enum class JsonProblem : std::uint8_t {
    None,
    Empty,
    NoUtf8,
    TooDeep,
    UnclosedText,
    BadText,
    BadNumber,
    TooLarge,
    BadSyntax
};

class JsonDocument {
  public:
    JsonDocument();
    ~JsonDocument();
    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;

    // Keeps the text; elements of an earlier text are no longer valid.
    JsonProblem parse(std::string text);
    [[nodiscard]] const JsonElement& root() const { return root_; }
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] std::string takeText();  // elements are no longer valid

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
    JsonElement root_;
};

// "is empty", "is nested too deeply", "is not valid JSON", …
std::string_view reasonOf(JsonProblem problem);

// Where a text stops being JSON, for people.
struct JsonErrorPlace {
    std::size_t line = 1, column = 1;  // counted from 1; columns in bytes
};
// None: it is JSON.
std::optional<JsonErrorPlace> findJsonError(std::string_view text);

}  // namespace ounce
