// The words of a JavaScript source, as far as one must know them to find declarations: a comment for
// documentation is kept beside the word that follows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ounce::contracts {

struct JsToken {
    enum class Kind : std::uint8_t { Word, Number, Text, Template, Regex, Symbol, End };
    Kind kind = Kind::End;
    std::string_view text{};  // as written
    std::size_t begin = 0;
    // The last /** … */ before it, without its delimiters; its place in the source.
    std::string_view doc{};
    std::size_t docBegin = 0;

    [[nodiscard]] bool is(std::string_view what) const {
        return text == what && (kind == Kind::Word || kind == Kind::Symbol);
    }
};

// Ends with a token of kind End, which may have a comment, too. What is no JavaScript gives some tokens all
// the same: whether it is one, the engine decides.
std::vector<JsToken> scanJavaScript(std::string_view source);

}  // namespace ounce::contracts
