// The name of a Scratch 2 custom block, "jump %n times %b", and the arguments that Scratch 3 sees in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/row.h"

namespace ounce::sb2 {

struct SpecArgument {
    std::string id;  // input0, input1, …
    Kind kind;       // Number, Text, Condition; Block for what starts with % but is none of them: no shadow
};

// Official Scratch cuts the name before the character in front of each %n, %s and %b and takes every piece
// for an argument that starts with % once white space is off. So "a%s" and the second of "%s%n" are not
// arguments, and a name that starts with % begins with one.
std::vector<SpecArgument> argumentsOf(std::string_view spec);

}  // namespace ounce::sb2
