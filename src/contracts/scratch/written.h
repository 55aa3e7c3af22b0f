// Contracts of Scratch programs as people write them: in comments on definitions and on «when I receive», or
// in a .props file, where they stand in comments, too, so that other tools read over them:
//
//     # @message pushed @requires size > 0 @ensures size > 0
//     # @define Stack: push @requires capacity > 0
//     # @flag @private
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ounce::contracts {

struct WrittenCondition {
    bool isEnsures = false;
    std::string text{};
    std::string place{};  // "stack.scratch:12:14"; empty: not known
};
struct WrittenContract {
    std::vector<WrittenCondition> conditions{};
    bool isOpen = false;     // @open: it may be replaced
    bool isPrivate = false;  // @private: only the program itself calls it
};

// `source` is the file in text form that the comment stands in, called `file`; empty: there is none.
WrittenContract contractIn(const std::string& comment, const std::string& source, const std::string& file);

// Of a .props file.
struct NamedContract {
    enum class Of : std::uint8_t { Block, Message, Flag };
    Of of = Of::Block;
    std::string name{};  // of a message, or "Sprite: block"
    std::string place{};
    WrittenContract contract{};
    bool isUsed = false;
};
std::vector<NamedContract> contractsIn(const std::string& props, const std::string& file);

}  // namespace ounce::contracts
