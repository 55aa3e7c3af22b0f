// KRM: another key, in hats and in menus.
#include <array>

#include "mutation/operators/operators.h"

namespace ounce {
namespace {

constexpr std::array<std::string_view, 42> kKeys{
    "a", "b", "c", "d",     "e",        "f",          "g",          "h",           "i",  "j", "k",
    "l", "m", "n", "o",     "p",        "q",          "r",          "s",           "t",  "u", "v",
    "w", "x", "y", "z",     "0",        "1",          "2",          "3",           "4",  "5", "6",
    "7", "8", "9", "space", "up arrow", "down arrow", "left arrow", "right arrow", "any"};

}  // namespace

std::optional<Change> replaceKey(const Project&, const Site& site, Stream& choice) {
    if (!site.block) return std::nullopt;
    const Row& row = blockRow(site.block->opcode);
    if (!(row.mutations & mutation::Key)) return std::nullopt;
    const Field* field = site.block->field(row.arguments[0].name);
    const auto* old = field ? std::get_if<std::string>(&field->value) : nullptr;
    if (!old) return std::nullopt;
    std::vector<std::string_view> others;
    for (const std::string_view key : kKeys) {
        if (key != *old) others.push_back(key);
    }
    const std::string key(others[choice.below(others.size())]);
    Block changed = *site.block;
    for (Field& one : changed.fields) {
        if (one.name == field->name) one.value = key;
    }
    return Change{*old + "-" + key, {.changed = {std::move(changed)}}};
}

}  // namespace ounce
