#include "base/text.h"
#include "project/text/templates.h"

namespace ounce::text {
namespace {

Piece newSlot(const Argument& argument) {
    Piece piece = newPiece(Piece::Kind::Text, '(');
    piece.text = argument.initial;
    switch (argument.kind) {
        case Kind::Colour:
        case Kind::Text: piece.bracket = '['; break;
        case Kind::Condition:
            piece.kind = Piece::Kind::Nothing;
            piece.bracket = '<';
            break;
        case Kind::Menu:
            piece.kind = Piece::Kind::Menu;
            piece.text = shownOption(blockRow(findOpcode(argument.shadow)).arguments[0], argument.initial);
            break;
        case Kind::Message: piece.kind = Piece::Kind::Menu; break;
        case Kind::Field:
        case Kind::Variable:
        case Kind::List:
        case Kind::MessageField:
            piece.kind = Piece::Kind::Menu;
            piece.bracket = '[';
            piece.text = shownOption(argument, argument.initial);
            break;
        default: break;
    }
    return piece;
}

Specimen specimenOf(Opcode opcode) {
    Phrase phrase;
    Specimen result;
    for (const TemplatePiece& part : templateOf(opcode)) {
        if (!result.words.empty()) result.words += ' ';
        if (part.argument < 0) {
            phrase.addWord(part.word);
            result.words += lowerCase(part.word);
        } else {
            phrase.pieces.push_back(
                newSlot(blockRow(opcode).arguments[static_cast<std::size_t>(part.argument)]));
        }
    }
    if (!templateMark(opcode).empty()) phrase.marks.emplace_back(templateMark(opcode));
    result.text = printPhrase(phrase);
    return result;
}

}  // namespace

const std::vector<Specimen>& specimens() {
    static const std::vector<Specimen> all = [] {
        std::vector<Specimen> made;
        for (std::size_t i = 1; i < static_cast<std::size_t>(Opcode::Count); i++) {
            const auto opcode = static_cast<Opcode>(i);
            if (hasWords(opcode)) made.push_back(specimenOf(opcode));
        }
        return made;
    }();
    return all;
}

}  // namespace ounce::text
