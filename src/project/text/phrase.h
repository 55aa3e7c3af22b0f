// A block as its words say it, before anybody knows which block it is: `say [Hi] for (2) seconds` is the
// words say, for, seconds and two slots. The reader makes blocks of phrases, the writer makes phrases of
// blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce::text {

struct Phrase;

struct Piece {
    enum class Kind : unsigned char {
        Word,     // steps
        Text,     // [Hi], (10), (), [#ff0000]
        Menu,     // [score v], (mouse-pointer v)
        Nothing,  // <>
        Block,    // (x position), <mouse down?>
    };
    Kind kind = Kind::Word;
    char bracket = 0;    // ( [ < of a slot
    bool exact = false;  // menus: ["_mouse_" v] is the stored value itself, not one of the shown options
    int column = 1;
    std::string text;                  // the word, the text, the chosen option
    std::string label{};               // NAME of NAME=(10), in the raw form only
    std::vector<std::string> marks{};  // words after `::`
    std::vector<Phrase> block;         // Kind::Block: exactly one
};

struct Phrase {
    std::vector<Piece> pieces{};
    std::string plain{};               // the exact text when there are only words: a name
    std::vector<std::string> marks{};  // words after `::`: a category, warp, shadow
    std::string opcode{};              // raw form: @opcode NAME=(10) …
    std::string mutation{};            // raw form: mutation={…}
    std::string branch{};              // raw form: begin NAME
    std::string quoted{};              // define "proccode" …, call "proccode" …
    bool hasQuoted = false;
    bool hasComment = false;
    std::string comment{};   // text after //
    std::string category{};  // of a block that is written: "motion", for colours
    int column = 1;

    [[nodiscard]] bool isRaw() const { return !opcode.empty(); }
    [[nodiscard]] bool onlyWords() const;
    [[nodiscard]] bool hasMark(std::string_view mark) const;
    void addWord(std::string_view word);
};

Piece newPiece(Piece::Kind kind, char bracket, int column = 1);
bool hasMark(const std::vector<std::string>& marks, std::string_view mark);

// How deep blocks may be nested, in brackets and in branches.
inline constexpr int kDepthLimit = 500;

// Reads one line. Errors say "line 7, column 3".
Result<Phrase> parsePhrase(std::string_view line, int lineNumber);
Error errorAt(int line, int column, std::string what, std::string advice = {});

// The line again; reading it gives the same phrase.
std::string printPhrase(const Phrase& phrase);
// An opcode or the name of an input as it stands in the raw form: quoted unless it is a simple word.
std::string printLabel(std::string_view label);

}  // namespace ounce::text
