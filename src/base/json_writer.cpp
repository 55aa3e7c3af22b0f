#include "base/json_writer.h"

#include <cmath>

#include "base/number.h"

namespace ounce {

// A value needs a comma before it unless it is the first of its container or follows a key.
void JsonWriter::separate() {
    if (text_.empty()) return;
    const char last = text_.back();
    if (last != '{' && last != '[' && last != ':' && last != '\n') text_ += ',';
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
}

JsonWriter& JsonWriter::number(double value) {
    if (!std::isfinite(value)) return null();
    char buffer[40];
    return raw({buffer, static_cast<std::size_t>(numberToText(value, buffer))});
}

JsonWriter& JsonWriter::key(std::string_view name) {
    string(name);
    text_ += ':';
    return *this;
}

JsonWriter& JsonWriter::string(std::string_view utf8) {
    static constexpr char kHex[] = "0123456789abcdef";
    separate();
    text_ += '"';
    for (char c : utf8) {
        switch (c) {
            case '"': text_ += "\\\""; break;
            case '\\': text_ += "\\\\"; break;
            case '\b': text_ += "\\b"; break;
            case '\f': text_ += "\\f"; break;
            case '\n': text_ += "\\n"; break;
            case '\r': text_ += "\\r"; break;
            case '\t': text_ += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    text_ += "\\u00";
                    text_ += kHex[c >> 4];
                    text_ += kHex[c & 15];
                } else {
                    text_ += c;
                }
        }
    }
    text_ += '"';
    return *this;
}

}  // namespace ounce
