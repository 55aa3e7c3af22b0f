// What is always asked of a program, without any contract.
#include <cmath>
#include <fmt/format.h>

#include "contracts/scratch/trial.h"
#include "vm/interpreter.h"
#include "vm/look.h"

namespace ounce::contracts {
namespace {

bool isBroken(const Value& value) { return value.isNumber() && !std::isfinite(value.asNumber()); }

}  // namespace

void ScratchTrial::variableChanged(std::int32_t target, std::int32_t slot, const Value& before,
                                   const Value& now) {
    if (!rules_.numbers || !isBroken(now) || isBroken(before) || report_.failed) return;
    const TargetState& of = *state_.targets[static_cast<std::size_t>(target)];
    const SpriteProgram& sprite = target_.program->sprites[static_cast<std::size_t>(of.sprite)];
    const std::string& name = sprite.variables[static_cast<std::size_t>(slot)].name;
    fail(sprite.name, fmt::format("keeps {} a number", name),
         fmt::format("the variable {} became {}", name, show(now)));
}

void ScratchTrial::uses(ExpressionIndex index, std::vector<ListUse>& to) const {
    if (index == ounce::kNone) return;
    const ounce::Expression& expression = target_.program->expressions[static_cast<std::size_t>(index)];
    if (expression.draws) return;
    // Scratch looks at both sides: «<(i) > (length)> or <(item (i)) = …>» is how people search a list.
    if (expression.node == Node::And || expression.node == Node::Or) return;
    uses(expression.a, to);
    uses(expression.b, to);
    if (expression.node == Node::ItemOfList)
        to.push_back({.index = expression.a, .list = expression.slot, .onStage = expression.onStage});
}

void ScratchTrial::findListUses() {
    const ounce::Program& program = *target_.program;
    listUses_.resize(program.statements.size());
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const ounce::Statement& statement = program.statements[i];
        for (const ExpressionIndex argument : statement.arguments) uses(argument, listUses_[i]);
        const bool replaces = statement.opcode == Opcode::data_replaceitemoflist;
        const bool deletes = statement.opcode == Opcode::data_deleteoflist;
        const bool inserts = statement.opcode == Opcode::data_insertatlist;
        if (!replaces && !deletes && !inserts) continue;
        // «insert [ITEM] at (INDEX)», the others begin with the index.
        listUses_[i].push_back({.index = statement.arguments[inserts ? 1 : 0],
                                .list = statement.slot,
                                .onStage = statement.onStage,
                                .inserts = inserts,
                                .acceptsAll = deletes});
    }
}

void ScratchTrial::checkLists(std::int32_t statement) {
    Look look(machine_.reading());
    for (const ListUse& use : listUses_[static_cast<std::size_t>(statement)]) {
        if (use.index == ounce::kNone || use.list == ounce::kNone) continue;
        const List& list = look.owner(use.onStage).lists[static_cast<std::size_t>(use.list)];
        const std::size_t length = list.size() + (use.inserts ? 1 : 0);
        const Value index = look.value(use.index);
        if (look.drew()) continue;
        if (look.listIndex(use.index, length, use.acceptsAll) != 0) continue;
        const SpriteProgram& sprite =
            target_.program->sprites[static_cast<std::size_t>(use.onStage ? 0 : look.target->sprite)];
        const std::string& name = sprite.lists[static_cast<std::size_t>(use.list)].name;
        return fail(sprite.name, fmt::format("stays inside the list {}", name),
                    fmt::format("item {} of {} is used, which has {} items", show(index), name, list.size()));
    }
}

}  // namespace ounce::contracts
