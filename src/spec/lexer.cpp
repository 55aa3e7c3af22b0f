#include "spec/lexer.h"

#include <cmath>
#include <fmt/format.h>

#include "base/number.h"

namespace ounce::spec {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
// Every letter outside ASCII belongs to a name.
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view kSymbols[] = {"=>", "!=", "<=", ">=", "==", "<", ">", "=", "+",
                                         "-",  "*",  "/",  "(",  ")",  ",", ".", ":"};

}  // namespace

void Lexer::skipBlanks() {
    while (at_ < source_.size()) {
        const char c = source_[at_];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            at_++;
        } else if (c == '#' && !isColour()) {
            while (at_ < source_.size() && source_[at_] != '\n') at_++;
        } else {
            return;
        }
    }
}

// «#» begins a comment, except for six hexadecimal digits as the last of some arguments.
bool Lexer::isColour() const {
    constexpr std::size_t kDigits = 6;
    if (depth_ == 0 || at_ + kDigits >= source_.size()) return false;
    for (std::size_t i = 1; i <= kDigits; i++) {
        if (!isHex(source_[at_ + i])) return false;
    }
    std::size_t behind = at_ + kDigits + 1;
    while (behind < source_.size() && source_[behind] == ' ') behind++;
    return behind < source_.size() && source_[behind] == ')';
}

std::expected<Token, Lexer::Problem> Lexer::quoted() {
    Token token{.kind = Token::Kind::Quoted, .begin = at_};
    for (at_++; at_ < source_.size() && source_[at_] != '\n'; at_++) {
        char c = source_[at_];
        if (c == '"') {
            token.end = ++at_;
            return token;
        }
        if (c == '\\' && at_ + 1 < source_.size() && source_[at_ + 1] != '\n') c = source_[++at_];
        token.text += c;
    }
    return std::unexpected(Problem{token.begin, "the quotation mark is not closed on this line"});
}

std::expected<Token, Lexer::Problem> Lexer::number() {
    Token token{.kind = Token::Kind::Number, .begin = at_};
    while (at_ < source_.size() && isDigit(source_[at_])) at_++;
    if (at_ + 1 < source_.size() && source_[at_] == '.' && isDigit(source_[at_ + 1])) {
        for (at_++; at_ < source_.size() && isDigit(source_[at_]);) at_++;
    }
    token.end = at_;
    token.text = std::string(source_.substr(token.begin, at_ - token.begin));
    token.number = textToNumber(token.text);
    if (!std::isfinite(token.number)) return std::unexpected(Problem{token.begin, "the number is too large"});
    return token;
}

std::expected<Token, Lexer::Problem> Lexer::next() {
    skipBlanks();
    Token token{.begin = at_, .end = at_};
    if (at_ >= source_.size()) return token;
    const char c = source_[at_];
    if (c == '"') return quoted();
    if (isDigit(c)) return number();
    if (c == '#') {
        token.kind = Token::Kind::Colour;
        token.text = std::string(source_.substr(at_, 7));
        token.end = at_ += 7;
        return token;
    }
    if (isLetter(c)) {
        while (at_ < source_.size() && (isLetter(source_[at_]) || isDigit(source_[at_]))) at_++;
        token.kind = Token::Kind::Name;
        token.text = std::string(source_.substr(token.begin, at_ - token.begin));
        token.end = at_;
        return token;
    }
    for (const std::string_view symbol : kSymbols) {
        if (source_.substr(at_, symbol.size()) != symbol) continue;
        at_ += symbol.size();
        if (symbol == "(") depth_++;
        if (symbol == ")") depth_--;
        token.kind = Token::Kind::Symbol;
        token.text = std::string(symbol);
        token.end = at_;
        return token;
    }
    return std::unexpected(Problem{at_, fmt::format("«{}» means nothing here", c)});
}

}  // namespace ounce::spec
