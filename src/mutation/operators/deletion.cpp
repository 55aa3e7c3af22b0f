// SBD and SDM: less of a script.
#include <algorithm>

#include "mutation/operators/operators.h"
#include "project/inspect.h"

namespace ounce {
namespace {

bool hasBranch(const Row& row) {
    return std::any_of(row.arguments.begin(), row.arguments.begin() + row.argumentCount,
                       [](const Argument& argument) { return argument.kind == Kind::Branch; });
}

}  // namespace

std::optional<Change> deleteBlock(const Project& project, const Site& site, Stream&) {
    if (!site.block || !site.above) return std::nullopt;
    const Row& row = blockRow(site.block->opcode);
    if (site.block->opcode == Opcode::Unknown || !row.isStatement() || hasBranch(row)) return std::nullopt;
    Change change{shortName(site.block->opcode), {}};
    unlink(project, site, change.edit);
    return change;
}

// The hat stays, without anything below: it still counts as a block, as in Whisker.
std::optional<Change> deleteScript(const Project& project, const Site& site, Stream&) {
    if (site.above || !site.block->next) return std::nullopt;
    Block hat = *site.block;
    Change change{shortName(hat.opcode), {}};
    change.edit.removed = blocksFrom(project.targets[site.target].blocks, *hat.next);
    hat.next.reset();
    change.edit.changed.push_back(std::move(hat));
    return change;
}

}  // namespace ounce
