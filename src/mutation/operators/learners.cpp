// RFM and BRM: what learners mix up.
#include <algorithm>

#include "base/text.h"
#include "mutation/operators/operators.h"

namespace ounce {
namespace {

// The literal that the editor puts into a new block's slot; sb3's codes are in the order of the kinds.
Input freshInput(const Argument& argument) {
    constexpr int kFirstCode = 4;
    return {.name = std::string(argument.name),
            .status = 1,
            .block = Primitive{.code = kFirstCode + static_cast<int>(argument.kind),
                               .value = std::string(argument.initial),
                               .id = {}},
            .shadow = {}};
}

}  // namespace

// What the other loop lacks goes: the number of times, and what follows, because nothing can follow a cap.
// What it has besides is as in a new block.
std::optional<Change> swapLoop(const Project& project, const Site& site, Stream& choice) {
    if (!site.block || !(blockRow(site.block->opcode).mutations & mutation::Loop)) return std::nullopt;
    const BlockMap& blocks = project.targets[site.target].blocks;
    const Opcode other = otherOfClass(mutation::Loop, site.block->opcode, choice);
    const Row& row = blockRow(other);
    Change change{shortName(site.block->opcode) + "-" + shortName(other), {}};
    Block changed = *site.block;
    changed.opcode = other;
    changed.opcodeText = opcodeName(other);
    std::erase_if(changed.inputs, [&](const Input& input) {
        if (row.find(input.name)) return false;
        Block holder;
        holder.inputs.push_back(input);
        std::ranges::move(blocksInside(blocks, holder), std::back_inserter(change.edit.removed));
        return true;
    });
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        if (argument.kind != Kind::Branch && !changed.input(argument.name))
            changed.inputs.push_back(freshInput(argument));
    }
    if (row.shape == Shape::Cap && changed.next) {
        std::ranges::move(blocksFrom(blocks, *changed.next), std::back_inserter(change.edit.removed));
        changed.next.reset();
    }
    change.edit.changed.push_back(std::move(changed));
    return change;
}

std::optional<Change> replaceBroadcast(const Project& project, const Site& site, Stream& choice) {
    if (!site.block) return std::nullopt;
    const Row& row = blockRow(site.block->opcode);
    if (!row.isStatement() || row.argumentCount == 0 || row.arguments[0].kind != Kind::Message)
        return std::nullopt;
    const Input* input = site.block->input(row.arguments[0].name);
    const auto* chosen = input ? std::get_if<Primitive>(&input->block) : nullptr;
    const auto* name = chosen && chosen->code == 11 ? std::get_if<std::string>(&chosen->value) : nullptr;
    if (!name) return std::nullopt;  // computed while the program runs
    std::vector<const Broadcast*> others;
    for (const Broadcast& broadcast : project.targets.front().broadcasts) {
        if (upperCase(broadcast.name) != upperCase(*name)) others.push_back(&broadcast);
    }
    if (others.empty()) return std::nullopt;
    const Broadcast& other = *others[choice.below(others.size())];
    Block changed = *site.block;
    auto& primitive = std::get<Primitive>(inputOf(changed, input->name).block);
    primitive.value = other.name;
    primitive.id = other.id;
    return Change{*name + "-" + other.name, {.changed = {std::move(changed)}}};
}

}  // namespace ounce
