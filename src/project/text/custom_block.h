// Custom blocks: "jump %n times %b" and how that reads as words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/row.h"
#include "project/project.h"
#include "project/text/phrase.h"

namespace ounce::text {

struct CustomBlock {
    std::string proccode;
    std::string kinds;  // s, n or b for each parameter
    std::vector<std::string> ids;
    std::vector<std::string> names;
    std::vector<Scalar> defaults;  // may have more than there are parameters, left over from an edit
    bool warp = false;

    // The parameter as the argument of a block; it holds on to `ids`.
    [[nodiscard]] Argument argument(std::size_t parameter) const;
};

// The kinds of a proccode's parameters, as official Scratch finds them: %s, %n, %b not preceded by a
// backslash.
std::string parameterKinds(std::string_view proccode);

// The words of a proccode with an empty slot for each parameter. Whether that reads back as the same proccode
// is for proccodeOf to say: "a  %s" does not.
Phrase wordsOf(std::string_view proccode);
// The proccode that words and slots make; `kinds` has the slots' kinds.
std::string proccodeOf(const Phrase& phrase, std::string_view kinds, std::size_t firstPiece = 0);

// `define jump (height :: number) <really = true> :: warp`, in and out. The phrase begins with `define`.
Result<CustomBlock> readDefinition(const Phrase& phrase, int line);
Phrase writeDefinition(const CustomBlock& block);

// What the editor gives a parameter: "" or "false".
Scalar usualDefault(char kind);

}  // namespace ounce::text
