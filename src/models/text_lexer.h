// The words of the text form of models.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce::models {

struct TextToken {
    enum class Kind : std::uint8_t { End, Word, Quoted, Number, Symbol, Braces };
    Kind kind = Kind::End;
    std::string text{};  // a word, what stands inside quotation marks or braces, a number, a symbol
    std::size_t line = 0;

    [[nodiscard]] bool is(std::string_view wordOrSymbol) const {
        return (kind == Kind::Word || kind == Kind::Symbol) && text == wordOrSymbol;
    }
    [[nodiscard]] bool isName() const { return kind == Kind::Word || kind == Kind::Quoted; }
};

// The words of some text that begins in that line.
Result<std::vector<TextToken>> textTokens(std::string_view text, std::size_t line);

// A name as it can be read again: in quotation marks unless it is a plain word.
// States and edges stand where no other word can, so they may be called «start» or «end».
std::string quotedIfNeeded(std::string_view name);
std::string stateName(std::string_view name);
std::string inQuotes(std::string_view text);

}  // namespace ounce::models
