#include "base/json_writer.h"

#include <cmath>

#include "base/number.h"
#include "base/text.h"

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
    const auto escaped = [&](unsigned char code) {
        text_ += "\\u00";
        text_ += kHex[code >> 4];
        text_ += kHex[code & 15];
    };
    for (std::size_t i = 0; i < utf8.size(); i++) {
        const char c = utf8[i];
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
            case '"': text_ += "\\\""; break;
            case '\\': text_ += "\\\\"; break;
            case '\b': text_ += "\\b"; break;
            case '\f': text_ += "\\f"; break;
            case '\n': text_ += "\\n"; break;
            case '\r': text_ += "\\r"; break;
            case '\t': text_ += "\\t"; break;
            default:
                // JSON allows U+007F to U+009F as they are, but a terminal obeys some of them.
                if (byte < 0x20 || byte == 0x7F) {
                    escaped(byte);
                } else if (isC1Control(utf8, i)) {
                    escaped(static_cast<unsigned char>(utf8[++i]));
                } else {
                    text_ += c;
                }
        }
    }
    text_ += '"';
    return *this;
}

}  // namespace ounce
