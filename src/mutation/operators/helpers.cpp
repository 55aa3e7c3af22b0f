#include <algorithm>

#include "mutation/operators/operators.h"

namespace ounce {

std::string shortName(Opcode opcode) {
    const std::string_view name = opcodeName(opcode);
    const std::size_t category = categoryOf(name).size();
    return std::string(category < name.size() ? name.substr(category + 1) : name);
}

Opcode otherOfClass(std::uint8_t mutationClass, Opcode opcode, Stream& choice) {
    std::vector<Opcode> others;
    for (std::uint16_t i = 1; i < static_cast<std::uint16_t>(Opcode::Count); i++) {
        const auto other = static_cast<Opcode>(i);
        if (other != opcode && (blockRow(other).mutations & mutationClass)) others.push_back(other);
    }
    return others.empty() ? Opcode::Unknown : others[choice.below(others.size())];
}

Input& inputOf(Block& block, std::string_view name) {
    return *std::find_if(block.inputs.begin(), block.inputs.end(),
                         [&](const Input& input) { return input.name == name; });
}

void unlink(const Project& project, const Site& site, Edit& edit) {
    const BlockMap& blocks = project.targets[site.target].blocks;
    const std::optional<std::string>& next = site.block->next;
    Block above = *site.above;
    if (site.slot.empty()) {
        above.next = next;
    } else if (next) {
        inputOf(above, site.slot).block = *next;
    } else {
        std::erase_if(above.inputs, [&](const Input& input) { return input.name == site.slot; });
    }
    if (const Block* below = next ? blocks.find(*next) : nullptr) {
        Block moved = *below;
        moved.parent = above.id;
        edit.changed.push_back(std::move(moved));
    }
    edit.changed.push_back(std::move(above));
    edit.removed = blocksInside(blocks, *site.block);
    edit.removed.push_back(site.block->id);
}

}  // namespace ounce
