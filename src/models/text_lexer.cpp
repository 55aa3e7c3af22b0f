#include "models/text_lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace ounce::models {
namespace {

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Words of the language; a name that is one of these stands in quotation marks.
constexpr std::array<std::string_view, 44> kReserved{
    "when",  "then",   "and",      "not",        "as",      "do",      "by",        "within", "called",
    "start", "stop",   "all",      "program",    "user",    "end",     "model",     "key",    "js",
    "expr",  "chance", "elapsed",  "after",      "clones",  "visible", "backdrop",  "always", "of",
    "is",    "says",   "touches",  "random",     "clicked", "press",   "click",     "move",   "type",
    "mouse", "edge",   "vertical", "horizontal", "stage",   "changes", "increases", "stays"};

}  // namespace

Result<std::vector<TextToken>> textTokens(std::string_view text, std::size_t line) {
    using Kind = TextToken::Kind;
    std::vector<TextToken> tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        const std::size_t begin = at;
        if (c == '\n') line++;
        if (std::isspace(static_cast<unsigned char>(c))) {
            at++;
        } else if (c == '#' && (at == 0 || text[at - 1] == '\n' || text[at - 1] == ' ') &&
                   !(at + 6 < text.size() + 0 &&
                     std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                 text.begin() + static_cast<std::ptrdiff_t>(at) + 7,
                                 [](char d) { return std::isxdigit(static_cast<unsigned char>(d)); }))) {
            while (at < text.size() && text[at] != '\n') at++;
        } else if (c == '#') {
            at += 7;
            tokens.push_back({Kind::Symbol, std::string(text.substr(begin, 7)), line});
        } else if (c == '"') {
            std::string content;
            for (at++; at < text.size() && text[at] != '"'; at++) {
                if (text[at] == '\\' && at + 1 < text.size())
                    at++, content += text[at] == 'n' ? '\n' : text[at];
                else
                    content += text[at];
            }
            if (at >= text.size()) return fail(fmt::format("line {}: a quotation mark is not closed", line));
            at++;
            tokens.push_back({Kind::Quoted, std::move(content), line});
        } else if (c == '{') {
            int depth = 0;
            bool inText = false;
            for (; at < text.size(); at++) {
                if (text[at] == '"') inText = !inText;
                if (inText) continue;
                if (text[at] == '{') depth++;
                if (text[at] == '}' && --depth == 0) break;
            }
            if (at >= text.size()) return fail(fmt::format("line {}: «{{» is not closed", line));
            at++;
            std::string inside(text.substr(begin + 1, at - begin - 2));
            const std::size_t first = inside.find_first_not_of(" \t\r\n");
            inside = first == std::string::npos
                         ? ""
                         : inside.substr(first, inside.find_last_not_of(" \t\r\n") - first + 1);
            tokens.push_back({Kind::Braces, std::move(inside), line});
        } else if (isDigit(c) || (c == '-' && at + 1 < text.size() && isDigit(text[at + 1])) ||
                   (c == '+' && at + 1 < text.size() && isDigit(text[at + 1]))) {
            at++;
            while (at < text.size() &&
                   (isDigit(text[at]) || (text[at] == '.' && at + 1 < text.size() && isDigit(text[at + 1]))))
                at++;
            tokens.push_back({Kind::Number, std::string(text.substr(begin, at - begin)), line});
        } else if (isLetter(c)) {
            while (at < text.size() && (isLetter(text[at]) || isDigit(text[at]) ||
                                        (text[at] == '-' && at + 1 < text.size() && isLetter(text[at + 1]))))
                at++;
            tokens.push_back({Kind::Word, std::string(text.substr(begin, at - begin)), line});
        } else {
            static constexpr std::array<std::string_view, 3> kLong{"->", "<=", ">="};
            std::size_t length = 1;
            for (const std::string_view symbol : kLong) {
                if (text.substr(at, symbol.size()) == symbol) length = symbol.size();
            }
            at += length;
            tokens.push_back({Kind::Symbol, std::string(text.substr(begin, length)), line});
        }
    }
    tokens.push_back({Kind::End, {}, line});
    return tokens;
}

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result += '"';
}

std::string stateName(std::string_view name) {
    const bool plain =
        !name.empty() && isLetter(name[0]) &&
        std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c); });
    return plain ? std::string(name) : inQuotes(name);
}

std::string quotedIfNeeded(std::string_view name) {
    const bool reserved = std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
    return reserved ? inQuotes(name) : stateName(name);
}

}  // namespace ounce::models
