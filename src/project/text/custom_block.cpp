#include "project/text/custom_block.h"

#include <algorithm>

#include "project/text/words.h"

namespace ounce::text {
namespace {

bool isParameterAt(std::string_view text, std::size_t at) {
    return text[at] == '%' && at + 1 < text.size() &&
           std::string_view("snb").find(text[at + 1]) != std::string_view::npos &&
           (at == 0 || text[at - 1] != '\\');
}

char slotKind(const Piece& piece) {
    if (piece.bracket == '<') return 'b';
    const auto& marks = piece.kind == Piece::Kind::Block ? piece.block[0].marks : piece.marks;
    return hasMark(marks, "number") ? 'n' : 's';
}

constexpr std::string_view kDefault = "default=";

// A default is one word behind `::`, so whatever would end the word is written as its number.
std::string defaultMark(const Scalar& value) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string mark(kDefault);
    for (char c : scalarToText(value)) {
        if (std::string_view(" ()[]<>").find(c) == std::string_view::npos) {
            mark += c;
        } else {
            mark += {'\\', 'u', '{', kHex[c >> 4], kHex[c & 15], '}'};
        }
    }
    return mark;
}

bool readDefault(const std::string& mark, Scalar& value) {
    const std::string_view text = std::string_view(mark).substr(kDefault.size());
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    if (!quoted) return bareScalar(text, value);
    value = unescape(text.substr(1, text.size() - 2));
    return true;
}

// False if a mark gives a default that is no value.
bool readDefault(const std::vector<std::string>& marks, Scalar& value) {
    for (const std::string& mark : marks) {
        if (mark.starts_with(kDefault) && !readDefault(mark, value)) return false;
    }
    return true;
}

}  // namespace

Argument CustomBlock::argument(std::size_t parameter) const {
    const char kind = kinds[parameter];
    return {.name = ids[parameter],
            .kind = kind == 'b'   ? Kind::Condition
                    : kind == 'n' ? Kind::Number
                                  : Kind::Text,
            .initial = {},
            .shadow = {},
            .options = {}};
}

std::string parameterKinds(std::string_view proccode) {
    std::string kinds;
    for (std::size_t i = 0; i < proccode.size(); i++) {
        if (isParameterAt(proccode, i)) kinds += proccode[i + 1];
    }
    return kinds;
}

Phrase wordsOf(std::string_view proccode) {
    Phrase phrase;
    while (!proccode.empty()) {
        const auto end = std::min(proccode.find(' '), proccode.size());
        const std::string_view token = proccode.substr(0, end);
        if (token.size() == 2 && isParameterAt(token, 0)) {
            Piece slot = newPiece(Piece::Kind::Nothing, '<');
            phrase.pieces.push_back(std::move(slot));
        } else if (!token.empty()) {
            phrase.addWord(token);
        }
        proccode.remove_prefix(std::min(proccode.size(), end + 1));
    }
    return phrase;
}

std::string proccodeOf(const Phrase& phrase, std::string_view kinds, std::size_t firstPiece) {
    std::string proccode;
    std::size_t slot = 0;
    for (std::size_t i = firstPiece; i < phrase.pieces.size(); i++) {
        const Piece& piece = phrase.pieces[i];
        if (i > firstPiece) proccode += ' ';
        if (piece.kind == Piece::Kind::Word) {
            proccode += piece.text;
        } else {
            proccode += {'%', slot < kinds.size() ? kinds[slot] : 's'};
            slot++;
        }
    }
    return proccode;
}

Scalar usualDefault(char kind) { return std::string(kind == 'b' ? "false" : ""); }

Result<CustomBlock> readDefinition(const Phrase& phrase, int line) {
    CustomBlock block;
    block.warp = phrase.hasMark("warp");
    Phrase words = phrase;
    // The editor's words for it, in brackets behind the block, are accepted as well.
    if (words.pieces.size() > 2 && words.pieces.back().kind == Piece::Kind::Block &&
        words.pieces.back().block[0].plain == "run without screen refresh") {
        words.pieces.pop_back();
        block.warp = true;
    }
    for (std::size_t i = 1; i < words.pieces.size(); i++) {
        const Piece& piece = words.pieces[i];
        if (piece.kind == Piece::Kind::Word) continue;
        const char kind = slotKind(piece);
        if (piece.kind == Piece::Kind::Nothing || piece.kind == Piece::Kind::Menu) {
            return std::unexpected(
                errorAt(line, piece.column, "a parameter needs a name here, as in «(height)»"));
        }
        std::string name = piece.text;
        Scalar initial = usualDefault(kind);
        if (piece.kind == Piece::Kind::Block) {
            const Phrase& inner = piece.block[0];
            if (!inner.onlyWords()) {
                return std::unexpected(
                    errorAt(line, piece.column, "a parameter needs a name here, as in «(height)»"));
            }
            name = inner.plain;
            if (!readDefault(inner.marks, initial)) {
                return std::unexpected(errorAt(
                    line, piece.column,
                    "after «default=» a number, true, false, null or a text in quotation marks is expected"));
            }
        }
        block.kinds += kind;
        block.names.push_back(std::move(name));
        block.defaults.push_back(std::move(initial));
    }
    for (const std::string& mark : phrase.marks) {
        Scalar more;
        if (mark.starts_with(kDefault) && readDefault(mark, more)) block.defaults.push_back(std::move(more));
    }
    block.proccode = phrase.hasQuoted ? phrase.quoted : proccodeOf(words, block.kinds, 1);
    if (phrase.hasQuoted) {
        const std::string kinds = parameterKinds(phrase.quoted);
        if (kinds.size() != block.names.size()) {
            return std::unexpected(errorAt(line, phrase.column,
                                           "this custom block has " + std::to_string(kinds.size()) +
                                               " parameters in its text but " +
                                               std::to_string(block.names.size()) + " names"));
        }
        block.kinds = kinds;
    }
    return block;
}

Phrase writeDefinition(const CustomBlock& block) {
    Phrase phrase = wordsOf(block.proccode);
    phrase.addWord("define");
    std::rotate(phrase.pieces.begin(), phrase.pieces.end() - 1, phrase.pieces.end());
    const bool exact = proccodeOf(phrase, block.kinds, 1) == block.proccode;
    if (!exact) {
        phrase.hasQuoted = true;
        phrase.quoted = block.proccode;
        phrase.pieces.assign(1, phrase.pieces[0]);
        Piece slot = newPiece(Piece::Kind::Nothing, '<');
        phrase.pieces.resize(1 + block.kinds.size(), slot);
    }
    std::size_t next = 0;
    for (Piece& piece : phrase.pieces) {
        if (piece.kind == Piece::Kind::Word) continue;
        const std::size_t i = next++;
        Phrase name;
        name.plain = block.names[i];
        if (block.kinds[i] == 'n' && exact) name.marks.emplace_back("number");
        if (block.defaults[i] != usualDefault(block.kinds[i]))
            name.marks.push_back(defaultMark(block.defaults[i]));
        // An empty name would be an empty slot.
        if (name.plain.empty() && name.marks.empty()) name.marks.emplace_back("parameter");
        piece.kind = Piece::Kind::Block;
        piece.bracket = block.kinds[i] == 'b' ? '<' : '(';
        piece.block.push_back(std::move(name));
    }
    if (block.warp) phrase.marks.emplace_back("warp");
    for (std::size_t i = block.kinds.size(); i < block.defaults.size(); i++)
        phrase.marks.push_back(defaultMark(block.defaults[i]));
    return phrase;
}

}  // namespace ounce::text
