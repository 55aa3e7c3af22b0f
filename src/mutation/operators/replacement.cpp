// AOR, LOR, ROR: another operator of the same class. Operators of a class have the same inputs.
#include "mutation/operators/operators.h"

namespace ounce {
namespace {

std::optional<Change> replaceWithin(std::uint8_t mutationClass, const Site& site, Stream& choice) {
    if (!site.block || !(blockRow(site.block->opcode).mutations & mutationClass)) return std::nullopt;
    const Opcode other = otherOfClass(mutationClass, site.block->opcode, choice);
    Block changed = *site.block;
    changed.opcode = other;
    changed.opcodeText = opcodeName(other);
    return Change{shortName(site.block->opcode) + "-" + shortName(other), {.changed = {std::move(changed)}}};
}

}  // namespace

std::optional<Change> replaceArithmetic(const Project&, const Site& site, Stream& choice) {
    return replaceWithin(mutation::Arithmetic, site, choice);
}
std::optional<Change> replaceLogical(const Project&, const Site& site, Stream& choice) {
    return replaceWithin(mutation::Logical, site, choice);
}
std::optional<Change> replaceRelational(const Project&, const Site& site, Stream& choice) {
    return replaceWithin(mutation::Relational, site, choice);
}

}  // namespace ounce
