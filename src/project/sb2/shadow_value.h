// What stands in a slot of a converted block.
#pragma once

#include <optional>
#include <string_view>

#include "blocks/row.h"
#include "project/sb2/json_value.h"

namespace ounce::sb2 {

// sb3's code of a literal (4…10) for the kinds that need no shadow block of their own.
std::optional<int> primitiveCode(Kind kind);

// Whether Scratch 3 files may have the value as a literal: texts and numbers, colours as #rrggbb. A shadow
// block can keep any other.
bool isLiteral(Kind kind, const Scalar& value);

Scalar shadowValue(Kind kind, std::string_view shadow, const Json& given);

// Under a block Scratch 2 keeps no value; the official converter puts these there, and they come to light
// when the block on top is one that Scratch 3 dropped.
Scalar coveredValue(Kind kind, std::string_view shadow);

}  // namespace ounce::sb2
