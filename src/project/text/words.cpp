#include "project/text/words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/number.h"
#include "base/text.h"

namespace ounce::text {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t'; }

int hexDigit(char c) {
    if (isDigit(c)) return c - '0';
    const char lower = static_cast<char>(c | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::size_t skipDigits(std::string_view text, std::size_t at) {
    while (at < text.size() && isDigit(text[at])) at++;
    return at;
}

void appendCodePoint(std::string& out, std::uint32_t code) {
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code > 0x10FFFF || surrogate) code = 0xFFFD;
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x10000) {
        const char16_t unit = static_cast<char16_t>(code);
        out += toUtf8({&unit, 1});
    } else {
        const char16_t pair[] = {static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10)),
                                 static_cast<char16_t>(0xDC00 + ((code - 0x10000) & 0x3FF))};
        out += toUtf8({pair, 2});
    }
}

// Characters that would end or break the line, or move a terminal's cursor. Returns how many bytes it took.
std::size_t appendControl(std::string& out, std::string_view text, std::size_t at) {
    static constexpr char kHex[] = "0123456789abcdef";
    const bool c1 = isC1Control(text, at);
    const auto code = static_cast<unsigned char>(text[at + (c1 ? 1 : 0)]);
    if (!c1 && code >= 0x20 && code != 0x7F) return 0;
    switch (code) {
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: out += {'\\', 'u', '{', kHex[code >> 4], kHex[code & 15], '}'};
    }
    return c1 ? 2 : 1;
}

// Escapes the characters of `special` and everything that is special wherever it stands: `::`, a ` v` at the
// end where that would make a menu of it, control characters.
std::string escape(std::string_view text, std::string_view special, bool endsWithMenuSign) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (const std::size_t taken = appendControl(out, text, i); taken > 0) {
            i += taken - 1;
            continue;
        }
        const bool colons = c == ':' && i + 1 < text.size() && text[i + 1] == ':';
        const bool menuSign =
            endsWithMenuSign && c == 'v' && i + 1 == text.size() && i > 0 && text[i - 1] == ' ';
        if (c == '\\' || colons || menuSign || special.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

bool parenthesesMatch(std::string_view text) {
    int depth = 0;
    for (char c : text) {
        if (c == '(') depth++;
        if (c == ')' && --depth < 0) return false;
    }
    return depth == 0;
}

}  // namespace

std::string_view trimSpaces(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

bool isNumberText(std::string_view text) {
    std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
    const std::size_t whole = at;
    at = skipDigits(text, at);
    std::size_t digits = at - whole;
    if (at < text.size() && text[at] == '.') {
        const std::size_t fraction = at + 1;
        at = skipDigits(text, fraction);
        digits += at - fraction;
    }
    if (digits == 0) return false;
    if (at < text.size() && (text[at] | 32) == 'e') {
        at++;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
        const std::size_t exponent = at;
        at = skipDigits(text, exponent);
        if (at == exponent) return false;
    }
    return at == text.size();
}

bool isColourText(std::string_view text) {
    if (text.size() != 4 && text.size() != 7) return false;
    return text[0] == '#' &&
           std::all_of(text.begin() + 1, text.end(), [](char c) { return hexDigit(c) >= 0; });
}

std::string unescape(std::string_view raw) {
    std::string out;
    for (std::size_t i = 0; i < raw.size(); i++) {
        if (raw[i] != '\\' || i + 1 == raw.size()) {
            out += raw[i];
            continue;
        }
        const char c = raw[++i];
        if (c == 'n') {
            out += '\n';
        } else if (c == 't') {
            out += '\t';
        } else if (c == 'r') {
            out += '\r';
        } else if (c == 'u' && i + 1 < raw.size() && raw[i + 1] == '{') {
            std::uint32_t code = 0;
            std::size_t at = i + 2;
            while (at < raw.size() && at < i + 9 && hexDigit(raw[at]) >= 0) {
                code = code * 16 + static_cast<std::uint32_t>(hexDigit(raw[at++]));
            }
            const bool closed = at < raw.size() && raw[at] == '}' && at > i + 2;
            if (closed) {
                appendCodePoint(out, code);
                i = at;
            } else {
                out += c;
            }
        } else {
            out += c;
        }
    }
    return out;
}

std::string escapeName(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); i++) {
        const char c = name[i];
        if (const std::size_t taken = appendControl(out, name, i); taken > 0) {
            i += taken - 1;
            continue;
        }
        const bool first = i == 0, last = i + 1 == name.size();
        const bool twice = !last && name[i + 1] == c && (c == ':' || c == '/');
        const bool menuSign = last && c == 'v' && i > 0 && name[i - 1] == ' ';
        const bool edge = c == ' ' && (first || last);
        const bool raw = first && c == '@';
        if (twice || menuSign || edge || raw ||
            std::string_view("\\()[]<>\"=").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string escapeText(std::string_view text) {
    std::string out = escape(text, "]", true);
    if (isStarred(text)) out.insert(out.size() - 1, 1, '\\');
    return out;
}

bool isStarred(std::string_view text) {
    Scalar ignored;
    return text.ends_with('*') && bareScalar(text.substr(0, text.size() - 1), ignored);
}

std::string escapeMenu(std::string_view text, char bracket) {
    std::string_view special = bracket == '[' ? "]" : parenthesesMatch(text) ? "[]" : "()[]";
    const bool quoted = !text.empty() && text[0] == '"';
    return quoted ? "\\\"" + escape(text.substr(1), special, false) : escape(text, special, false);
}

std::string quote(std::string_view text) { return '"' + escape(text, "\"", false) + '"'; }
std::string unquote(std::string_view text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? unescape(text.substr(1, text.size() - 2)) : std::string(text);
}
std::string quoteInPhrase(std::string_view text) { return '"' + escape(text, "\"()[]<>", false) + '"'; }

std::string quoteIfNeeded(std::string_view name) {
    std::string ignored;
    bool bare =
        !name.empty() && trimSpaces(name) == name && name.find_first_of("\"\\=/,:") == std::string_view::npos;
    for (std::size_t i = 0; bare && i < name.size(); i++) bare = appendControl(ignored, name, i) == 0;
    return bare ? std::string(name) : quote(name);
}

std::string scalarToText(const Scalar& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return quote(*text);
    if (const auto* number = std::get_if<double>(&value)) {
        return *number == 0 && std::signbit(*number) ? "-0" : numberToText(*number);
    }
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    return "null";
}

bool bareScalar(std::string_view text, Scalar& value) {
    if (isNumberText(text) || text == "Infinity" || text == "-Infinity") {
        value = textToNumber(text);
    } else if (text == "NaN") {
        value = std::numeric_limits<double>::quiet_NaN();
    } else if (text == "true" || text == "false") {
        value = text == "true";
    } else if (text == "null") {
        value = nullptr;
    } else {
        return false;
    }
    return true;
}

int columnOf(std::string_view line, std::size_t byte) {
    const auto begin = line.begin(),
               end = line.begin() + static_cast<std::ptrdiff_t>(std::min(byte, line.size()));
    return 1 + static_cast<int>(std::count_if(begin, end, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace ounce::text
