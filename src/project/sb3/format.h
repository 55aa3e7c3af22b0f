// What reader and writer of Scratch 3 files agree on.
#pragma once

#include <string>
#include <string_view>

#include "project/project.h"

namespace ounce {

// "math_number" of 4 … "data_listcontents" of 13.
std::string_view primitiveOpcode(int code);

// The mutation as the editor writes it, made of the fields. Files that say just this are kept without the
// text.
std::string mutationJson(const ProcedureMutation& mutation, bool isPrototype);

}  // namespace ounce
