// What reader and writer of Scratch 3 files agree on.
#pragma once

#include <string>
#include <string_view>

#include "project/project.h"

namespace ounce {

// "math_number" of 4 … "data_listcontents" of 13.
std::string_view primitiveOpcode(int code);
// The field that holds the value when the primitive is written as a block: "NUM" … "LIST".
std::string_view primitiveField(int code);

// The mutation as the editor writes it, made of the fields. Files that say just this are kept without the
// text.
std::string mutationJson(const ProcedureMutation& mutation, bool isPrototype);

// What a project that says nothing about its origin is written with. Reading it gives such a project again.
inline constexpr std::string_view kOwnMeta = R"({"semver":"3.0.0","vm":"0.2.0","agent":"Ounce"})";

}  // namespace ounce
