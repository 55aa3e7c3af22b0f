// Whether the arguments of a check or an input can be meant: what can be said without knowing a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"
#include "vm/attributes.h"

namespace ounce::models {

enum class Comparison : std::uint8_t { Equal, Greater, GreaterEqual, Less, LessEqual };
std::optional<Comparison> findComparison(std::string_view text);

// How something changed: against what it was before.
struct Change {
    enum class Kind : std::uint8_t { Increase, Decrease, Same, NoDecrease, NoIncrease, Exactly };
    Kind kind = Kind::Same;
    double by = 0;
};
std::optional<Change> findChange(std::string_view text);

// One attribute of a sprite, or several that stand together in the list: «pos» and «effects».
struct SpriteAttribute {
    Attribute first = Attribute::X, last = first;

    [[nodiscard]] bool isOne() const { return first == last; }
    // Every movement is heard of; what else changes while a sprite is hidden is not.
    [[nodiscard]] bool isPosition() const { return last == Attribute::X || last == Attribute::Y; }
    bool operator==(const SpriteAttribute&) const = default;
};
std::optional<SpriteAttribute> findSpriteAttribute(std::string_view name);
// As a model says it: the opposite.
std::string_view wordOf(SpriteAttribute attribute);
// All words, for a message: "x, y, pos, …".
std::string spriteAttributeWords();

// A whole text that is a number.
std::optional<double> findNumber(std::string_view text);

// «left» and «Left» for «left arrow», as model files write keys. Fails on a key that nobody has.
Result<std::string> keyOf(std::string_view text);

// "(sprite, attribute, change)": what a row takes, in words.
std::string takesInWords(std::string_view takes);
// Says what is wrong with the arguments, if anything.
Result<void> checkArguments(const Row& row, const std::vector<std::string>& args);

}  // namespace ounce::models
