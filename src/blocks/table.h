// Access to the table of blocks.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "blocks/row.h"

namespace ounce {

enum class Opcode : std::uint16_t {
    Unknown,  // not in the table: kept with its name, does nothing
#define BLOCK(opcode, row) opcode,
#include "blocks/blocks.def"
#undef BLOCK
    Count
};

const Row& blockRow(Opcode opcode);
std::string_view opcodeName(Opcode opcode);
Opcode findOpcode(std::string_view name);  // Opcode::Unknown if there is none

// "motion" of motion_movesteps; the whole name where there is no underscore.
std::string_view categoryOf(std::string_view opcodeName);
// Whether blocks of this category come from an extension that the editor adds on demand (pen, music, …).
bool isExtensionCategory(std::string_view category);

// What the text form shows for a stored menu value ("_mouse_" → "mouse-pointer"), and back. Values without an
// entry are shown as they are.
std::string_view shownOption(const Argument& argument, std::string_view value);
std::string_view storedOption(const Argument& argument, std::string_view shown);

}  // namespace ounce
