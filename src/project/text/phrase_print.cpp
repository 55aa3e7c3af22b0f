#include <algorithm>

#include "project/text/phrase.h"
#include "project/text/words.h"

namespace ounce::text {
namespace {

char closing(char bracket) { return bracket == '(' ? ')' : bracket == '[' ? ']' : '>'; }

std::string printMarks(const std::vector<std::string>& marks) {
    if (marks.empty()) return {};
    std::string out = " ::";
    for (const std::string& mark : marks) out += ' ' + mark;
    return out;
}

// An opcode or the name of an input as it stands in the raw form.
std::string printLabel(std::string_view label) {
    const bool bare =
        !label.empty() && label != "begin" && std::all_of(label.begin(), label.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                   c == '.' || c == '-';
        });
    return bare ? std::string(label) : quoteInPhrase(label);
}

std::string printPiece(const Piece& piece, bool labelled) {
    std::string out;
    if (labelled) out = printLabel(piece.label) + '=';
    out += piece.bracket;
    if (piece.kind == Piece::Kind::Text) {
        out += escapeText(piece.text);
    } else if (piece.kind == Piece::Kind::Menu) {
        out += (piece.exact ? quoteInPhrase(piece.text) : escapeMenu(piece.text, piece.bracket)) + " v";
    } else if (piece.kind == Piece::Kind::Block) {
        out += printPhrase(piece.block.front());
    }
    return out + printMarks(piece.marks) + closing(piece.bracket);
}

// A word that is only a comparison sign stands as it is; in all others < and > are escaped.
std::string printWord(const Piece& piece) {
    static constexpr std::string_view kSigns[] = {"<", ">", "="};
    if (std::find(std::begin(kSigns), std::end(kSigns), piece.text) != std::end(kSigns)) return piece.text;
    return escapeName(piece.text);
}

}  // namespace

std::string printPhrase(const Phrase& phrase) {
    std::string out;
    if (phrase.isRaw()) out = '@' + printLabel(phrase.opcode);
    if (phrase.pieces.empty() && !phrase.isRaw()) out = escapeName(phrase.plain);
    bool first = out.empty(), afterSlot = false;
    for (const Piece& piece : phrase.pieces) {
        // `touching (edge v)?` reads better without a space before the question mark.
        const bool isWord = piece.kind == Piece::Kind::Word;
        if (!first && !(afterSlot && isWord && piece.text == "?")) out += ' ';
        first = false;
        afterSlot = !isWord;
        out += isWord ? printWord(piece) : printPiece(piece, phrase.isRaw());
        if (phrase.hasQuoted && &piece == &phrase.pieces.front()) out += ' ' + quoteInPhrase(phrase.quoted);
    }
    if (!phrase.mutation.empty()) out += " mutation=" + phrase.mutation;
    if (!phrase.branch.empty()) out += " begin " + printLabel(phrase.branch);
    // An empty name has no space before its mark, or `< :: custom>` would begin like a comparison.
    const std::string marks = printMarks(phrase.marks);
    out += out.empty() && !marks.empty() ? marks.substr(1) : marks;
    if (phrase.hasComment) out += phrase.comment.empty() ? "  //" : "  // " + phrase.comment;
    return out;
}

}  // namespace ounce::text
