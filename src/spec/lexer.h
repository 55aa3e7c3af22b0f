// From letters to words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ounce::spec {

struct Token {
    enum class Kind : std::uint8_t { End, Name, Quoted, Number, Symbol, Colour };
    Kind kind = Kind::End;
    std::string text{};  // a name, what stands between the quotation marks, a symbol, "#rrggbb"
    double number = 0;
    std::size_t begin = 0, end = 0;

    [[nodiscard]] bool is(std::string_view symbolOrWord) const {
        return (kind == Kind::Symbol || kind == Kind::Name) && text == symbolOrWord;
    }
};

// One piece of a source, word by word. An error carries its offset, which the parser turns into a place.
class Lexer {
  public:
    struct Problem {
        std::size_t offset;
        std::string what;
    };
    Lexer(std::string_view source, std::size_t begin, std::size_t end)
        : source_(source.substr(0, end)), at_(begin) {}

    std::expected<Token, Problem> next();

  private:
    void skipBlanks();
    [[nodiscard]] bool isColour() const;
    std::expected<Token, Problem> quoted();
    std::expected<Token, Problem> number();

    std::string_view source_;
    std::size_t at_;
    int depth_ = 0;  // of parentheses; a colour stands inside some, a comment may stand anywhere
};

}  // namespace ounce::spec
