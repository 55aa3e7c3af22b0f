// The rows themselves, for code that needs them at compile time; everybody else asks table.h.
#pragma once

#include "blocks/table.h"

namespace ounce {
namespace rows {

using enum facet::Facet;

constexpr Row kAll[] = {
    Row{},
#define BLOCK(opcode, row) row,
#include "blocks/blocks.def"
#undef BLOCK
};

}  // namespace rows

inline constexpr auto& kBlockRows = rows::kAll;

}  // namespace ounce
