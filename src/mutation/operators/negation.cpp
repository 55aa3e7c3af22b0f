// NCM: `not` around a condition.
#include "mutation/operators/operators.h"

namespace ounce {

std::optional<Change> negateCondition(const Project& project, const Site& site, Stream&) {
    if (!site.block || !site.above || site.slot.empty()) return std::nullopt;
    if (!(blockRow(site.block->opcode).mutations & mutation::Condition)) return std::nullopt;
    const BlockMap& blocks = project.targets[site.target].blocks;
    Block negation;
    negation.id = "not-" + site.block->id;
    while (blocks.find(negation.id)) negation.id += "-";
    negation.opcode = Opcode::operator_not;
    negation.opcodeText = opcodeName(negation.opcode);
    negation.parent = site.above->id;
    negation.inputs.push_back({.name = "OPERAND", .status = 2, .block = site.block->id, .shadow = {}});
    Block condition = *site.block;
    condition.parent = negation.id;
    Block above = *site.above;
    inputOf(above, site.slot).block = negation.id;
    return Change{"not-" + shortName(site.block->opcode),
                  {.changed = {std::move(above), std::move(condition), std::move(negation)}}};
}

}  // namespace ounce
