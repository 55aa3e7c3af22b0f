// The blocks of the table found by their words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/table.h"
#include "project/text/phrase.h"

namespace ounce::text {

// Row::text taken apart: a word, or the number of an argument.
struct TemplatePiece {
    std::string word;
    int argument = -1;
};

const std::vector<TemplatePiece>& templateOf(Opcode opcode);
// "sound" for "change [EFFECT v] effect by (VALUE) :: sound", else empty.
std::string_view templateMark(Opcode opcode);

// The words with a sign for every slot. The table's blocks are found in any case of letters.
std::string keyOf(const Phrase& phrase);

enum class Position : unsigned char { Statement, Value };

struct Match {
    Opcode opcode = Opcode::Unknown;
    bool ambiguous = false;  // `other` fits as well; a category must be given
    Opcode other = Opcode::Unknown;
};

// The block of the table that a phrase means; Opcode::Unknown if none. A statement is preferred where
// statements stand; where values stand only values count.
Match matchTable(const Phrase& phrase, Position position);

// "motion" for `:: motion`, "event" for scratchblocks' `:: events`; empty if the word names no category.
std::string_view categoryOfMark(std::string_view mark);
// The category that a phrase's marks ask for, or empty.
std::string_view markedCategory(const Phrase& phrase);
// The mark that asks for the category of this opcode.
std::string markFor(Opcode opcode);

// Every block of the table as the editor shows it when it is new, for «did you mean».
struct Specimen {
    std::string words;  // in small letters, without slots
    std::string text;
};
const std::vector<Specimen>& specimens();

}  // namespace ounce::text
