// Which Scratch 3 block a Scratch 2 block became.
#pragma once

#include <string_view>

#include "blocks/table.h"

namespace ounce::sb2 {

// Scratch 2 gives arguments by position. The positions are those of the Scratch 3 row, except for the one
// field that Scratch 3 added to the block: its name and value stand here and nothing in the file fills it.
struct Mapping {
    std::string_view sb2;
    Opcode opcode = Opcode::Unknown;
    std::string_view addedField{};
    std::string_view addedValue{};
};

// Null for blocks that Scratch 3 dropped. Blocks of the LEGO WeDo 2.0 extension are found under both
// spellings.
const Mapping* findMapping(std::string_view sb2);

// The shadow that stands in an argument when a Scratch 2 file is converted.
Kind shadowKind(Opcode opcode, const Argument& argument);

}  // namespace ounce::sb2
