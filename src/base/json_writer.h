// JSON out, one value after the other; commas, escapes and JavaScript's number format are its business.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

class JsonWriter {
  public:
    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    JsonWriter& key(std::string_view name);
    JsonWriter& string(std::string_view utf8);
    JsonWriter& number(double value);  // NaN and infinities, which JSON lacks, become null
    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    JsonWriter& raw(std::string_view json);  // a complete JSON value

    [[nodiscard]] const std::string& text() const { return text_; }
    std::string take() { return std::move(text_); }
    void clear() { text_.clear(); }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::string text_;
};

}  // namespace ounce
