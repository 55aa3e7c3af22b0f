// Each operator is a function from a place to a change of it, or nothing if the place is none of its
// business. What a place is, the table of blocks says; adding an operator is one more function and a row in
// mutant.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stream.h"
#include "mutation/site.h"

namespace ounce {

// Blocks that take the place of those with the same id, or are new, and blocks that go.
struct Edit {
    std::vector<Block> changed{};
    std::vector<std::string> removed{};
};

struct Change {
    std::string text;  // "add-subtract": the last part of the mutant's name
    Edit edit;
};

// `choice` is the place's own: what it gives does not depend on other places.
using OperatorFunction = std::optional<Change> (*)(const Project&, const Site&, Stream& choice);

std::optional<Change> replaceKey(const Project& project, const Site& site, Stream& choice);
std::optional<Change> deleteBlock(const Project& project, const Site& site, Stream& choice);
std::optional<Change> deleteScript(const Project& project, const Site& site, Stream& choice);
std::optional<Change> replaceArithmetic(const Project& project, const Site& site, Stream& choice);
std::optional<Change> replaceLogical(const Project& project, const Site& site, Stream& choice);
std::optional<Change> replaceRelational(const Project& project, const Site& site, Stream& choice);
std::optional<Change> negateCondition(const Project& project, const Site& site, Stream& choice);
std::optional<Change> replaceVariable(const Project& project, const Site& site, Stream& choice);
std::optional<Change> swapLoop(const Project& project, const Site& site, Stream& choice);
std::optional<Change> replaceBroadcast(const Project& project, const Site& site, Stream& choice);

// ---- for the operators ----

// The part of an opcode's name after the category: "add" of operator_add.
std::string shortName(Opcode opcode);
// Another opcode of the class than `opcode`; Unknown if there is none.
Opcode otherOfClass(std::uint8_t mutationClass, Opcode opcode, Stream& choice);
// The input of that name; the block is known to have it.
Input& inputOf(Block& block, std::string_view name);
// `site` is unlinked: what follows it takes its place. Adds the neighbours to `edit`.
void unlink(const Project& project, const Site& site, Edit& edit);

}  // namespace ounce
